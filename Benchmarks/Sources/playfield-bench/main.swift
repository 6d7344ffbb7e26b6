// How fast dice are read, on one thread and in f32: a JPEG of 640 x 480 in, observations out.
//
//   make bench
//   swift run -c release --package-path Benchmarks playfield-bench [MODEL.onnx [PICTURE.jpg]]
//
// The pieces are timed by turns, so that what disturbs the machine disturbs them all alike.

import CReference
import Foundation
import Inference
import Media
import VisionCore
import VisionRequests

let arguments = CommandLine.arguments.dropFirst()
let modelPath = arguments.first ?? "Models/dice.onnx"
let rounds = 100
let productSide = 1024

/// A picture with edges and noise, which JPEG finds as hard as a photo.
func paintedPicture() throws -> String {
  var random = SystemRandomNumberGenerator()
  let (width, height) = (640, 480)
  var pixels = [UInt8]()
  pixels.reserveCapacity(width * height * 3)
  for y in 0..<height {
    for x in 0..<width {
      let tile = (x / 40 + y / 40).isMultiple(of: 2) ? 90 : 140
      for channel in 0..<3 {
        pixels.append(UInt8(tile + x / 16 + channel * 10 + Int(random.next() % 12)))
      }
    }
  }
  let path = FileManager.default.temporaryDirectory.appending(path: "playfield-bench.jpg").path()
  try ImageWriter.write(RGBImage(width: width, height: height, pixels: pixels), to: path)
  return path
}

let picturePath = try arguments.dropFirst().first ?? paintedPicture()
let picture = try ImageReader.read(contentsOf: picturePath)
let input = PixelSize(width: 320, height: 240)

let model = try DiceModel(path: modelPath, threads: 1)
var live = RecognizeDiceRequest(model: model)
live.search = .live
let thorough = RecognizeDiceRequest(model: model)
let session = try InferenceSession(contentsOf: modelPath, threads: 1)

guard let product = reference_product_open(Int32(productSide)) else { exit(70) }
// OpenCV may refuse a file that OpenVINO runs; the rest is measured all the same.
let dnn = reference_dnn_open(modelPath, Int32(input.width), Int32(input.height))

var decoding = Series()
var reading = Series()
var searching = Series()
var network = Series()
var products = Series()
var opencv = Series()
for round in -3..<rounds {
  if round == 0 {  // What came before was for the caches.
    (decoding, reading, searching) = (Series(), Series(), Series())
    (network, products, opencv) = (Series(), Series(), Series())
  }
  let decoded = try await decoding.time { try ImageReader.read(contentsOf: picturePath) }
  _ = try await reading.time { try await live.perform(on: decoded.image, orientation: .up) }
  // The input of the round before is still there: this is the network and nothing else.
  _ = try await network.time {
    try await session.run(input) { _ throws(InferenceError) in } read: { $0.shape }
  }
  if round.isMultiple(of: 4) {
    _ = try await searching.time {
      try await thorough.perform(on: decoded.image, orientation: .up)
    }
  }
  _ = await products.time { reference_product_run(product) }
  if let dnn { _ = await opencv.time { reference_dnn_run(dnn) } }
}

let operations = dnn.map { Double(reference_dnn_operations($0)) } ?? .nan
let productOperations = 2 * Double(productSide * productSide * productSide)
let size = "\(picture.image.width) x \(picture.image.height)"

func row(_ what: String, _ series: Series, operations: Double? = nil) -> String {
  let rate = operations.map { String(format: "%.1f", $0 / series.best / 1e9) } ?? ""
  return String(
    format: "| %@ | %.2f | %.2f | %@ |", what, series.best * 1e3, series.median * 1e3, rate)
}

let around = decoding.best + reading.best - network.best
print(
  """
  \(Machine.description); \(Machine.date); \(rounds) rounds, one thread, f32

  | what | best, ms | median, ms | GFLOP/s |
  |---|---|---|---|
  \(row("the network at \(input.width) x \(input.height), OpenVINO", network, operations: operations))
  \(row("the same file, OpenCV DNN", opencv, operations: operations))
  \(row("f32 matrix product of \(productSide) x \(productSide), OpenVINO", products, operations: productOperations))
  \(row("decoding a JPEG of \(size)", decoding))
  \(row("a live request, decoded picture to observations", reading))
  \(row("a thorough request, decoded picture to observations", searching))

  """)
print(
  String(
    format: """
      one picture takes %.3f GFLOP
      the network reaches %.0f %% of the matrix product's rate (goal: 50 %% or more)
      around the network: %.2f ms (goal: under 5 ms)
      OpenVINO is %.1f times as fast as OpenCV DNN
      """,
    operations / 1e9,
    100 * (operations / network.best) / (productOperations / products.best),
    around * 1e3, opencv.best / network.best))

reference_product_close(product)
if let dnn { reference_dnn_close(dnn) }
