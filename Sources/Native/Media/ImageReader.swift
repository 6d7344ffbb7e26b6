internal import CFFmpeg
internal import CPictureIO
internal import VisionCore

/// Reads pictures: JPEG, PNG, WebP, HEIC, AVIF, BMP and TIFF, and the first picture of an animated GIF, WebP
/// or PNG or of a TIFF of many pages.
///
/// A file is recognized by its content, never by its name. Grey, CMYK and deeper pictures become
/// 8-bit RGB; what is transparent is laid on white. A file that ends early or is damaged is an error and not half
/// a picture: what is missing might have been a die.
public enum ImageReader {
  /// Pictures of more pixels than this are read smaller.
  static let scaledFrom = 25_000_000
  /// The largest JPEG that is read. A progressive one of this size takes 1.5 GB while it is decoded.
  static let jpegPixelLimit = 250_000_000
  /// The largest picture of another format, which has to be decoded whole.
  static let pixelLimit = 120_000_000

  /// The largest file that is read: 120 million pixels of 16 bits a colour are 720 MB.
  static let byteLimit = 1_000_000_000

  /// Whether a file may be a picture, by its first bytes, also one of a format that is not read.
  ///
  /// - Parameter path: Of a file, a folder, or nothing.
  /// - Returns: `false` also for what cannot be read.
  public static func isImage(_ path: String) -> Bool {
    let head = startOfFile(path, limit: 512)
    return head.flatMap { ImageFormat($0[...]) } != nil
  }

  public static func read(contentsOf path: String) throws(MediaError) -> DecodedImage {
    // A film or a disk image is not read whole only to be refused.
    let bytes = try readFile(path, limit: byteLimit) { start throws(MediaError) in
      _ = try format(of: start, path: path)
    }
    return try decode(bytes, path: path)
  }

  /// - Throws: Why no picture can be read, as far as a file's first bytes show.
  private static func format(
    of bytes: ArraySlice<UInt8>, path: String
  ) throws(MediaError) -> ImageFormat {
    switch ImageFormat(bytes) {
    case .unsupported(let format):
      throw .unsupportedFormat(path: path, format: format)
    case let format?:
      return format
    case nil:
      throw VideoContainer(bytes) != nil
        ? .videoInsteadOfImage(path: path) : .notAnImage(path: path)
    }
  }

  /// Decodes a picture that lies in memory.
  ///
  /// - Parameters:
  ///   - bytes: The content of a file.
  ///   - path: What errors name it by.
  /// - Returns: The picture as it is stored, not turned; HEIC and AVIF come upright.
  /// - Throws: Why it cannot be read: empty, truncated, damaged, too large, or no picture.
  public static func decode(_ bytes: [UInt8], path: String) throws(MediaError) -> DecodedImage {
    guard !bytes.isEmpty else { throw .empty(path: path) }
    let file = bytes[...]
    switch try format(of: file, path: path) {
    case .jpeg:
      return try decodeJPEG(file, path: path)
    case .png:
      return try decode(bytes, ImageHeader(png: file), path, by: still)
    case .gif:
      return try decode(bytes, ImageHeader(gif: file), path, by: firstOfAnimation)
    case .webp:
      return try decodeWebP(WebPContainer(file), bytes, path)
    case .bmp:
      return try decode(bytes, ImageHeader(bmp: file), path, by: still)
    case .tiff:
      // A number a colour that may be anything has no white.
      guard TIFFDirectory(file)?.firstNumber(.sampleFormat) != 3 else {
        throw .unsupportedFormat(path: path, format: "floating-point TIFF")
      }
      return try decode(bytes, ImageHeader(tiff: file), path, by: still)
    case .heif(let format):
      let image = try HEIFDecoder.decode(
        bytes, format: format, path: path, pixelLimit: pixelLimit)
      return DecodedImage(
        image: image.reduced(toPixels: scaledFrom), orientation: .up, storedWidth: image.width,
        storedHeight: image.height)
    case .unsupported(let format):
      throw .unsupportedFormat(path: path, format: format)
    }
  }

  /// Of an animation, the first frame, on white where it does not cover the whole picture.
  private static func decodeWebP(
    _ container: WebPContainer, _ bytes: [UInt8], _ path: String
  ) throws(MediaError) -> DecodedImage {
    guard let canvas = container.header, let frame = container.firstFrame else {
      return try decode(bytes, container.header, path, by: still)
    }
    var header = canvas
    (header.width, header.height) = (frame.width, frame.height)
    if frame.x == 0, frame.y == 0, (canvas.width, canvas.height) == (frame.width, frame.height) {
      return try decode(frame.file, header, path, by: still)
    }
    guard canvas.width <= scaledFrom / canvas.height else {
      throw .tooLarge(
        path: path, width: canvas.width, height: canvas.height, pixelLimit: scaledFrom)
    }
    guard frame.x + frame.width <= canvas.width, frame.y + frame.height <= canvas.height else {
      throw .damaged(path: path, reason: "its first frame reaches out of the picture")
    }
    // No larger than the canvas, so the frame is not made smaller.
    let decoded = try decode(frame.file, header, path, by: still).image
    var pixels = [UInt8](repeating: 255, count: canvas.width * canvas.height * 3)
    for row in 0..<decoded.height {
      let start = ((frame.y + row) * canvas.width + frame.x) * 3
      let source = row * decoded.width * 3
      pixels.replaceSubrange(
        start..<start + decoded.width * 3,
        with: decoded.pixels[source..<source + decoded.width * 3])
    }
    return DecodedImage(
      image: RGBImage(width: canvas.width, height: canvas.height, pixels: pixels),
      orientation: canvas.orientation, storedWidth: canvas.width, storedHeight: canvas.height)
  }

