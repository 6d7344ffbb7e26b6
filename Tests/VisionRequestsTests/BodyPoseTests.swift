import Foundation
import Media
import TestScenes
import Testing
import VisionCore

@testable import VisionRequests

/// The pose requests, with MediaPipe's networks, on photographs by other people.
@Suite("Body pose")
struct BodyPoseTests {
  /// What MediaPipe itself finds in a photograph.
  struct Reference: Decodable, Sendable, CustomTestStringConvertible {
    let file: String
    let landmarks: [[Double]]?

    var testDescription: String { file }
  }

  private struct References: Decodable {
    let names: [String]
    let images: [Reference]
  }

  static let folder =
    (ProcessInfo.processInfo.environment["PLAYFIELD_SHARED"].map { URL(filePath: $0) }
    ?? URL(filePath: #filePath).appending(path: "../../../../shared").standardizedFileURL)
    .appending(path: "data/pose")
  static let references: (names: [String], images: [Reference]) = {
    let file = try? Data(contentsOf: folder.appending(path: "lsp_mediapipe.json"))
    let decoded = file.flatMap { try? JSONDecoder().decode(References.self, from: $0) }
    return (decoded?.names ?? [], decoded?.images.filter { $0.landmarks != nil } ?? [])
  }()
  static let hasPhotos = !references.images.isEmpty
  static let model = Result { try BodyPoseModel(threads: 1) }

  private static func photo(_ file: String) throws -> RGBImage {
    try ImageReader.read(contentsOf: folder.appending(path: "lsp/\(file)").path).image
  }

  @Test(
    "joints are where MediaPipe finds them, to a thousandth of the picture",
    .enabled(if: hasPhotos, "needs the photos of ../shared, or of PLAYFIELD_SHARED"),
    arguments: references.images.prefix(20))
  func reference(_ reference: Reference) async throws {
    let image = try Self.photo(reference.file)
    let request = DetectHumanBodyPoseRequest(model: try Self.model.get())
    let people = try await request.perform(on: image, orientation: .up)
    let person = try #require(people.first)
    for name in JointName.allCases {
      guard let index = Self.references.names.firstIndex(of: "\(name)") else { continue }
      let mark = try #require(reference.landmarks?[index])
      let joint = person[name].location
      let apart = hypot(
        joint.x * Double(image.width) - mark[0], joint.y * Double(image.height) - mark[1])
      #expect(apart < 0.001 * Double(max(image.width, image.height)) + 0.01, "\(name)")
    }
    let hips = (person[.leftHip].location, person[.rightHip].location)
    #expect(abs(person[.root].location.x - (hips.0.x + hips.1.x) / 2) < 1e-9)
  }

  @Test(
    "a person a fifth as high as a wide picture is found, and nobody else",
    .enabled(if: hasPhotos, "needs the photos of ../shared, or of PLAYFIELD_SHARED"))
  func small() async throws {
    let photo = try Self.photo(Self.references.images[1].file)
    let request = DetectHumanBodyPoseRequest(model: try Self.model.get())
    let near = try #require(try await request.perform(on: photo, orientation: .up).first)
    let (width, height) = (photo.height * 4, photo.height * 9 / 4)
    let (left, top) = (width * 3 / 5, height * 2 / 5)
    var wide = RGBImage(
      width: width, height: height,
      pixels: [UInt8](repeating: 128, count: width * height * 3))
    for row in 0..<photo.height {
      let from = row * photo.width * 3
      let to = ((top + row) * wide.width + left) * 3
      wide.pixels.replaceSubrange(
        to..<to + photo.width * 3, with: photo.pixels[from..<from + photo.width * 3])
    }
    let people = try await request.perform(on: wide, orientation: .up)
    #expect(people.count == 1)
    let far = try #require(people.first)
    let place = SIMD2(
      far[.root].location.x * Double(wide.width) - Double(left),
      far[.root].location.y * Double(wide.height) - Double(top))
    let wanted = SIMD2(
      near[.root].location.x * Double(photo.width), near[.root].location.y * Double(photo.height))
    #expect((place - wanted).length < 0.05 * Double(photo.height))
  }

  @Test(
    "people are sought in the region of interest alone",
    .enabled(if: hasPhotos, "needs the photos of ../shared, or of PLAYFIELD_SHARED"))
  func region() async throws {
    let photo = try Self.photo(Self.references.images[1].file)
    // The same person twice, side by side.
    var pair = RGBImage(
      width: 2 * photo.width, height: photo.height,
      pixels: [UInt8](repeating: 0, count: 2 * photo.pixels.count))
    let row = 3 * photo.width
    for y in 0..<photo.height {
      let pixels = photo.pixels[(y * row)..<((y + 1) * row)]
      pair.pixels.replaceSubrange((2 * y * row)..<((2 * y + 1) * row), with: pixels)
      pair.pixels.replaceSubrange(((2 * y + 1) * row)..<(2 * (y + 1) * row), with: pixels)
    }
    let model = try Self.model.get()
    var request = DetectHumanBodyPoseRequest(model: model)
    #expect(try await request.perform(on: pair, orientation: .up).count == 2)
    let right = BoundingBox(x: 0.5, y: 0, width: 0.5, height: 1)
    request.regionOfInterest = right
    let people = try await request.perform(on: pair, orientation: .up)
    #expect(people.count == 1 && people.allSatisfy { $0[.root].location.x > 0.5 })
    var tracking = TrackHumanBodyPoseRequest(model: model, regionOfInterest: right)
    #expect(try await tracking.perform(on: pair, orientation: .up).count == 1)
    request.regionOfInterest = BoundingBox(x: 2, y: 0, width: 1, height: 1)
    #expect(try await request.perform(on: pair, orientation: .up).isEmpty)
  }

  @Test(
    "a photograph on its side gives the same joints",
    .enabled(if: hasPhotos, "needs the photos of ../shared, or of PLAYFIELD_SHARED"),
    arguments: [ImageOrientation.right, .down, .leftMirrored])
  func orientation(_ orientation: ImageOrientation) async throws {
    let image = try Self.photo(Self.references.images[1].file)
    let request = DetectHumanBodyPoseRequest(model: try Self.model.get())
    let upright = try await request.perform(on: image, orientation: .up)
    let turned = try await request.perform(
      on: image.stored(as: orientation), orientation: orientation)
    try #require(upright.count == 1 && turned.count == 1)
    for name in JointName.allCases {
      let (a, b) = (upright[0][name].location, turned[0][name].location)
      #expect(hypot(a.x - b.x, a.y - b.y) < 0.02, "\(name)")
    }
  }

  @Test(
    "in a film a person is followed as they shift, and forgotten when they are gone",
    .enabled(if: hasPhotos, "needs the photos of ../shared, or of PLAYFIELD_SHARED"))
  func tracking() async throws {
    let photo = try Self.photo(Self.references.images[1].file)
    var request = TrackHumanBodyPoseRequest(model: try Self.model.get())
    var noses: [Double] = []
    for step in 0..<5 {
      let people = try await request.perform(on: photo.shifted(right: step * 3), orientation: .up)
      noses.append(try #require(people.first)[.nose].location.x * Double(photo.width))
      #expect(people.count == 1)
    }
    for step in 1..<5 { #expect(abs(noses[step] - noses[0] - Double(step * 3)) < 3) }
    let wall = RGBImage(
      width: photo.width, height: photo.height,
      pixels: [UInt8](repeating: 128, count: photo.pixels.count))
    #expect(try await request.perform(on: wall, orientation: .up).isEmpty)
    #expect(try await request.perform(on: photo, orientation: .up).count == 1)
  }

  @Test func `a picture of nobody is no error`() async throws {
    let request = DetectHumanBodyPoseRequest(model: try Self.model.get())
    let wall = RGBImage(width: 3, height: 500, pixels: [UInt8](repeating: 90, count: 4500))
    #expect(try await request.perform(on: wall, orientation: .up).isEmpty)
  }
}

extension RGBImage {
  /// The picture moved to the right, its left edge drawn out.
  fileprivate func shifted(right distance: Int) -> RGBImage {
    var shifted = self
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<3 {
          shifted.pixels[(y * width + x) * 3 + channel] =
            pixels[(y * width + max(0, x - distance)) * 3 + channel]
        }
      }
    }
    return shifted
  }
}
