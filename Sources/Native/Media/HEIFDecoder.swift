internal import CHEIF
internal import VisionCore

/// Decodes HEIC and AVIF files by libheif: the primary picture, upright, for libheif turns it as the file says.
enum HEIFDecoder {
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - format: What the file is, for errors.
  ///   - path: What errors name it by.
  ///   - pixelLimit: Larger pictures are refused by what the file says, before a pixel is decoded: Debian's libheif has no limits.
  /// - Returns: The picture in 8 bits a color, what is transparent on white.
  /// - Throws: Why it cannot be read.
  static func decode(
    _ bytes: [UInt8], format: String, path: String, pixelLimit: Int
  ) throws(MediaError) -> RGBImage {
    guard let context = heif_context_alloc() else { throw memoryRanOut(path) }
    defer { heif_context_free(context) }
    heif_context_set_max_decoding_threads(context, 0)
    var result: Result<RGBImage, MediaError> = .failure(memoryRanOut(path))
    // The context reads from the bytes until it has decoded.
    bytes.withUnsafeBytes { bytes in
      result = Result { () throws(MediaError) in
        func check(_ error: heif_error) throws(MediaError) {
          if error.code != heif_error_Ok { throw failure(error, format: format, path: path) }
        }
        try check(
          heif_context_read_from_memory_without_copy(
            context, bytes.baseAddress, bytes.count, nil))
        var handle: OpaquePointer?
        try check(heif_context_get_primary_image_handle(context, &handle))
        defer { heif_image_handle_release(handle) }
        let width = Int(heif_image_handle_get_width(handle))
        let height = Int(heif_image_handle_get_height(handle))
        guard width > 0, height > 0 else {
          throw .damaged(path: path, reason: "it says that it is \(width) x \(height)")
        }
        guard width <= pixelLimit / height else {
          throw .tooLarge(path: path, width: width, height: height, pixelLimit: pixelLimit)
        }
        guard let options = heif_decoding_options_alloc() else { throw memoryRanOut(path) }
        defer { heif_decoding_options_free(options) }
        options.pointee.strict_decoding = 1
        options.pointee.convert_hdr_to_8bit = 1
        let hasAlpha = heif_image_handle_has_alpha_channel(handle) != 0
        var decoded: OpaquePointer?
        try check(
          heif_decode_image(
            handle, &decoded, heif_colorspace_RGB,
            hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB, options))
        defer { heif_image_release(decoded) }
        guard let image = image(decoded, hasAlpha: hasAlpha, pixelLimit: pixelLimit) else {
          throw .damaged(path: path, reason: "its picture data is damaged or cut off")
        }
        return image
      }
    }
    return try result.get()
  }

  private static func image(
    _ decoded: OpaquePointer?, hasAlpha: Bool, pixelLimit: Int
  ) -> RGBImage? {
    let width = Int(heif_image_get_width(decoded, heif_channel_interleaved))
    let height = Int(heif_image_get_height(decoded, heif_channel_interleaved))
    var stride: Int32 = 0
    guard width > 0, height > 0, width <= pixelLimit / height,
      let rows = heif_image_get_plane_readonly(decoded, heif_channel_interleaved, &stride)
    else { return nil }
    let isPremultiplied = hasAlpha && heif_image_is_premultiplied_alpha(decoded) != 0
    let channels = hasAlpha ? 4 : 3
    let pixels = [UInt8](unsafeUninitializedCapacity: width * height * 3) { buffer, filled in
      var target = 0
      for y in 0..<height {
        let row = rows + y * Int(stride)
        for x in 0..<width {
          let pixel = row + x * channels
          let alpha = hasAlpha ? Int(pixel[3]) : 255
          for channel in 0..<3 {
            let part = isPremultiplied ? Int(pixel[channel]) * 255 : Int(pixel[channel]) * alpha
            buffer[target] = UInt8(min(255, (part + (255 - alpha) * 255 + 127) / 255))
            target += 1
          }
        }
      }
      filled = width * height * 3
    }
    return RGBImage(width: width, height: height, pixels: pixels)
  }

  private static func failure(
    _ error: heif_error, format: String, path: String
  ) -> MediaError {
    if error.subcode == heif_suberror_End_of_data { return .truncated(path: path) }
    switch error.code {
    case heif_error_Unsupported_filetype, heif_error_Unsupported_feature:
      return .unsupportedFormat(path: path, format: format)
    case heif_error_Memory_allocation_error:
      return memoryRanOut(path)
    default:
      return .damaged(path: path, reason: error.message.map { String(cString: $0) } ?? "")
    }
  }

  private static func memoryRanOut(_ path: String) -> MediaError {
    .unreadable(path: path, reason: "memory has run out")
  }
}
