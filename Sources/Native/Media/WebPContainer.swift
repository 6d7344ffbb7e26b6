internal import VisionCore

/// The chunks of a WebP file.
///
/// Source: RFC 9649, sections 2 and 3.
struct WebPContainer {
  /// As long as the file says that it is: what follows is no part of it.
  private let bytes: ArraySlice<UInt8>
  /// Whether the file is shorter than it says.
  private let isCutOff: Bool

  init(_ bytes: ArraySlice<UInt8>) {
    // The length counts from behind itself.
    let length = 8 + (bytes.number(at: 4, size: 4, .littleEndian) ?? 0)
    self.bytes = bytes.prefix(length)
    isCutOff = length > bytes.count
  }

  /// The size, orientation and completeness; nil where the first chunk is none of WebP's.
  var header: ImageHeader? {
    let chunks = Self.chunks(in: bytes.rest(from: 12))
    guard let first = chunks.list.first, var header = Self.size(first) else { return nil }
    if let exif = chunks.list.first(where: { $0.name.has("EXIF") })?.data {
      // Some programs repeat the prefix that belongs to JPEG.
      let directory = TIFFDirectory(exif.has("Exif\0\0") ? exif.rest(from: 6) : exif)
      header.orientation = directory?.orientation ?? .up
    }
    header.isTruncated = chunks.endsEarly || isCutOff
    return header
  }

  /// A picture of an animation.
  struct Frame {
    /// The picture as a file of its own, for decoders that know no animations.
    var file: [UInt8]
    /// Where it lies in the whole picture, in pixels.
    var x: Int
    /// Where it lies in the whole picture, in pixels.
    var y: Int
    /// In pixels, as the frame's own data has it: that is what decoding takes.
    var width: Int
    /// In pixels, as the frame's own data has it: that is what decoding takes.
    var height: Int
  }

  /// The first picture of an animation; nil where the file is no animation.
  var firstFrame: Frame? {
    let chunks = Self.chunks(in: bytes.rest(from: 12)).list
    // A frame is 16 bytes of place and time, then the chunks of a still picture.
    guard let frame = chunks.first(where: { $0.name.has("ANMF") })?.data else { return nil }
    let parts = Self.chunks(in: frame.rest(from: 16)).list
    guard let picture = parts.first(where: { $0.name.has("VP8 ") || $0.name.has("VP8L") }),
      let size = Self.size(picture),
      let halfX = frame.number(at: 0, size: 3, .littleEndian),
      let halfY = frame.number(at: 3, size: 3, .littleEndian)
    else { return nil }
    var content = Self.chunk(picture.name, picture.data)
    if let alpha = parts.first(where: { $0.name.has("ALPH") }) {
      let sides = [size.width - 1, size.height - 1].flatMap { Self.bytes(of: $0, count: 3) }
      content =
        Self.chunk("VP8X", [Self.alphaFlag, 0, 0, 0] + sides)
        + Self.chunk(alpha.name, alpha.data) + content
    }
    return Frame(
      file: Self.chunk("RIFF", Array("WEBP".utf8) + content),
      x: halfX * 2, y: halfY * 2, width: size.width, height: size.height)
  }

  /// In the first byte of `VP8X`.
  private static let alphaFlag: UInt8 = 0x10

  private struct Chunk {
    var name: ArraySlice<UInt8>
    var data: ArraySlice<UInt8>
  }

  private static func chunks(in bytes: ArraySlice<UInt8>) -> (list: [Chunk], endsEarly: Bool) {
    var list: [Chunk] = []
    var position = 0
    while let name = bytes.part(at: position, count: 4),
      let length = bytes.number(at: position + 4, size: 4, .littleEndian)
    {
      guard let data = bytes.part(at: position + 8, count: length) else { return (list, true) }
      list.append(Chunk(name: name, data: data))
      position += 8 + length + length % 2
    }
    return (list, false)
  }

  private static func size(_ chunk: Chunk) -> ImageHeader? {
    let data = chunk.data
    if chunk.name.has("VP8X"), let width = data.number(at: 4, size: 3, .littleEndian),
      let height = data.number(at: 7, size: 3, .littleEndian)
    {
      let flags = data.first ?? 0
      return ImageHeader(
        width: width + 1, height: height + 1,
        transparency: flags & alphaFlag == 0 ? .none : .straight)
    }
    if chunk.name.has("VP8L"), let sides = data.number(at: 1, size: 4, .littleEndian) {
      return ImageHeader(
        width: (sides & 0x3FFF) + 1, height: (sides >> 14 & 0x3FFF) + 1,
        transparency: sides >> 28 & 1 == 0 ? .none : .straight)
    }
    if chunk.name.has("VP8 "), let width = data.number(at: 6, size: 2, .littleEndian),
      let height = data.number(at: 8, size: 2, .littleEndian)
    {
      return ImageHeader(width: width & 0x3FFF, height: height & 0x3FFF)
    }
    return nil
  }

  private static func chunk(_ name: some Sequence<UInt8>, _ data: some Collection<UInt8>)
    -> [UInt8]
  {
    name + bytes(of: data.count, count: 4) + data + (data.count % 2 == 0 ? [] : [0])
  }

  private static func bytes(of number: Int, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    chunk(name.utf8, data)
  }
}
