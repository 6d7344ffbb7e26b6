/// What a file is, recognized from its first bytes and never from its name.
enum ImageFormat: Hashable {
  case jpeg, png, gif, webp, bmp, tiff
  /// In boxes like MP4's: "HEIC" or "AVIF".
  case heif(String)
  /// A picture of a format that cannot be read here, by the format's name.
  case unsupported(String)

  /// Looks at a file, or at least its first 16 bytes; nil where it is no picture.
  init?(_ bytes: ArraySlice<UInt8>) {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.has("GIF87a") || bytes.has("GIF89a") {
      self = .gif
    } else if bytes.has("RIFF"), bytes.has("WEBP", at: 8) {
      self = .webp
    } else if bytes.has("BM"), let header = bytes.number(at: 14, size: 4, .littleEndian),
      (12...124).contains(header)
    {
      self = .bmp
    } else if bytes.has("II*\0") || bytes.has("MM\0*") {
      self = .tiff
    } else if let brand = Self.brand(bytes) {
      self = .heif(brand)
    } else if bytes.has("II+\0") || bytes.has("MM\0+") {
      self = .unsupported("BigTIFF")
    } else if bytes.has("%PDF-") {
      self = .unsupported("PDF")
    } else if bytes.has("8BPS") {
      self = .unsupported("Photoshop")
    } else if bytes.starts(with: [0, 0, 0, 12]) && bytes.has("jP  ", at: 4)
      || bytes.starts(with: [0xFF, 0x4F, 0xFF, 0x51])
    {
      self = .unsupported("JPEG 2000")
    } else if bytes.starts(with: [0, 0, 0, 12]) && bytes.has("JXL ", at: 4)
      || bytes.starts(with: [0xFF, 0x0A])
    {
      self = .unsupported("JPEG XL")
    } else if bytes.count > 2, bytes.has("P"), (0x31...0x37).contains(bytes[bytes.startIndex + 1]),
      [0x09, 0x0A, 0x0D, 0x20].contains(bytes[bytes.startIndex + 2])
    {
      self = .unsupported("PPM")
    } else {
      return nil
    }
  }

  /// The picture formats that share MP4's box structure are distinguished by their brand.
  private static func brand(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.has("ftyp", at: 4) else { return nil }
    if bytes.has("avif", at: 8) || bytes.has("avis", at: 8) { return "AVIF" }
    let heif: [StaticString] = ["heic", "heix", "hevc", "heim", "heis", "mif1", "msf1"]
    return heif.contains { bytes.has($0, at: 8) } ? "HEIC" : nil
  }
}
