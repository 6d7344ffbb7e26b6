// Hearing numbers: the page sends sound as it comes, and asks what was said.
//
//     voice_load(pointer, count)        the weights, Models/numbers.safetensors; once, before all else
//     voice_begin()                     what was heard before says nothing of what comes
//     voice_append(pointer, count)      more of the sound: floats at 16 kHz, -1…1
//
// The last returns an index of `Choices.hearings`: whether somebody speaks, or has spoken. What was said, or
// is being said:
//
//     voice_reading()                   a list of one `readingRecord`
//     voice_candidates()                a list of `candidateRecord`, the likeliest number first
//
// How that came about:
//
//     voice_frames()                    a list of `soundFrameRecord`: the spectrogram of what was said
//     voice_moments()                   a list of `momentRecord`: what the network heard in it, 25 times a second
//     voice_considered()                a list of `candidateRecord`: all numbers that the grammar found in that
//     voice_words(index)                a list of `spokenWordRecord`: the words of one of these
//
// What a pointer leads to stays until the next call that returns a pointer.

internal import PortableInference
internal import SpokenNumbers

/// What became of the sound that came last.
enum Hearing: UInt8, CaseIterable {
  /// Nobody speaks.
  case silence
  /// Somebody speaks.
  case speech
  /// Somebody has spoken.
  case said
}

/// The network; absent until `voice_load`.
private nonisolated(unsafe) var network: NumberNetwork?
private nonisolated(unsafe) var listener = NumberListener()
private nonisolated(unsafe) var reading = NumberReading.nothing
private nonisolated(unsafe) var list = RecordList()

/// The longest sound that is taken at once: ten seconds.
private let maximumSamples: Int32 = 160_000

/// Takes the weights.
///
/// - Returns: 0, or a ``WebFault``; the weights that were loaded before then stay.
@_expose(wasm, "voice_load") @_cdecl("voice_load")
public func voiceLoad(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
  guard let bytes, count > 0 else { return WebFault.badArgument.rawValue }
  let file = [UInt8](UnsafeBufferPointer(start: bytes, count: Int(count)))
  let weights: Safetensors
  do throws(SafetensorsError) {
    weights = try Safetensors(file)
  } catch {
    return WebFault.damagedWeights.rawValue
  }
  do throws(NetworkError) {
    network = try NumberNetwork(weights)
  } catch {
    return WebFault.otherNetwork.rawValue
  }
  return 0
}

/// Begins to listen afresh.
@_expose(wasm, "voice_begin") @_cdecl("voice_begin")
public func voiceBegin() -> Int32 {
  guard network != nil else { return WebFault.outOfTurn.rawValue }
  listener = NumberListener()
  reading = .nothing
  return 0
}

/// Takes more of the sound, at most ten seconds of it.
///
/// - Returns: An index of ``Choices/hearings``, or a ``WebFault``. What was said last counts, where more
///   was said.
@_expose(wasm, "voice_append") @_cdecl("voice_append")
public func voiceAppend(_ samples: UnsafePointer<Float>?, _ count: Int32) -> Int32 {
  guard let network else { return WebFault.outOfTurn.rawValue }
  guard let samples, (0...maximumSamples).contains(count) else {
    return WebFault.badArgument.rawValue
  }
  let sound = UnsafeBufferPointer(start: samples, count: Int(count))
  var said: NumberReading?
  for event in listener.append(sound, scores: { network.scores(for: $0) }) {
    switch event {
    case .hearing(let soFar, _): reading = soFar
    case .heard(let last, _, _): said = last
    }
  }
  if let said {
    reading = said
    return Int32(Hearing.said.rawValue)
  }
  return Int32((listener.isHearing ? Hearing.speech : .silence).rawValue)
}

/// What was said, or is being said, as a list of one record.
@_expose(wasm, "voice_reading") @_cdecl("voice_reading")
public func voiceReading() -> UnsafePointer<Double>? {
  list.removeAll()
  list.append(reading, as: readingRecord)
  return list.share()
}

/// The numbers that it may have been, as a list of records.
@_expose(wasm, "voice_candidates") @_cdecl("voice_candidates")
public func voiceCandidates() -> UnsafePointer<Double>? {
  list.removeAll()
  for candidate in reading.likely { list.append(candidate, as: candidateRecord) }
  return list.share()
}

/// The spectrogram of what was said, or is being said, as a list of records.
@_expose(wasm, "voice_frames") @_cdecl("voice_frames")
public func voiceFrames() -> UnsafePointer<Double>? {
  list.removeAll()
  for frame in listener.utterance { list.append(frame, as: soundFrameRecord) }
  return list.share()
}

/// What the network hears in it, as a list of records.
@_expose(wasm, "voice_moments") @_cdecl("voice_moments")
public func voiceMoments() -> UnsafePointer<Double>? {
  list.removeAll()
  for probabilities in network?.scores(for: listener.utterance).probabilities ?? [] {
    list.append(probabilities, as: momentRecord)
  }
  return list.share()
}

/// The numbers that the grammar finds in it, as a list of records.
@_expose(wasm, "voice_considered") @_cdecl("voice_considered")
public func voiceConsidered() -> UnsafePointer<Double>? {
  list.removeAll()
  for candidate in reading.candidates { list.append(candidate, as: candidateRecord) }
  return list.share()
}

/// The words of one of these numbers, as a list of records; null for one that is not there.
@_expose(wasm, "voice_words") @_cdecl("voice_words")
public func voiceWords(_ index: Int32) -> UnsafePointer<Double>? {
  guard reading.candidates.indices.contains(Int(index)) else { return nil }
  list.removeAll()
  for word in reading.candidates[Int(index)].words { list.append(word, as: spokenWordRecord) }
  return list.share()
}
