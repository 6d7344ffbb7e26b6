import CHEIF
import Foundation
import Testing
import VisionCore

@testable import Media

/// Left half red, right half blue, the lower half transparent where that is wanted; 64 x 48.
private func encoded(
  _ format: heif_compression_format, hasAlpha: Bool = false, turned: heif_orientation? = nil
) throws -> [UInt8] {
  struct Refused: Error {}
  func check(_ error: heif_error) throws { if error.code != heif_error_Ok { throw Refused() } }
  let context = heif_context_alloc()
  defer { heif_context_free(context) }
  var encoder: OpaquePointer?
  try check(heif_context_get_encoder_for_format(context, format, &encoder))
  defer { heif_encoder_release(encoder) }
  try check(heif_encoder_set_lossy_quality(encoder, 90))
  var image: OpaquePointer?
  try check(
    heif_image_create(
      64, 48, heif_colorspace_RGB,
      hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB, &image))
  defer { heif_image_release(image) }
  try check(heif_image_add_plane(image, heif_channel_interleaved, 64, 48, 8))
  var stride: Int32 = 0
  let rows = try #require(heif_image_get_plane(image, heif_channel_interleaved, &stride))
  let channels = hasAlpha ? 4 : 3
  for y in 0..<48 {
    for x in 0..<64 {
      let pixel = rows + y * Int(stride) + x * channels
      (pixel[0], pixel[1], pixel[2]) = x < 32 ? (254, 0, 0) : (0, 0, 254)
      if hasAlpha { pixel[3] = y < 24 ? 255 : 0 }
    }
  }
  let options = try #require(heif_encoding_options_alloc())
  defer { heif_encoding_options_free(options) }
  if let turned { options.pointee.image_orientation = turned }
  var handle: OpaquePointer?
  try check(heif_context_encode_image(context, image, encoder, options, &handle))
  heif_image_handle_release(handle)
  let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
  defer { try? FileManager.default.removeItem(atPath: path) }
  try check(heif_context_write_to_file(context, path))
  return [UInt8](try Data(contentsOf: URL(filePath: path)))
}

@Suite("HEIC and AVIF")
struct HEIFTests {
  @Test(arguments: [heif_compression_HEVC, heif_compression_AV1])
  func `are read like other pictures`(format: heif_compression_format) throws {
    let picture = try ImageReader.decode(try encoded(format), path: "a")
    #expect(picture.image.width == 64 && picture.image.height == 48)
    #expect(picture.storedWidth == 64 && picture.storedHeight == 48)
    #expect(picture.orientation == .up)
    #expect(picture.image.isNear([254, 0, 0], 0.2, 0.5), "\(picture.image.color(0.2, 0.5))")
    #expect(picture.image.isNear([0, 0, 254], 0.8, 0.5), "\(picture.image.color(0.8, 0.5))")
  }

  @Test(arguments: [heif_compression_HEVC, heif_compression_AV1])
  func `lay on white what is transparent`(format: heif_compression_format) throws {
    let image = try ImageReader.decode(try encoded(format, hasAlpha: true), path: "a").image
    #expect(image.isNear([254, 0, 0], 0.2, 0.2), "\(image.color(0.2, 0.2))")
    #expect(image.isNear([255, 255, 255], 0.2, 0.8), "\(image.color(0.2, 0.8))")
  }

  @Test func `are turned upright once`() throws {
    let turned = try encoded(heif_compression_HEVC, turned: heif_orientation_rotate_90_cw)
    let picture = try ImageReader.decode(turned, path: "a")
    #expect(picture.orientation == .up)
    #expect(picture.image.width == 48 && picture.image.height == 64)
    #expect(picture.image.isNear([254, 0, 0], 0.5, 0.2), "\(picture.image.color(0.5, 0.2))")
  }

  @Test(arguments: [heif_compression_HEVC, heif_compression_AV1])
  func `are errors once they are cut off or damaged`(format: heif_compression_format) throws {
    let whole = try encoded(format)
    for count in stride(from: 1, to: whole.count, by: 7) {
      #expect(throws: MediaError.self, "\(count) of \(whole.count)") {
        try ImageReader.decode(Array(whole.prefix(count)), path: "a")
      }
    }
    // Changed bytes give an error or a picture, and nothing worse.
    for index in stride(from: 0, to: whole.count, by: 3) {
      var changed = whole
      changed[index] ^= 0x55
      _ = try? ImageReader.decode(changed, path: "a")
    }
  }

  @Test func `are refused before they are decoded where they are too large`() throws {
    let bytes = try encoded(heif_compression_HEVC)
    #expect(throws: MediaError.tooLarge(path: "a", width: 64, height: 48, pixelLimit: 3071)) {
      try HEIFDecoder.decode(bytes, format: "HEIC", path: "a", pixelLimit: 3071)
    }
  }
}
