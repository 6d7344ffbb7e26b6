package import VisionCore

/// A picture on its way into a module: the memory that the page writes to, and what it says of it.
///
///     const bytes = web.frame_memory(frame.allocationSize());   // the same place as long as there is room
///     const layout = await frame.copyTo(new Uint8Array(web.memory.buffer, bytes, size));
///     web.frame_describe(format, matrix, isFullRange, width, height, orientation, …offsets and strides);
///
/// Formats and matrices are those of ``Choices``; an orientation is one of EXIF's. Its deinitializer is inlined, as that of
/// ``SharedMemory``.
@usableFromInline
package struct FrameMemory: ~Copyable {
  /// The most that a picture takes, in bytes: one of 50 million pixels.
  private static let maximumCount = 200_000_000

  @usableFromInline var room = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  /// How many bytes of it the page asked for.
  private var count = 0
  /// What was described last; `nil` where nothing was, or it is gone.
  package private(set) var picture: DescribedPicture?

  package init() {}

  @inlinable deinit { room.deallocate() }

  /// Where the page writes a picture of `count` bytes; `nil` for 0 or more than 200 million. What was
  /// described before is gone.
  package mutating func memory(_ count: Int32) -> UnsafeMutableRawPointer? {
    let count = Int(count)
    guard (1...Self.maximumCount).contains(count) else { return nil }
    picture = nil
    if room.count < count {
      room.deallocate()
      // Pixels are read four bytes at a time.
      room = .allocate(byteCount: count, alignment: 16)
    }
    self.count = count
    return room.baseAddress
  }

  /// Takes in what the page wrote; returns 0, or a ``WebFault``.
  package mutating func describe(_ description: FrameDescription) -> Int32 {
    picture = nil
    guard let format = PicturePlanes.Format(argument: description.format),
      let matrix = ColorEncoding.Matrix(argument: description.matrix),
      let turn = ImageOrientation(argument: description.orientation)
    else { return WebFault.badArgument.rawValue }
    let size = PixelSize(width: Int(description.width), height: Int(description.height))
    let layouts = description.planes.prefix(format.planeCount).map {
      PicturePlanes.Layout(offset: Int($0.offset), stride: Int($0.stride))
    }
    guard
      let planes = PicturePlanes(
        format, ColorEncoding(matrix, isFullRange: description.isFullRange), coded: size,
        visible: PixelRect(x: 0, y: 0, width: size.width, height: size.height), layouts: layouts,
        in: UnsafeRawBufferPointer(rebasing: room[..<count]))
    else { return WebFault.badArgument.rawValue }
    picture = DescribedPicture(planes: planes, orientation: turn)
    return 0
  }
}

/// What the page says of a picture that it wrote; see ``FrameMemory``.
package struct FrameDescription {
  /// An index of ``Choices/formats``.
  var format: Int32
  /// An index of ``Choices/matrices``; RGB has no use for it.
  var matrix: Int32
  /// Whether samples take all of `0...255`.
  var isFullRange: Bool
  /// In pixels, of the part that is shown and was written.
  var width, height: Int32
  /// How the picture is to be turned to stand as it is meant, `1...8` as in EXIF.
  var orientation: Int32
  /// Where each plane begins, and how far it is from one of its rows to the next, in bytes. Those that the
  /// format lacks are not looked at.
  var planes: [(offset: Int32, stride: Int32)]

  package init(
    format: Int32, matrix: Int32, isFullRange: Bool, width: Int32, height: Int32,
    orientation: Int32, planes: [(offset: Int32, stride: Int32)]
  ) {
    (self.format, self.matrix, self.isFullRange) = (format, matrix, isFullRange)
    (self.width, self.height, self.orientation) = (width, height, orientation)
    self.planes = planes
  }
}

/// A picture in the module's memory.
package struct DescribedPicture {
  package let planes: PicturePlanes
  /// How it comes, before the page turns it.
  package let orientation: ImageOrientation
}
