internal import CPictureIO
public import VisionCore

/// Writes pictures, as PNG or as JPEG of good quality.
public enum ImageWriter {
  /// Writes a picture, replacing a file that is there. The path's ending chooses the format: `.png`,
  /// `.jpg` or `.jpeg`.
  public static func write(_ image: RGBImage, to path: String) throws(MediaError) {
    let ending = fileExtension(of: path)
    guard ["png", "jpg", "jpeg"].contains(ending) else {
      throw .unsupportedOutput(path: path, wanted: "'.jpg' or '.png'")
    }
    let bytes: [UInt8]
    do throws(Fault) {
      bytes = try encode(image, ending: ending)
    } catch {
      throw .writingFailed(path: path, reason: error.reason)
    }
    try bytes.withUnsafeBufferPointer { buffer throws(MediaError) in
      try writeFile(buffer, to: path)
    }
  }

  /// The picture as a JPEG file in memory; `nil` for one with a side of more than 65 500 pixels, and
  /// when memory has run out.
  public static func jpeg(_ image: RGBImage) -> [UInt8]? {
    try? encode(image, ending: "jpg")
  }

  private struct Fault: Error {
    let reason: String
  }

  private static func encode(_ image: RGBImage, ending: String) throws(Fault) -> [UInt8] {
    var encoded: UnsafeMutablePointer<UInt8>?
    var count = 0
    let result = callShim { error, capacity in
      picture_io_image_encode(
        image.pixels, Int32(image.width), Int32(image.height), "." + ending, &encoded, &count,
        error, capacity)
    }
    if case .failed(let reason) = result { throw Fault(reason: reason) }
    defer { picture_io_free(encoded) }
    return Array(UnsafeBufferPointer(start: encoded, count: count))
  }
}