  private static func decodeJPEG(
    _ bytes: ArraySlice<UInt8>, path: String
  ) throws(MediaError) -> DecodedImage {
    let markers = JPEGMarkers(bytes)
    // The decoder keeps only its first warning, which may be a harmless one.
    guard markers.isComplete else { throw .truncated(path: path) }
    do {
      let picture = try JPEGDecoder().decode(
        bytes, isAdobe: markers.isAdobe, scalingFrom: scaledFrom, pixelLimit: jpegPixelLimit)
      return DecodedImage(
        image: picture.image, orientation: markers.orientation, storedWidth: picture.storedWidth,
        storedHeight: picture.storedHeight)
    } catch {
      switch error {
      case .truncated:
        throw .truncated(path: path)
      case .damaged(let reason):
        throw .damaged(path: path, reason: reason)
      case .tooLarge(let width, let height):
        throw .tooLarge(path: path, width: width, height: height, pixelLimit: jpegPixelLimit)
      }
    }
  }

  /// Decodes after a look at the header: what it announces is what decoding would take.
  private static func decode(
    _ bytes: [UInt8], _ header: ImageHeader?, _ path: String,
    by decoder: (
      _ bytes: [UInt8], _ header: ImageHeader, _ path: String
    ) throws(MediaError) -> RGBImage
  ) throws(MediaError) -> DecodedImage {
    guard let header else { throw .truncated(path: path) }
    guard header.width > 0, header.height > 0 else {
      throw .damaged(path: path, reason: "it says that it is \(header.width) x \(header.height)")
    }
    guard header.width <= pixelLimit / header.height else {
      throw .tooLarge(
        path: path, width: header.width, height: header.height, pixelLimit: pixelLimit)
    }
    guard !header.isTruncated else { throw .truncated(path: path) }
    return DecodedImage(
      image: try decoder(bytes, header, path), orientation: header.orientation,
      storedWidth: header.width,
      storedHeight: header.height)
  }

  /// A picture, by OpenCV.
  private static func still(
    _ bytes: [UInt8], _ header: ImageHeader, _ path: String
  ) throws(MediaError) -> RGBImage {
    var decoded: OpaquePointer?
    let result = callShim { error, capacity in
      picture_io_image_decode(
        bytes, bytes.count, Int64(scaledFrom), header.transparency.shim, &decoded, error, capacity)
    }
    if case .failed(let reason) = result { throw .damaged(path: path, reason: reason) }
    defer { picture_io_image_close(decoded) }
    let width = Int(picture_io_image_width(decoded))
    let height = Int(picture_io_image_height(decoded))
    return try rgbImage(width: width, height: height, path: path) { buffer, count in
      callShim { picture_io_image_copy_rgb(decoded, buffer, count, $0, $1) }
    }
  }

  /// The first picture of a GIF, by FFmpeg.
  private static func firstOfAnimation(
    _ bytes: [UInt8], _ header: ImageHeader, _ path: String
  ) throws(MediaError) -> RGBImage {
    // The shim reads from the bytes until it is closed, so all of it happens in here.
    let image = bytes.withUnsafeBufferPointer { bytes -> RGBImage? in
      let video = try? OpenVideo(path: path) {
        cffmpeg_video_open_bytes(
          bytes.baseAddress, bytes.count, Int64(pixelLimit), Int64(scaledFrom), $0, $1, $2)
      }
      return try? video?.readRGB()?.image
    }
    guard let image else {
      throw .damaged(path: path, reason: "its first picture is damaged or cut off")
    }
    return image
  }
}

extension RGBImage {
  /// The means of squares of pixels, as large as they have to be; the picture itself where it is small enough.
  func reduced(toPixels limit: Int) -> RGBImage {
    guard width * height > limit else { return self }
    let side = Int((Double(width * height) / Double(limit)).squareRoot().rounded(.up))
    let (columns, rows) = (max(1, width / side), max(1, height / side))
    var reduced = [UInt8](repeating: 0, count: columns * rows * 3)
    pixels.withUnsafeBufferPointer { pixels in
      for row in 0..<rows {
        for column in 0..<columns {
          var sums = SIMD3<Int>.zero
          var count = 0
          for y in row * side..<min(height, (row + 1) * side) {
            for x in column * side..<min(width, (column + 1) * side) {
              let start = (y * width + x) * 3
              sums &+= SIMD3(Int(pixels[start]), Int(pixels[start + 1]), Int(pixels[start + 2]))
              count += 1
            }
          }
          for channel in 0..<3 {
            reduced[(row * columns + column) * 3 + channel] = UInt8(
              (sums[channel] + count / 2) / count)
          }
        }
      }
    }
    return RGBImage(width: columns, height: rows, pixels: reduced)
  }
}

extension Transparency {
  fileprivate var shim: picture_io_transparency {
    switch self {
    case .none: PICTURE_IO_OPAQUE
    case .straight: PICTURE_IO_STRAIGHT
    case .premultiplied: PICTURE_IO_PREMULTIPLIED
    }
  }
}

/// An image whose pixels a shim writes into a buffer of `width * height * 3` bytes.
func rgbImage(
  width: Int, height: Int, path: String,
  copy: (_ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int) -> ShimResult
) throws(MediaError) -> RGBImage {
  let pixels = try bytes(width * height * 3, path: path, copy: copy)
  return RGBImage(width: width, height: height, pixels: pixels)
}

/// As many bytes as a shim's function copies.
func bytes(
  _ count: Int, path: String,
  copy: (_ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int) -> ShimResult
) throws(MediaError) -> [UInt8] {
  var result = ShimResult.done
  let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
    result = copy(buffer.baseAddress, count)
    filled = result == .done ? count : 0
  }
  if case .failed(let reason) = result { throw .damaged(path: path, reason: reason) }
  return bytes
}
