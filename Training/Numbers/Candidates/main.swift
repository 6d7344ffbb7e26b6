import Foundation
import PortableInference
import SpokenNumbers

// Says which numbers a head hears, as the program does:
//
//   NumberCandidates HEAD.SAFETENSORS FOLDER
//
// `Training/Numbers/choose.py` writes the folder: of each clip NAME.features, 384 32-bit floats a place. Prints a line of
// JSON for each, by name: `[{"number", "probability"}, …]`, the likeliest first.

/// A number that may have been said.
struct Candidate: Encodable {
  var number: String
  var probability: Float
}

func features(_ path: String) throws -> [[Float]] {
  let channels = 384
  return try Data(contentsOf: URL(filePath: path)).withUnsafeBytes { bytes in
    let floats = bytes.bindMemory(to: Float.self)
    return stride(from: 0, to: floats.count, by: channels).map { Array(floats[$0..<$0 + channels]) }
  }
}

let arguments = CommandLine.arguments
guard arguments.count == 3 else {
  print("usage: NumberCandidates HEAD.SAFETENSORS FOLDER")
  exit(64)
}
let head = try NumberHead(
  Safetensors([UInt8](Data(contentsOf: URL(filePath: arguments[1])))))
let files = try FileManager.default.contentsOfDirectory(atPath: arguments[2])
for file in files.filter({ $0.hasSuffix(".features") }).sorted() {
  let reading = NumberReading(head.scores(for: try features("\(arguments[2])/\(file)")))
  let candidates = reading.candidates.map {
    Candidate(number: $0.number.text, probability: $0.probability)
  }
  print(String(decoding: try JSONEncoder().encode(candidates), as: UTF8.self))
}
