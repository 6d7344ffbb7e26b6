internal import CPictureIO
internal import CTurboJPEG
internal import VisionCore

/// Decodes JPEG files by libturbojpeg.
final class JPEGDecoder {
  private let handle: tjhandle

  init() {
    guard let handle = tjInitDecompress() else { fatalError("no memory for a JPEG decoder") }
    self.handle = handle
  }

  deinit { tjDestroy(handle) }

  /// Why a file is not decoded; the caller knows its name.
  enum Failure: Error {
    case truncated
    case damaged(reason: String)
    case tooLarge(width: Int, height: Int)
  }

  struct Picture {
    var image: RGBImage
    /// In pixels, before scaling.
    var storedWidth: Int
    /// In pixels, before scaling.
    var storedHeight: Int
  }

  /// Decodes a picture. One of more than `scalingFrom` pixels is decoded smaller, by the fractions
  /// that the transform itself allows (7/8 to 1/8), so that large photographs cost little memory.
  /// A progressive file is held in memory whole however small it is decoded, so there is an end to
  /// what is read: `pixelLimit`. With `isAdobe` the inks of a CMYK picture are stored inverted.
  func decode(
    _ bytes: ArraySlice<UInt8>, isAdobe: Bool, scalingFrom: Int, pixelLimit: Int
  ) throws(Failure) -> Picture {
    var width: Int32 = 0
    var height: Int32 = 0
    var subsampling: Int32 = 0
    var colorspace: Int32 = -1
    let header = bytes.withUnsafeBufferPointer {
      tjDecompressHeader3(
        handle, $0.baseAddress, UInt($0.count), &width, &height, &subsampling, &colorspace)
    }
    // Subsampling that has no name is an error to the library here and none when it decodes.
    if header != 0, subsampling >= 0, let failure = seriousFailure() { throw failure }
    guard width > 0, height > 0, colorspace >= 0 else { throw failure() }
    guard Int(width) * Int(height) <= pixelLimit else {
      throw .tooLarge(width: Int(width), height: Int(height))
    }

    let inks = colorspace == Int32(TJCS_CMYK.rawValue) || colorspace == Int32(TJCS_YCCK.rawValue)
    let (scaledWidth, scaledHeight) = scaledSize(width, height, atMost: scalingFrom)
    let channels = inks ? 4 : 3
    let count = Int(scaledWidth) * Int(scaledHeight)
    var status: Int32 = -1
    var pixels = [UInt8](unsafeUninitializedCapacity: count * channels) { buffer, filled in
      status = bytes.withUnsafeBufferPointer {
        tjDecompress2(
          handle, $0.baseAddress, UInt($0.count), buffer.baseAddress, scaledWidth, 0, scaledHeight,
          Int32((inks ? TJPF_CMYK : TJPF_RGB).rawValue), TJFLAG_LIMITSCANS)
      }
      filled = count * channels
    }
    if status != 0, let failure = seriousFailure() { throw failure }
    if inks {
      pixels = [UInt8](unsafeUninitializedCapacity: count * 3) { buffer, filled in
        picture_io_rgb_from_cmyk(pixels, buffer.baseAddress, count, isAdobe ? 1 : 0)
        filled = count * 3
      }
    }
    return Picture(
      image: RGBImage(width: Int(scaledWidth), height: Int(scaledHeight), pixels: pixels),
      storedWidth: Int(width), storedHeight: Int(height))
  }

  /// The largest size the decoder can scale to that has at most `limit` pixels; the smallest there
  /// is where none has.
  private func scaledSize(_ width: Int32, _ height: Int32, atMost limit: Int) -> (Int32, Int32) {
    var count: Int32 = 0
    let factors = UnsafeBufferPointer(start: tjGetScalingFactors(&count), count: Int(count))
    let sizes = factors.filter { $0.num <= $0.denom }.map { factor in
      // The library rounds up.
      (
        (width * factor.num + factor.denom - 1) / factor.denom,
        (height * factor.num + factor.denom - 1) / factor.denom
      )
    }.sorted { $0.0 > $1.0 || $0.0 == $1.0 && $0.1 > $1.1 }
    return sizes.first { Int($0.0) * Int($0.1) <= limit } ?? sizes.last ?? (width, height)
  }

  private func failure() -> Failure {
    let reason = String(cString: tjGetErrorStr2(handle))
    return reason.lowercased().contains("premature end")
      ? .truncated : .damaged(reason: reason)
  }

  /// The failure of the last call, unless it was a warning about something that leaves the picture
  /// whole, such as padding before a marker.
  ///
  /// The library goes on after a warning and fills what is missing with grey; it distinguishes
  /// the kinds only by its messages (`jerror.h`), of which it keeps the first. That the file is
  /// complete is the caller's to know (``JPEGMarkers/isComplete``).
  private func seriousFailure() -> Failure? {
    guard tjGetErrorCode(handle) == TJERR_WARNING.rawValue else { return failure() }
    let reason = String(cString: tjGetErrorStr2(handle))
    let harmless = [
      "extraneous bytes", "Unknown Adobe color transform", "unknown JFIF revision",
      "Invalid SOS parameters", "bad ICC marker",
    ]
    return harmless.contains(where: reason.contains) ? nil : failure()
  }
}
