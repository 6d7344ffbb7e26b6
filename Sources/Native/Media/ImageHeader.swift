internal import VisionCore

/// What a picture says about itself, read before any of it is decoded.
struct ImageHeader: Equatable {
  /// In pixels, as stored.
  var width: Int
  /// In pixels, as stored.
  var height: Int
  var orientation = ImageOrientation.up
  var transparency = Transparency.none
  /// Whether the file ends before the structure it announces does.
  var isTruncated = false
}

/// How a decoded picture says what is transparent.
enum Transparency {
  case none
  /// Colours are as they are where nothing is transparent.
  case straight
  /// Colours have been multiplied by it.
  case premultiplied
}

extension ImageHeader {
  /// Reads a PNG's chunks.
  ///
  /// Source: PNG specification, third edition, sections 5 and 11.3 (`eXIf`).
  init?(png bytes: ArraySlice<UInt8>) {
    guard bytes.has("IHDR", at: 12),
      let width = bytes.number(at: 16, size: 4, .bigEndian),
      let height = bytes.number(at: 20, size: 4, .bigEndian)
    else { return nil }
    self.init(width: width, height: height)
    if let kind = bytes.number(at: 25, size: 1, .bigEndian), kind & 4 != 0 {
      transparency = .straight
    }
    var chunk = 8
    while let length = bytes.number(at: chunk, size: 4, .bigEndian) {
      // A chunk is its length, its name, its data and a checksum.
      guard bytes.part(at: chunk, count: length + 12) != nil else { break }
      if bytes.has("IEND", at: chunk + 4) { return }
      if bytes.has("tRNS", at: chunk + 4) { transparency = .straight }
      if bytes.has("eXIf", at: chunk + 4), let exif = bytes.part(at: chunk + 8, count: length) {
        orientation = TIFFDirectory(exif)?.orientation ?? .up
      }
      chunk += length + 12
    }
    isTruncated = true
  }

  /// Reads a GIF up to the end of its first picture, the one that is decoded.
  ///
  /// Source: GIF89a specification, sections 18 to 26.
  init?(gif bytes: ArraySlice<UInt8>) {
    guard let width = bytes.number(at: 6, size: 2, .littleEndian),
      let height = bytes.number(at: 8, size: 2, .littleEndian),
      let flags = bytes.number(at: 10, size: 1, .littleEndian)
    else { return nil }
    self.init(width: width, height: height)

    func skipColourTable(_ flags: Int) -> Int { flags & 0x80 == 0 ? 0 : 3 << ((flags & 7) + 1) }
    func skipSubBlocks(from start: Int) -> Int? {
      var position = start
      while let length = bytes.number(at: position, size: 1, .littleEndian) {
        position += 1 + length
        if length == 0 { return position }
      }
      return nil
    }

    var position: Int? = 13 + skipColourTable(flags)
    // Extensions: a mark, a label, then blocks of data.
    while let block = position, bytes.number(at: block, size: 1, .littleEndian) == 0x21 {
      position = skipSubBlocks(from: block + 2)
    }
    // The picture: a mark, its frame, its colours, the width of its codes, then blocks of data.
    guard let picture = position, let flags = bytes.number(at: picture + 9, size: 1, .littleEndian)
    else {
      isTruncated = true
      return
    }
    isTruncated = skipSubBlocks(from: picture + 11 + skipColourTable(flags)) == nil
  }

  /// Reads the header of a Windows bitmap. A negative height says that rows go down.
  init?(bmp bytes: ArraySlice<UInt8>) {
    guard let size = bytes.number(at: 14, size: 4, .littleEndian) else { return nil }
    let field = size == 12 ? 2 : 4
    guard let width = bytes.number(at: 18, size: field, .littleEndian),
      let height = bytes.number(at: 18 + field, size: field, .littleEndian)
    else { return nil }
    self.init(
      width: width,
      height: field == 4 ? Int(Int32(truncatingIfNeeded: height).magnitude) : height)

    // Rows are filled up to 4 bytes; those of a packed picture have no fixed length.
    let isPacked = size > 12 && bytes.number(at: 30, size: 4, .littleEndian) != 0
    if !isPacked, let pixels = bytes.number(at: 10, size: 4, .littleEndian),
      let bits = bytes.number(at: 20 + 2 * field, size: 2, .littleEndian)
    {
      let row = (width * bits + 31) / 32 * 4
      isTruncated = row > 0 && self.height > (bytes.count - pixels) / row
    }
  }

  /// Reads a TIFF's first directory.
  ///
  /// The orientation stays `up`: OpenCV obeys TIFF's own tag while it decodes.
  init?(tiff bytes: ArraySlice<UInt8>) {
    guard let directory = TIFFDirectory(bytes),
      let width = directory.number(.imageWidth),
      let height = directory.number(.imageHeight)
    else { return nil }
    self.init(width: width, height: height)
    if directory.orientation?.swapsAxes == true { swap(&self.width, &self.height) }
    if let extra = directory.firstNumber(.extraSamples), (1...2).contains(extra) {
      // What has 8 bits is darkened while it is decoded.
      let isDarkened = extra == 1 || directory.firstNumber(.bitsPerSample) == 8
      transparency = isDarkened ? .premultiplied : .straight
    }
  }
}
