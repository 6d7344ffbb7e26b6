// Hearing numbers: the page sends sound as it comes, and asks what was said.
//
//     voice_load_encoder(pointer, count)   Whisper's encoder, once, before all else
//     voice_load_head(pointer, count)   Models/number-head.safetensors, once, after it
//     voice_begin()                     what was heard before says nothing of what comes
//     voice_append(pointer, count)      more of the sound: floats at 16 kHz, -1…1
//
// The last returns an index of `Choices.hearings`: whether somebody speaks, or has spoken. What was said, or
// is being said:
//
//     voice_reading()                   a list of one `readingRecord`
//     voice_candidates()                a list of `candidateRecord`, the likeliest number first
//
// A number that the dice on the table cannot give is not certain, nor a teen or a ten if the one that sounds like it
// is also possible.
//
// How that came about:
//
//     voice_frames()                    a list of `soundFrameRecord`: the spectrogram of what was said
//     voice_moments()                   a list of `momentRecord`: what the network heard in it, 25 times a second
//     voice_considered()                a list of `candidateRecord`: all numbers that the grammar found in that
//     voice_words(index)                a list of `spokenWordRecord`: the words of one of these
//
// What a pointer leads to stays until the next call that returns a pointer.

internal import PageInterface
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

  /// Absent until their weights are loaded.
  private var encoder: WhisperEncoder?
  private var network: NumberNetwork?
  private var listener = NumberListener()
  private var reading = NumberReading.nothing
  private var list = RecordList()

  /// Takes the encoder's weights.
  ///
  /// - Returns: 0, or a ``WebFault``; the weights that were loaded before then stay.
  mutating func loadEncoder(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
    loadNetwork(bytes, count) { weights throws(NetworkError) in
      encoder = try WhisperEncoder(weights)
    }
  }

  /// Takes the head's weights.
  ///
  /// - Returns: 0, or a ``WebFault``; the weights that were loaded before then stay.
  mutating func loadHead(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
    guard let encoder else { return WebFault.outOfTurn.rawValue }
    return loadNetwork(bytes, count) { weights throws(NetworkError) in
      network = NumberNetwork(encoder, try NumberHead(weights))
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

  /// What was said, or is being said, as a list of one record, where one of these numbers is meant.
  mutating func lastReading(among possible: [Int]?) -> UnsafePointer<Double> {
    let isCertain = possible.map(reading.isCertain(among:)) ?? reading.isCertain
    return list.share([(reading, isCertain)], as: readingRecord)
  }

  /// The numbers that it may have been, as a list of records, where one of these is meant.
  mutating func choices(among possible: [Int]?) -> UnsafePointer<Double> {
    let choices = possible.map(reading.choices(among:)) ?? reading.likely
    return list.share(choices, as: candidateRecord)
  }

  /// The spectrogram of what was heard last, as the network takes it, as a list of records.
  mutating func frames() -> UnsafePointer<Double> {
    list.share(NumberNetwork.input(for: listener.utterance), as: soundFrameRecord)
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

@_expose(wasm, "voice_load_encoder") @_cdecl("voice_load_encoder")
public func voiceLoadEncoder(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
  session.voice.loadEncoder(bytes, count)
}

@_expose(wasm, "voice_load_head") @_cdecl("voice_load_head")
public func voiceLoadHead(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
  session.voice.loadHead(bytes, count)
}

@_expose(wasm, "voice_begin") @_cdecl("voice_begin")
public func voiceBegin() -> Int32 { session.voice.begin() }

@_expose(wasm, "voice_append") @_cdecl("voice_append")
public func voiceAppend(_ samples: UnsafePointer<Float>?, _ count: Int32) -> Int32 {
  session.voice.append(samples, count)
}

@_expose(wasm, "voice_reading") @_cdecl("voice_reading")
public func voiceReading() -> UnsafePointer<Double> {
  let possible = session.possibleAnswers
  return session.voice.lastReading(among: possible)
}

@_expose(wasm, "voice_candidates") @_cdecl("voice_candidates")
public func voiceCandidates() -> UnsafePointer<Double> {
  let possible = session.possibleAnswers
  return session.voice.choices(among: possible)
}

@_expose(wasm, "voice_frames") @_cdecl("voice_frames")
public func voiceFrames() -> UnsafePointer<Double> { session.voice.frames() }

@_expose(wasm, "voice_moments") @_cdecl("voice_moments")
public func voiceMoments() -> UnsafePointer<Double> { session.voice.moments() }

@_expose(wasm, "voice_considered") @_cdecl("voice_considered")
public func voiceConsidered() -> UnsafePointer<Double> { session.voice.considered() }

@_expose(wasm, "voice_words") @_cdecl("voice_words")
public func voiceWords(_ index: Int32) -> UnsafePointer<Double>? { session.voice.words(index) }
