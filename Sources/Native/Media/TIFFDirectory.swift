internal import VisionCore

/// The first directory of a TIFF structure: a TIFF file's own, or the one in which EXIF keeps a
/// picture's orientation.
///
/// Source: TIFF 6.0, section 2 (Adobe, 1992); EXIF 2.32, section 4.5.
struct TIFFDirectory {
  private let bytes: ArraySlice<UInt8>
  private let order: ByteOrder
  /// Where the entries, of 12 bytes each, begin.
  private let entries: Int
  private let entryCount: Int

  enum Tag: Int {
    case imageWidth = 0x100
    case imageHeight = 0x101
    case orientation = 0x112
    case bitsPerSample = 0x102
    case extraSamples = 0x152
    case sampleFormat = 0x153
  }

  /// Reads the structure from its byte-order mark on; nil where it is no TIFF structure, or its
  /// directory lies outside the bytes.
  init?(_ bytes: ArraySlice<UInt8>) {
    if bytes.has("II*\0") {
      order = .littleEndian
    } else if bytes.has("MM\0*") {
      order = .bigEndian
    } else {
      return nil
    }
    guard let directory = bytes.number(at: 4, size: 4, order),
      let entryCount = bytes.number(at: directory, size: 2, order)
    else { return nil }
    self.bytes = bytes
    self.entryCount = entryCount
    entries = directory + 2
  }

  /// The number under a tag that holds one number; nil where it is missing, of another type or cut
  /// off.
  func number(_ tag: Tag) -> Int? {
    for index in 0..<entryCount {
      let entry = entries + index * 12
      guard let found = bytes.number(at: entry, size: 2, order) else { return nil }
      guard found == tag.rawValue, bytes.number(at: entry + 4, size: 4, order) == 1 else {
        continue
      }
      switch bytes.number(at: entry + 2, size: 2, order) {
      case 3: return bytes.number(at: entry + 8, size: 2, order)
      case 4: return bytes.number(at: entry + 8, size: 4, order)
      default: return nil
      }
    }
    return nil
  }

  /// The first of the short numbers under a tag; nil where it is missing, of another type or cut off.
  func firstNumber(_ tag: Tag) -> Int? {
    for index in 0..<entryCount {
      let entry = entries + index * 12
      guard let found = bytes.number(at: entry, size: 2, order) else { return nil }
      guard found == tag.rawValue, bytes.number(at: entry + 2, size: 2, order) == 3,
        let count = bytes.number(at: entry + 4, size: 4, order), count > 0
      else { continue }
      // More than fit into the entry lie elsewhere.
      let place = count <= 2 ? entry + 8 : bytes.number(at: entry + 8, size: 4, order)
      return place.flatMap { bytes.number(at: $0, size: 2, order) }
    }
    return nil
  }

  /// The orientation; nil where it is missing or none of the eight.
  var orientation: ImageOrientation? {
    number(.orientation).flatMap(UInt8.init(exactly:)).flatMap(ImageOrientation.init)
  }
}
