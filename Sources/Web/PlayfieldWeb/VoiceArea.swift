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

/// What is said to the microphone.
struct VoiceArea: ~Copyable {
  /// The longest sound that is taken at once, in samples: ten seconds.
  private static let maximumSamples: Int32 = 160_000

  /// Absent until its weights are loaded.
  private var network: NumberNetwork?
  private var listener = NumberListener()
  private var reading = NumberReading.nothing
  private var list = RecordList()

  /// Takes the weights.
  ///
  /// - Returns: 0, or a ``WebFault``; the weights that were loaded before then stay.
  mutating func load(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
    loadNetwork(bytes, count) { weights throws(NetworkError) in
      network = try NumberNetwork(weights)
    }
  }

  /// Begins to listen afresh.
  mutating func begin() -> Int32 {
    guard network != nil else { return WebFault.outOfTurn.rawValue }
    listener = NumberListener()
    reading = .nothing
    return 0
  }

  /// Takes more of the sound, at most ten seconds of it.
  ///
  /// - Returns: An index of ``Choices/hearings``, or a ``WebFault``. What was said last counts, where more
  ///   was said.
  mutating func append(_ samples: UnsafePointer<Float>?, _ count: Int32) -> Int32 {
    guard let network else { return WebFault.outOfTurn.rawValue }
    guard let samples, (0...Self.maximumSamples).contains(count) else {
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
  mutating func lastReading() -> UnsafePointer<Double> {
    list.share([reading], as: readingRecord)
  }

  /// The numbers that it may have been, as a list of records.
  mutating func candidates() -> UnsafePointer<Double> {
    list.share(reading.likely, as: candidateRecord)
  }

  /// The spectrogram of what was said, or is being said, as a list of records.
  mutating func frames() -> UnsafePointer<Double> {
    list.share(listener.utterance, as: soundFrameRecord)
  }

  /// What the network hears in it, as a list of records.
  mutating func moments() -> UnsafePointer<Double> {
    list.share(
      network?.scores(for: listener.utterance).probabilities ?? [], as: momentRecord)
  }

  /// The numbers that the grammar finds in it, as a list of records.
  mutating func considered() -> UnsafePointer<Double> {
    list.share(reading.candidates, as: candidateRecord)
  }

  /// The words of one of these numbers, as a list of records; `nil` for one that is not there.
  mutating func words(_ index: Int32) -> UnsafePointer<Double>? {
    guard reading.candidates.indices.contains(Int(index)) else { return nil }
    return list.share(reading.candidates[Int(index)].words, as: spokenWordRecord)
  }
}

// MARK: - Exports

@_expose(wasm, "voice_load") @_cdecl("voice_load")
public func voiceLoad(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
  session.voice.load(bytes, count)
}

@_expose(wasm, "voice_begin") @_cdecl("voice_begin")
public func voiceBegin() -> Int32 { session.voice.begin() }

@_expose(wasm, "voice_append") @_cdecl("voice_append")
public func voiceAppend(_ samples: UnsafePointer<Float>?, _ count: Int32) -> Int32 {
  session.voice.append(samples, count)
}

@_expose(wasm, "voice_reading") @_cdecl("voice_reading")
public func voiceReading() -> UnsafePointer<Double> { session.voice.lastReading() }

@_expose(wasm, "voice_candidates") @_cdecl("voice_candidates")
public func voiceCandidates() -> UnsafePointer<Double> { session.voice.candidates() }

@_expose(wasm, "voice_frames") @_cdecl("voice_frames")
public func voiceFrames() -> UnsafePointer<Double> { session.voice.frames() }

@_expose(wasm, "voice_moments") @_cdecl("voice_moments")
public func voiceMoments() -> UnsafePointer<Double> { session.voice.moments() }

@_expose(wasm, "voice_considered") @_cdecl("voice_considered")
public func voiceConsidered() -> UnsafePointer<Double> { session.voice.considered() }

@_expose(wasm, "voice_words") @_cdecl("voice_words")
public func voiceWords(_ index: Int32) -> UnsafePointer<Double>? { session.voice.words(index) }
