// Watches the first frames of a film with plain Swift, and prints the hash over the bits of all events. Its frames and
// their times are written to a file, for the module to see: for each frame its time in microseconds as 8 bytes, width,
// height, matrix, range and orientation as 4 bytes each, little-endian, then its samples.
//
//     TossFrames CLIP FILE [FRAMES]
import BeanBagToss
import Foundation
import Inference
import Media
import PlayfieldToss
import TossAnalysis
import VisionCore

@main
struct TossFrames {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3 else { fatalError("TossFrames CLIP FILE [FRAMES]") }
    let maximum = arguments.count > 3 ? Int(arguments[3]) ?? 0 : .max
    _ = FileManager.default.createFile(atPath: arguments[2], contents: nil)
    let file = try FileHandle(forWritingTo: URL(filePath: arguments[2]))

    var hash = EventHash()
    var count = 0
    var game = TossDriver(TossWatch(rules: .practice), models: try TossModels(engine: .portable))
    let clip = try VideoReader(path: arguments[1])
    while count < maximum, let frame = try clip.nextPlanar() {
      let image = frame.image
      var head = Data()
      func add(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { head.append(contentsOf: $0) }
      }
      add(Int64((frame.time * 1e6).rounded()))
      for number in [
        image.size.width, image.size.height, Int(image.encoding.matrix.rawValue),
        image.encoding.isFullRange ? 1 : 0, Int(frame.orientation.rawValue),
      ] { add(Int32(number)) }
      try file.write(contentsOf: head + Data(image.samples))
      let events = try await game.see(image, orientation: frame.orientation, at: frame.time)
      for event in events { hash.add(event) }
      count += 1
    }
    for event in await game.finish() { hash.add(event) }
    try file.close()
    let throwCount = game.watch.throwsSoFar.count
    print("\(count) frames, \(throwCount) throws, \(String(hash.value, radix: 16))")
  }
}
