import Foundation
import PlayfieldMaths
import Testing
import VisionCore

@testable import PlaneTracking

/// 1,000 random views of a plane, of which every second one is noisy, and what OpenCV makes of them
/// (`Tests/Fixtures/make_homographies.py`).
@Suite("Homographies and poses, beside OpenCV's")
struct OpenCVAgreementTests {
  private static let answers = Result {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Fixtures/homographies.json")
    return try JSONDecoder().decode([[Double]].self, from: Data(contentsOf: file))
  }

  /// The camera, places of the plane, and the pixels at which they are seen.
  private func view(
    _ seed: Int
  ) -> (camera: PinholeCamera<PixelFrame>, places: [SIMD2<Double>], pixels: [PixelPoint]) {
    var random = SplitMix64(seed: UInt64(seed))
    let count = 8 + Int(random.next() % 24)
    let focalLength = random.uniform(400, 1200)
    var (w, x, y, z) = (
      1.0, random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5), random.uniform(-0.9, 0.9)
    )
    let size = (w * w + x * x + y * y + z * z).squareRoot()
    (w, x, y, z) = (w / size, x / size, y / size, z / size)
    let turn = Matrix3(
      SIMD3(1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
      SIMD3(2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
      SIMD3(2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)))
    let distance = random.uniform(2.5, 6)
    let shift = SIMD3(
      random.uniform(-0.3, 0.3) * distance, random.uniform(-0.3, 0.3) * distance, distance)
    let noise = seed.isMultiple(of: 2) ? 0.0 : 0.5
    var (places, pixels): ([SIMD2<Double>], [PixelPoint]) = ([], [])
    for _ in 0..<count {
      let place = SIMD2(random.uniform(-1, 1), random.uniform(-1, 1))
      let point = turn * SIMD3(place, 0) + shift
      places.append(place)
      pixels.append(
        PixelPoint(
          x: 320 + focalLength * point.x / point.z + random.uniform(-noise, noise),
          y: 240 + focalLength * point.y / point.z + random.uniform(-noise, noise)))
    }
    let camera = PinholeCamera(focalLength: focalLength, center: PixelPoint(x: 320, y: 240))
    return (camera, places, pixels)
  }

  @Test func `homographies agree at the corners`() throws {
    let answers = try Self.answers.get()
    #expect(answers.count == 1000)
    var largest = (exact: 0.0, noisy: 0.0)
    for (seed, answer) in answers.enumerated() {
      let (_, places, pixels) = view(seed)
      let seen = pixels.map(\.coordinates)
      let found = try #require(Matrix3.homography(from: places, to: seen), "\(seed)")
      let corners = [SIMD2(-1.0, -1), SIMD2(1, -1), SIMD2(1, 1), SIMD2(-1, 1)]
      for (index, corner) in corners.enumerated() {
        let seen = try #require(found.map(corner), "\(seed)")
        let off = (seen - SIMD2(answer[2 * index], answer[2 * index + 1])).length
        if seed.isMultiple(of: 2) {
          largest.exact = max(largest.exact, off)
        } else {
          largest.noisy = max(largest.noisy, off)
        }
      }
    }
    #expect(largest.exact < 0.001 && largest.noisy < 0.05, "\(largest)")
  }

  @Test func `poses agree`() throws {
    let answers = try Self.answers.get()
    var largest = (turn: 0.0, shift: 0.0)
    for (seed, answer) in answers.enumerated() {
      let (camera, places, pixels) = view(seed)
      let pose = try #require(
        PlanePose(places: places, seen: pixels, camera: camera), "\(seed)")
      let columns = pose.rotation.transposed.rows
      let right = SIMD3(answer[8], answer[9], answer[10])
      let normal = SIMD3(answer[11], answer[12], answer[13])
      let shift = SIMD3(answer[14], answer[15], answer[16])
      largest.turn = max(largest.turn, (columns.0 - right).length, (columns.2 - normal).length)
      largest.shift = max(largest.shift, (pose.translation - shift).length / shift.length)
    }
    #expect(largest.turn < 0.001 && largest.shift < 0.001, "\(largest)")
  }
}
