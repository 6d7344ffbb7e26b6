internal import Inference
package import SceneReading
package import VisionCore

/// What one of the pose networks was shown of a picture, and what it answered.
package struct PoseLook: Sendable {
  package enum Answer: Sendable {
    /// The detector's: the people in the square, in `0...1` of its sides.
    case people([PoseDetection])
    /// The landmark network's: the body of the person in the square.
    case body(BodyLandmarks)
  }

  /// The square that it was shown.
  package let region: PoseRegion
  package let answer: Answer

  /// The square as the network was shown it.
  ///
  /// - Parameters:
  ///   - image: The picture as stored.
  ///   - orientation: How it is to be turned to stand upright.
  /// - Returns: The network's input.
  /// - Throws: ``VisionError/inference(_:)`` for a square that cannot be drawn.
  package func view(
    of image: RGBImage, orientation: ImageOrientation
  ) throws(VisionError) -> RGBImage {
    let (side, border): (Int, PictureBorder) =
      switch answer {
      case .people: (PoseDetectionDecoder.inputSide, .level(0))
      case .body: (BodyLandmarks.inputSide, .replicated)
      }
    guard region.isDrawable else {
      throw .inference(.inputNotDrawn(width: side, height: side))
    }
    var view = RGBImage(
      width: side, height: side, pixels: [UInt8](repeating: 0, count: 3 * side * side))
    view.pixels.withUnsafeMutableBufferPointer { input in
      region.draw(image, orientation: orientation, beyond: border, inputSide: side, into: input)
    }
    return view
  }
}
