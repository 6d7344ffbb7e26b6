public import VisionCore

/// A picture as its file stores it, and how it is to be turned; HEIC and AVIF are upright already.
public struct DecodedImage: Hashable, Sendable {
  /// The pixels as stored; smaller than the file's where that one is very large.
  public var image: RGBImage
  /// How the stored pixels are to be turned to stand upright.
  public var orientation: ImageOrientation
  /// In pixels, as the file has it.
  public var storedWidth: Int
  /// In pixels, as the file has it.
  public var storedHeight: Int

  public init(image: RGBImage, orientation: ImageOrientation, storedWidth: Int, storedHeight: Int) {
    self.image = image
    self.orientation = orientation
    self.storedWidth = storedWidth
    self.storedHeight = storedHeight
  }

  /// The size of the file's picture once it is turned by `orientation`.
  public func uprightSize(_ orientation: ImageOrientation) -> PixelSize {
    orientation.uprightSize(of: PixelSize(width: storedWidth, height: storedHeight))
  }
}
