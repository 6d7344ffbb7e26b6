import Foundation
import PortableInference
import SpokenNumbers

// Hears sounds as the program does, in integers, and compares with what Python heard in floats:
//
//   EncoderComparison ENCODER.SAFETENSORS HEAD.SAFETENSORS FOLDER
//
// `Training/Numbers/compare_encoder.py` or `Scripts/compare-ctranslate2.py` writes the folder: of each clip NAME.sound, 32-bit
// floats at 16 kHz between silence; NAME.features, 384 a place; and NAME.words, the probabilities of the parts of words, 26 a
// moment, which the head says itself where there are none. Prints a line of JSON for each clip, by name.

/// A clip's answers and the reference's.
struct Comparison: Encodable {
  var clip: String
  var number: String?
  var reference: String?
  /// The largest difference between the probabilities of a part of a word at a moment.
  var partDifference: Float
  /// The largest difference between the probabilities of a number.
  var numberDifference: Float
  /// Of the features: the root of the mean square of the differences, over that of the reference.
  var featureError: Double
  /// Of the processor, for the spectrogram, the encoder and the head.
  var milliseconds: [Double]
  var seconds: Double
  /// Floating-point operations of the encoder.
  var operations: Int
}

func floats(_ path: String) throws -> [Float] {
  try Data(contentsOf: URL(filePath: path)).withUnsafeBytes { bytes in
    stride(from: 0, to: bytes.count, by: 4).map {
      bytes.loadUnaligned(fromByteOffset: $0, as: Float.self)
    }
  }
}

func rows(_ numbers: [Float], of count: Int) -> [[Float]] {
  stride(from: 0, to: numbers.count, by: count).map { Array(numbers[$0..<$0 + count]) }
}

func largestDifference(_ a: [Float], _ b: [Float]) -> Float {
  zip(a, b).reduce(0) { max($0, abs($1.0 - $1.1)) }
}

/// Of the probabilities of all numbers that may have been said.
func largestDifference(_ a: NumberReading, _ b: NumberReading) -> Float {
  func probability(_ number: SpokenNumber, _ reading: NumberReading) -> Float {
    reading.candidates.first { $0.number == number }?.probability ?? 0
  }
  var largest: Float = 0
  for candidate in a.candidates + b.candidates {
    let number = candidate.number
    largest = max(largest, abs(probability(number, a) - probability(number, b)))
  }
  return largest
}

/// The root of the mean square of the differences, over that of what was expected.
func relativeError(_ found: [Float], _ expected: [Float]) -> Double {
  var (error, size) = (0.0, 0.0)
  for (a, b) in zip(found, expected) {
    error += Double(a - b) * Double(a - b)
    size += Double(b) * Double(b)
  }
  return (error / size).squareRoot()
}

/// Milliseconds that this thread has computed.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return 1e3 * Double(time.tv_sec) + 1e-6 * Double(time.tv_nsec)
}

func weights(_ path: String) throws -> Safetensors {
  guard let data = FileManager.default.contents(atPath: path) else {
    print("There is no \(path); 'make voice' fetches the encoder.")
    exit(1)
  }
  return try Safetensors([UInt8](data))
}

/// The spectrogram of a sound, whose end is silence.
func spectrogram(of sound: [Float]) -> [[Float]] {
  var stream = WhisperSpectrogram()
  let silence = repeatElement(Float(0), count: WhisperSpectrogram.window / 2)
  let frames = stream.append(sound + silence)
  return WhisperSpectrogram.normalized(
    Array(frames.prefix(sound.count / WhisperSpectrogram.hop)))
}

func compared(
  _ path: String, _ encoder: WhisperEncoder, _ head: NumberHead
) throws -> Comparison {
  let sound = try floats(path + ".sound")
  var times: [Double] = []
  func timed<Result>(_ work: () -> Result) -> Result {
    let start = processorTime()
    let result = work()
    times.append(processorTime() - start)
    return result
  }
  let frames = timed { spectrogram(of: sound) }
  _ = encoder.features(for: frames)  // Makes room.
  let features = timed { encoder.features(for: frames) }
  let scores = timed { head.scores(for: features) }

  let expected = try floats(path + ".features")
  let found = features.flatMap { $0 }
  precondition(expected.count == found.count, "as many features")
  let isGiven = FileManager.default.fileExists(atPath: path + ".words")
  let words =
    isGiven
    ? rows(try floats(path + ".words"), of: PartScores.classes)
    : head.scores(for: rows(expected, of: features[0].count)).probabilities
  precondition(words.count == scores.probabilities.count, "as many moments")
  let (ours, theirs) = (NumberReading(scores), NumberReading(PartScores(probabilities: words)))
  return Comparison(
    clip: URL(filePath: path).lastPathComponent, number: ours.number?.text,
    reference: theirs.number?.text,
    partDifference: largestDifference(scores.probabilities.flatMap { $0 }, words.flatMap { $0 }),
    numberDifference: largestDifference(ours, theirs),
    featureError: relativeError(found, expected), milliseconds: times,
    seconds: Double(sound.count) / Double(WhisperSpectrogram.rate),
    operations: encoder.operations)
}

let arguments = CommandLine.arguments
guard arguments.count == 4 else {
  print("usage: EncoderComparison ENCODER.SAFETENSORS HEAD.SAFETENSORS FOLDER")
  exit(64)
}
let encoder = try WhisperEncoder(weights(arguments[1]))
let head = try NumberHead(weights(arguments[2]))
let json = JSONEncoder()
json.outputFormatting = .sortedKeys
let files = try FileManager.default.contentsOfDirectory(atPath: arguments[3])
for file in files.filter({ $0.hasSuffix(".sound") }).sorted() {
  let path = "\(arguments[3])/\(file.dropLast(".sound".count))"
  print(String(decoding: try json.encode(compared(path, encoder, head)), as: UTF8.self))
}
