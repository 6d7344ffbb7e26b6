import DiceReading
import Foundation
import Inference
import Media
import PortableInference
import Testing
import VisionCore
import VisionRequests

/// The same network on OpenVINO and on plain Swift, as it runs in the browser: the same answers.
///
/// OpenVINO multiplies floats and plain Swift 16-bit integers. On 195 photographs of 913 dice that
/// changed no label, confidences by 0.02 at most, and of one box, for which another of two looks that
/// are as good was taken, the overlap to 0.947; all others overlap by more than 0.999.
@Suite("Agreement of the runtimes")
struct RuntimeAgreementTests {
  private static let project = URL(filePath: #filePath).appending(path: "../../..")
    .standardizedFileURL
  private static let sets =
    (ProcessInfo.processInfo.environment["PLAYFIELD_SHARED"].map { URL(filePath: $0) }
    ?? project.deletingLastPathComponent().appending(path: "shared")).appending(path: "data/dice")

  /// Fifty photographs, evenly spread over all sets, in `make nightly`; else two of each set.
  static let photos: [String] = {
    let isNightly = ProcessInfo.processInfo.environment["PLAYFIELD_NIGHTLY"] != nil
    let all = [
      "white-tray", "webcam-oblique", "mixed-floors", "phone-trays", "grey-lens", "meeting-table",
      "wooden-six", "ivory-distractors",
    ].map { set in
      let folder = sets.appending(path: "\(set)/images")
      return ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
        .map { folder.appending(path: $0).path }
    }
    guard all.allSatisfy({ $0.count >= 7 }) else { return [] }
    return (0..<(isNightly ? 50 : 2 * all.count)).map { index in
      let set = all[index % all.count]
      return set[index / all.count * (set.count - 1) / 6]
    }
  }()

  @Test func `on our own picture of dice`() async throws {
    let picture = Self.project.appending(path: "Samples/dice.jpg").path
    let largest = try await compare(picture)
    #expect(largest < Self.largestDifference)
  }

  /// Photographs are compared in so many parts, which run beside one another.
  static let parts = 4

  @Test(
    "on photographs by others",
    .enabled(if: !photos.isEmpty, "needs the photos of ../shared, or of PLAYFIELD_SHARED"),
    arguments: 0..<parts)
  func onPhotographs(part: Int) async throws {
    #expect(Set(Self.photos).count == Self.photos.count)
    var largest: Float = 0
    for index in stride(from: part, to: Self.photos.count, by: Self.parts) {
      largest = max(largest, try await compare(Self.photos[index]))
    }
    print("largest difference of an output on a part of the photographs: \(largest)")
    #expect(largest < Self.largestDifference)
  }

  /// Of a number that the networks answer: logits of some ten, and logarithms.
  private static let largestDifference: Float = 0.05

  private static func weights(_ name: String) throws -> Safetensors {
    let file = project.appending(path: "Models/\(name).safetensors")
    return try Safetensors([UInt8](Data(contentsOf: file)))
  }

  /// Reads a picture thoroughly by both; the boxes must be the same.
  ///
  /// - Returns: The largest difference of any number that the networks answer.
  private func compare(_ path: String) async throws -> Float {
    let decoded = try ImageReader.read(contentsOf: path)
    let model = Self.project.appending(path: "Models/dice.onnx").path
    let portraitModel = Self.project.appending(path: "Models/dice-portrait.onnx").path
    let finder = try InferenceSession(contentsOf: model, threads: 1)
    let portraitist = try InferenceSession(contentsOf: portraitModel, threads: 1)
    let ourFinder = try PortableNetwork(
      try Self.weights("dice"), inputChannels: 3, DiceNetwork.describe)
    let ourPortraitist = try PortableNetwork(
      try Self.weights("dice-portrait"), inputChannels: 3, PortraitNetwork.describe)
    let image = decoded.image
    let rgba = (0..<image.width * image.height).map { index in
      SIMD4(image.pixels[3 * index], image.pixels[3 * index + 1], image.pixels[3 * index + 2], 255)
    }
    let stored = PixelSize(width: image.width, height: image.height)
    let size = decoded.orientation.uprightSize(of: stored)
    let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)

    var search = PictureSearch(
      Look.thorough(whole, of: size, cropAndScale: .scaleToFit), confidenceThreshold: 0.2,
      iouThreshold: 0.3, makesPortraits: true, makesViews: true)
    var largest: Float = 0
    while let step = search.nextStep {
      let input = step.drawing.inputSize
      let (session, network) =
        if case .look = step { (finder, ourFinder) } else { (portraitist, ourPortraitist) }
      var picture = [SIMD4<UInt8>](repeating: .zero, count: input.width * input.height)
      rgba.withUnsafeBufferPointer { pixels in
        picture.withUnsafeMutableBufferPointer { picture in
          step.drawing.draw(
            RGBAPixels(size: stored, pixels: pixels.baseAddress!),
            orientation: decoded.orientation, into: picture)
        }
      }
      try network.prepare(width: input.width, height: input.height)
      picture.withUnsafeMutableBufferPointer { network.fill($0) }
      network.run()
      let ours = network.withOutput { span in span.indices.map { span[$0] } }
      let pixels = picture
      let theirs = try await session.run(input) { bytes throws(InferenceError) in
        for (index, pixel) in pixels.enumerated() {
          for channel in 0..<3 { bytes[3 * index + channel] = pixel[channel] }
        }
      } read: { cells in
        cells.values.indices.map { cells.values[$0] }
      }
      #expect(ours.count == theirs.count)
      for (a, b) in zip(ours, theirs) { largest = max(largest, abs(a - b)) }

      switch step {
      case .look(let look):
        let decoder = DiceDecoder(look: look, threshold: search.sightingThreshold)
        search.learn(try decoder.sightings(in: network))
      case .portrait: search.learn(try PortraitAnswer(from: network))
      }
    }

    // How the tops of what was found lie.
    let tops = try InferenceSession(
      contentsOf: Self.project.appending(path: "Models/dice-tops.onnx").path, threads: 1)
    let ourTops = try PortableNetwork(
      try Self.weights("dice-tops"), inputChannels: 3, TopNetwork.describe)
    let side = TopNetwork.inputSide
    try ourTops.prepare(width: side, height: side)
    for die in search.dice {
      var picture = [SIMD4<UInt8>](repeating: .zero, count: side * side)
      rgba.withUnsafeBufferPointer { pixels in
        picture.withUnsafeMutableBufferPointer { picture in
          TopNetwork.view(of: die.die.boundingBox, in: size).draw(
            RGBAPixels(size: stored, pixels: pixels.baseAddress!),
            orientation: decoded.orientation, into: picture)
        }
      }
      picture.withUnsafeMutableBufferPointer { ourTops.fill($0) }
      ourTops.run()
      let ours = ourTops.withOutput { span in span.indices.map { span[$0] } }
      let pixels = picture
      let theirs = try await tops.run(PixelSize(width: side, height: side)) {
        bytes throws(InferenceError) in
        for (index, pixel) in pixels.enumerated() {
          for channel in 0..<3 { bytes[3 * index + channel] = pixel[channel] }
        }
      } read: { cells in
        cells.values.indices.map { cells.values[$0] }
      }
      #expect(ours.count == 7 && theirs.count == 7)
      // A hundredth is a third of a pixel of what the network is shown.
      for (a, b) in zip(ours, theirs) { #expect(abs(a - b) < 0.01, "\(path)") }
    }

    let ours = search.dice.map(\.die)
    // By way of the request, whose pictures OpenCV draws.
    let request = RecognizeDiceRequest(model: try DiceModel(path: model, threads: 1))
    let theirs = try await request.perform(on: image, orientation: decoded.orientation)
    #expect(ours.map(\.label) == theirs.map(\.label), "\(path)")
    for (a, b) in zip(ours, theirs) {
      #expect(a.boundingBox.intersectionOverUnion(b.boundingBox) > 0.9, "\(path)")
      #expect(abs(a.confidence - b.confidence) < 0.03, "\(path)")
    }
    return largest
  }
}
