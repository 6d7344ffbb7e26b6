internal import VisionCore

/// What stands in a JPEG file before its picture data.
///
/// Source: ITU-T T.81, annex B; EXIF 2.32, section 4.7 (APP1); T.872, section 6.5.3 (APP14).
struct JPEGMarkers: Equatable {
  var orientation = ImageOrientation.up
  /// Whether the file bears Adobe's marker: its inks are then stored inverted.
  var isAdobe = false

  /// Walks the segments as far as they make sense; damage ends the walk and keeps what was found.
  init(_ bytes: ArraySlice<UInt8>) {
    var position = 2
    while bytes.number(at: position, size: 1, .bigEndian) == 0xFF,
      let marker = bytes.number(at: position + 1, size: 1, .bigEndian)
    {
      switch marker {
      case 0xFF:  // Padding.
        position += 1
        continue
      case 0x01, 0xD0...0xD8:  // Markers that stand alone.
        position += 2
        continue
      case 0xD9, 0xDA:  // The end, or the picture data.
        return
      default: break
      }
      guard let length = bytes.number(at: position + 2, size: 2, .bigEndian), length >= 2,
        let segment = bytes.part(at: position + 4, count: length - 2)
      else { return }
      if marker == 0xE1, segment.has("Exif\0\0"),
        let found = TIFFDirectory(segment.rest(from: 6))?.orientation
      {
        orientation = found
      }
      if marker == 0xEE, segment.has("Adobe") { isAdobe = true }
      position += 2 + length
    }
  }
}
