internal import VisionCore

/// What stands in a JPEG file around its picture data.
///
/// Source: ITU-T T.81, annex B; EXIF 2.32, section 4.7 (APP1); T.872, section 6.5.3 (APP14).
struct JPEGMarkers: Equatable {
  var orientation = ImageOrientation.up
  /// Whether the file bears Adobe's marker: its inks are then stored inverted.
  var isAdobe = false
  /// Whether the marker of the picture's end is there, and picture data before it.
  var isComplete = false

  /// Walks the segments to the picture's end, over picture data and stray bytes as decoders do; what
  /// was found before the file breaks off is kept.
  init(_ bytes: ArraySlice<UInt8>) {
    var position = 2
    var hasPictureData = false
    while let (marker, end) = Self.nextMarker(in: bytes, from: position) {
      position = end
      switch marker {
      case 0x01, 0xD0...0xD8:  // Markers that stand alone.
        continue
      case 0xD9:
        isComplete = hasPictureData
        return
      default: break
      }
      guard let length = bytes.number(at: position, size: 2, .bigEndian), length >= 2,
        let segment = bytes.part(at: position + 2, count: length - 2)
      else { return }
      position += length
      if marker == 0xDA { hasPictureData = true }
      // What comes with a later scan says nothing new.
      guard !hasPictureData else { continue }
      if marker == 0xE1, segment.has("Exif\0\0"),
        let found = TIFFDirectory(segment.rest(from: 6))?.orientation
      {
        orientation = found
      }
      if marker == 0xEE, segment.has("Adobe") { isAdobe = true }
    }
  }

  /// The next marker from `offset` on, and where it ends. In picture data a byte of 0xFF is followed
  /// by a 0, and a marker may have any number of them before it.
  private static func nextMarker(
    in bytes: ArraySlice<UInt8>, from offset: Int
  ) -> (marker: UInt8, end: Int)? {
    bytes.withUnsafeBufferPointer { bytes in
      var position = offset
      while position + 1 < bytes.count {
        guard bytes[position] == 0xFF else {
          position += 1
          continue
        }
        position += 1
        switch bytes[position] {
        case 0xFF: continue
        case 0: position += 1
        case let marker: return (marker, position + 1)
        }
      }
      return nil
    }
  }
}
