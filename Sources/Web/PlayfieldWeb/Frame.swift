// The picture that is to be read: the page writes it into the module's memory as it has it.
//
//     const bytes = web.frame_memory(frame.allocationSize());   // the same place as long as there is room
//     const layout = await frame.copyTo(new Uint8Array(web.memory.buffer, bytes, size));
//     web.frame_describe(format, matrix, isFullRange, width, height, orientation, …offsets and strides);
//
// Formats and matrices are those of `Interface`; an orientation is one of EXIF's.

internal import DiceReading
internal import VisionCore

/// The memory that the page writes to, and what it says of it.
private struct Frame {
  var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  /// How many bytes of it the page asked for.
  var count = 0
  var planes: PicturePlanes?
  /// How the picture comes, before the page turns it.
  var orientation = ImageOrientation.up
}

private nonisolated(unsafe) var frame = Frame()

/// In bytes: as much as a picture of 50 million pixels takes.
private let maximumFrame = 200_000_000

/// Where the page writes a picture of so many bytes; `nil` for none or more than 200 million. What was
/// described before is gone.
@_expose(wasm, "frame_memory") @_cdecl("frame_memory")
public func frameMemory(_ count: Int32) -> UnsafeMutableRawPointer? {
  let count = Int(count)
  guard (1...maximumFrame).contains(count) else { return nil }
  frame.planes = nil
  abandonReading()
  if frame.memory.count < count {
    frame.memory.deallocate()
    // Pixels are read four bytes at a time.
    frame.memory = .allocate(byteCount: count, alignment: 16)
  }
  frame.count = count
  return frame.memory.baseAddress
}

/// Says what the page wrote.
///
/// - Parameters:
///   - format: An index of ``Choices/formats``.
///   - matrix: An index of ``Choices/matrices``; RGB has no use for it.
///   - isFullRange: Whether samples take all of `0...255`.
///   - width: In pixels, of the part that is shown and was written.
///   - height: The same.
///   - orientation: How the picture is to be turned to stand as it is meant, `1...8` as in EXIF.
///   - offset0: Where the first plane begins, in bytes. Offsets and strides of planes that the format
///     lacks are not looked at.
///   - stride0: From one row of the first plane to the next, in bytes.
///   - offset1: Of the second plane.
///   - stride1: Of the second plane.
///   - offset2: Of the third plane.
///   - stride2: Of the third plane.
/// - Returns: 0, or a ``WebFault``.
@_expose(wasm, "frame_describe") @_cdecl("frame_describe")
public func frameDescribe(
  _ format: Int32, _ matrix: Int32, _ isFullRange: Bool, _ width: Int32, _ height: Int32,
  _ orientation: Int32, _ offset0: Int32, _ stride0: Int32, _ offset1: Int32, _ stride1: Int32,
  _ offset2: Int32, _ stride2: Int32
) -> Int32 {
  frame.planes = nil
  abandonReading()
  guard let format = PicturePlanes.Format(argument: format),
    let matrix = ColorEncoding.Matrix(argument: matrix),
    let turn = ImageOrientation(argument: orientation)
  else { return WebFault.badArgument.rawValue }
  let size = PixelSize(width: Int(width), height: Int(height))
  let layouts = [(offset0, stride0), (offset1, stride1), (offset2, stride2)].map {
    PicturePlanes.Layout(offset: Int($0.0), stride: Int($0.1))
  }
  guard
    let planes = PicturePlanes(
      format, ColorEncoding(matrix, isFullRange: isFullRange), coded: size,
      visible: PixelRect(x: 0, y: 0, width: size.width, height: size.height),
      layouts: Array(layouts.prefix(format.planeCount)),
      in: UnsafeRawBufferPointer(rebasing: frame.memory[..<frame.count]))
  else { return WebFault.badArgument.rawValue }
  frame.planes = planes
  frame.orientation = turn
  return 0
}

/// The picture that was described last, and how it comes; `nil` where none was.
var describedFrame: (planes: PicturePlanes, orientation: ImageOrientation)? {
  frame.planes.map { ($0, frame.orientation) }
}
