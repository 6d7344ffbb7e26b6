import CReference
import Foundation
import Inference
import Media
import VisionCore
import VisionRequests

/// How fast dice are read, on one thread and in f32: a JPEG of 640 x 480 in, observations out.
///
///     playfield-bench [MODEL.onnx [PICTURE.jpg]]
///
/// The pieces are timed by turns, so that what disturbs the machine disturbs them all alike.
@main
struct Bench {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    let model = arguments.first ?? "Models/dice.onnx"
    let picture = try arguments.dropFirst().first ?? PaintedPicture.write()
    let report = try await Bench(modelPath: model, picturePath: picture).run()
    print(report)
    if let poses = try await PoseBench.run() { print("\n\(poses)") }
  }

  private static let rounds = 100
  private static let productSide = 1024
  private static let input = PixelSize(width: 320, height: 240)

  let modelPath: String
  let picturePath: String

  private func run() async throws -> Report {
    let model = try DiceModel(path: modelPath, threads: 1)
    var live = RecognizeDiceRequest(model: model)
    live.search = .live
    let thorough = RecognizeDiceRequest(model: model)
    let session = try InferenceSession(contentsOf: modelPath, threads: 1)

    guard let product = reference_product_open(Int32(Self.productSide)) else { exit(70) }
    defer { reference_product_close(product) }
    guard let dnn = reference_dnn_open(modelPath, Int32(Self.input.width), Int32(Self.input.height))
    else { exit(70) }
    defer { reference_dnn_close(dnn) }

    var report = Report(
      operations: Double(reference_dnn_operations(dnn)),
      productOperations: 2 * pow(Double(Self.productSide), 3), rounds: Self.rounds)
    for round in -3..<Self.rounds {
      if round == 0 { report.forget() }  // What came before was for the caches.
      let decoded = try await report.decoding.time { try ImageReader.read(contentsOf: picturePath) }
      _ = try await report.live.time {
        try await live.perform(on: decoded.image, orientation: .up)
      }
      // Draws nothing and reads nothing: this is the network alone.
      _ = try await report.network.time {
        try await session.run(Self.input) { _ throws(InferenceError) in
        } read: {
          $0.shape
        }
      }
      if round.isMultiple(of: 4) {
        _ = try await report.thorough.time {
          try await thorough.perform(on: decoded.image, orientation: .up)
        }
      }
      _ = await report.product.time { reference_product_run(product) }
      _ = await report.openCV.time { reference_dnn_run(dnn) }
    }
    return report
  }
}
