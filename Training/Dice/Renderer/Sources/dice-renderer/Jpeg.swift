import CTurboJPEG
import Foundation

enum Jpeg {
  /// The JPEG bytes of interleaved RGB.
  static func encode(
    _ pixels: [UInt8], width: Int, height: Int, quality: Int, subsampled: Bool
  ) -> Data {
    guard let handle = tjInitCompress() else { return Data() }
    defer { tjDestroy(handle) }
    var bytes: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    let status = tjCompress2(
      handle, pixels, Int32(width), 0, Int32(height), Int32(TJPF_RGB.rawValue), &bytes, &size,
      Int32((subsampled ? TJSAMP_420 : TJSAMP_444).rawValue), Int32(quality), 0)
    defer { tjFree(bytes) }
    guard status == 0, let bytes else { return Data() }
    return Data(bytes: bytes, count: Int(size))
  }

  static func decode(_ data: Data, width: Int, height: Int) -> [UInt8]? {
    guard let handle = tjInitDecompress() else { return nil }
    defer { tjDestroy(handle) }
    var pixels = [UInt8](repeating: 0, count: width * height * 3)
    let status = data.withUnsafeBytes { raw in
      tjDecompress2(
        handle, raw.bindMemory(to: UInt8.self).baseAddress, UInt(data.count), &pixels,
        Int32(width), 0, Int32(height), Int32(TJPF_RGB.rawValue), 0)
    }
    return status == 0 ? pixels : nil
  }
}
