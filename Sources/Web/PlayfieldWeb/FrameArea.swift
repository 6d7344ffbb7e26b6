// The picture that is to be read: the page writes it into the module's memory as it has it; see `FrameMemory`.

internal import PageInterface

@_expose(wasm, "frame_memory") @_cdecl("frame_memory")
public func frameMemory(_ count: Int32) -> UnsafeMutableRawPointer? { session.frame.memory(count) }

/// Says what the page wrote: see ``FrameDescription``. Offsets and strides are those of up to three planes.
///
/// - Returns: 0, or a ``WebFault``.
@_expose(wasm, "frame_describe") @_cdecl("frame_describe")
public func frameDescribe(
  _ format: Int32, _ matrix: Int32, _ isFullRange: Bool, _ width: Int32, _ height: Int32,
  _ orientation: Int32, _ offset0: Int32, _ stride0: Int32, _ offset1: Int32, _ stride1: Int32,
  _ offset2: Int32, _ stride2: Int32
) -> Int32 {
  session.frame.describe(
    FrameDescription(
      format: format, matrix: matrix, isFullRange: isFullRange, width: width, height: height,
      orientation: orientation,
      planes: [(offset0, stride0), (offset1, stride1), (offset2, stride2)]))
}
