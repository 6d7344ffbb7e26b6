internal import Glibc

/// The wrapper of a video file, recognized from its first bytes and never from its name.
enum VideoContainer: Hashable {
  /// MP4 and MOV.
  case isoMedia
  /// MKV and WebM.
  case matroska
  case avi
  /// One whose length is written nowhere: MPEG streams, FLV, Ogg, ASF, animated GIF.
  case other

  /// How many of a file's first bytes are needed to recognize it.
  static let signatureLength = 512

  /// - Returns: nil where it is no video.
  init?(_ bytes: ArraySlice<UInt8>) {
    let boxes: [StaticString] = ["ftyp", "moov", "mdat", "wide", "free", "skip", "styp"]
    let streams: [[UInt8]] = [
      [0, 0, 1, 0xBA], [0, 0, 1, 0xB3], [0, 0, 0, 1],  // MPEG program stream, MPEG-2, H.264
      [0x30, 0x26, 0xB2, 0x75],  // ASF: WMV
    ]
    if boxes.contains(where: { bytes.has($0, at: 4) }) {
      self = .isoMedia
    } else if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
      self = .matroska
    } else if bytes.has("RIFF"), bytes.has("AVI ", at: 8) {
      self = .avi
    } else if bytes.has("FLV") || bytes.has("OggS") || bytes.has("GIF8") || bytes.has("YUV4MPEG2")
      || streams.contains(where: bytes.starts) || Self.isTransportStream(bytes)
    {
      self = .other
    } else {
      return nil
    }
  }

  /// MPEG transport streams have a mark every 188 bytes; camcorders put 4 bytes before each.
  private static func isTransportStream(_ bytes: ArraySlice<UInt8>) -> Bool {
    [(first: 0, step: 188), (first: 4, step: 192)].contains { packets in
      (0..<2).allSatisfy {
        bytes.number(at: packets.first + $0 * packets.step, size: 1, .bigEndian) == 0x47
      }
    }
  }

  /// Whether a film can be read from its first byte to its last, as it comes through a pipe, by its first bytes. MP4 may
  /// still turn out to have its index at the end.
  func isReadInOneGo(_ bytes: ArraySlice<UInt8>) -> Bool {
    switch self {
    case .isoMedia, .matroska: true
    case .avi: false
    case .other: Self.isTransportStream(bytes)
    }
  }

  /// Looks whether a file was cut off, as a copy or a recording is.
  ///
  /// - Parameter descriptor: The open file.
  /// - Returns: Whether it is shorter than its outermost parts say.
  func isCutOff(_ descriptor: Int32) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return false }
    let length = Int(status.st_size)
    var position = 0
    while position < length {
      guard let size = partSize(descriptor, at: position) else { return false }
      guard let size, size >= 8 else { return length - position < 8 }
      position += size
    }
    return position > length
  }

  /// The size of the outermost part that begins at `position`, header and all.
  ///
  /// - Returns: nil where it is not known, as in a live recording; `.some(nil)` where there is no
  ///   whole header.
  private func partSize(_ descriptor: Int32, at position: Int) -> Int?? {
    var header = [UInt8](repeating: 0, count: 16)
    let count = pread(descriptor, &header, header.count, off_t(position))
    guard count >= 8 else { return .some(nil) }
    let bytes = header[..<count]
    switch self {
    case .isoMedia:
      guard let size = bytes.number(at: 0, size: 4, .bigEndian) else { return .some(nil) }
      if size == 0 { return nil }  // To the end of the file.
      if size > 1 { return size }
      // A large box: its size follows in 8 bytes, of which 7 are more than enough.
      return .some(bytes.number(at: 9, size: 7, .bigEndian))
    case .matroska:
      return Self.elementSize(bytes)
    case .avi:
      guard let size = bytes.number(at: 4, size: 4, .littleEndian) else { return .some(nil) }
      return size == 0 || size == 0xFFFF_FFFF ? nil : 8 + size + size % 2
    case .other:
      return nil
    }
  }

  /// The size of an EBML element with its header, whose two numbers give their own lengths by their
  /// leading zeros (RFC 8794, section 4).
  private static func elementSize(_ bytes: ArraySlice<UInt8>) -> Int?? {
    guard let first = bytes.first else { return .some(nil) }
    let nameLength = first.leadingZeroBitCount + 1
    guard let head = bytes.rest(from: nameLength).first else { return .some(nil) }
    let fieldLength = head.leadingZeroBitCount + 1
    guard fieldLength <= 8 else { return .some(nil) }
    let field = bytes.rest(from: nameLength)
    let lower = fieldLength == 1 ? 0 : field.number(at: 1, size: fieldLength - 1, .bigEndian)
    guard let lower else { return .some(nil) }
    let bits = 7 * fieldLength
    let value = (Int(head) << (8 * (fieldLength - 1)) | lower) & (1 << bits - 1)
    return value == 1 << bits - 1 ? nil : nameLength + fieldLength + value
  }
}
