internal import COpenCV
internal import SceneReading
internal import VisionCore

extension SmoothedPicture {
  /// By how many pixels a later picture is shifted against this one; `nil` where a shift does not explain it much
  /// better than none.
  ///
  /// - Throws: ``VisionError/imageProcessingFailed(reason:)`` when memory has run out.
  func shift(to now: SmoothedPicture) throws(VisionError) -> SIMD2<Double>? {
    precondition(size == now.size, "pictures of one size")
    var (right, down, isClear) = (0.0, 0.0, false)
    try callShim { error, capacity in
      copencv_picture_shift(
        levels, now.levels, Int32(size.width), Int32(size.height), &right, &down, &isClear, error,
        capacity)
    }
    return isClear ? SIMD2(right, down) : nil
  }
}
