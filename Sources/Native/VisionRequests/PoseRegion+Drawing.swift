internal import COpenCV
internal import Inference
internal import SceneReading
internal import VisionCore

extension PoseRegion {
  /// What the picture shows beyond its edge.
  enum Border {
    case black, replicated
  }

  /// Draws the square into a network's input, whose sides measure `inputSide` pixels.
  func draw(
    _ image: RGBImage, orientation: ImageOrientation, border: Border, inputSide: Int,
    into input: UnsafeMutableBufferPointer<UInt8>
  ) throws(InferenceError) {
    let drew = image.pixels.withUnsafeBufferPointer { pixels in
      copencv_crop_rotated(
        pixels.baseAddress, Int32(image.width), Int32(image.height), Int32(orientation.rawValue),
        copencv_rotated_rectangle(
          center_x: center.x, center_y: center.y, width: side, height: side, angle: angle),
        border == .black ? COPENCV_BORDER_BLACK : COPENCV_BORDER_REPLICATE,
        input.baseAddress, Int32(inputSide), Int32(inputSide))
    }
    guard drew else { throw .inputNotDrawn(width: inputSide, height: inputSide) }
  }
}
