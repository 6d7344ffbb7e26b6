internal import DiceReading
public import VisionCore

/// Finds the tops of six-sided dice in a picture, and reads their values.
///
/// ```swift
/// let request = RecognizeDiceRequest(model: try DiceModel())
/// let dice = try await request.perform(on: image, orientation: .up)
/// print(dice.map(\.label.pips))  // [2, 4, 1, 1, 3]
/// ```
///
/// For video, ``TrackDiceRequest`` reads small dice at the price of live looks.
public struct RecognizeDiceRequest: VisionRequest {
  /// How closely the picture is looked at.
  public enum Search: String, CaseIterable, Hashable, Sendable {
    /// Several looks at growing sizes, as long as dice are small in them, then some at each die
    /// alone: dice from 2.5 % of the picture's width up are read.
    case thorough
    /// One look of about 320 x 240 pixels: dice from about 7 % of the width up are read.
    case live
  }

  /// The minimum confidence of a die, in `0...1`.
  ///
  /// In a thorough search the dice of a picture have a say in each other's: where none is sure, 0.5 or
  /// more, all are doubted, and so is what is much smaller than those that are.
  public var confidenceThreshold: Float = 0.2
  /// The largest IoU that the boxes of two dice may share, in `0...1`.
  ///
  /// In a thorough search they may share no more than 1.2 times as much of the smaller box, either.
  public var iouThreshold = 0.3
  public var cropAndScale = CropAndScale.scaleToFit
  public var search = Search.thorough
  /// The part of the upright picture that is looked at. Boxes are normalized to the whole picture
  /// all the same.
  public var regionOfInterest = BoundingBox.unit

  private let model: DiceModel

  public init(model: DiceModel) {
    self.model = model
  }

  /// - Returns: The dice, left to right by box centre, with boxes normalized to the upright
  ///   picture; empty when there are none or ``regionOfInterest`` lies outside the picture.
  /// - Throws: ``VisionError/thresholdOutOfRange(_:)`` where a threshold is not in `0...1`, and what else can go wrong.
  public func perform(
    on image: RGBImage, orientation: ImageOrientation
  ) async throws(VisionError) -> [DieObservation] {
    try checkThresholds(confidence: confidenceThreshold, iou: iouThreshold)
    let picture = image.uprightSize(orientation)
    guard let region = PixelRect(covering: regionOfInterest, in: picture) else { return [] }
    let looks =
      switch search {
      case .thorough: Look.thorough(region, of: picture, cropAndScale: cropAndScale)
      case .live: [Look.single(region, of: picture, cropAndScale: cropAndScale)]
      }
    var search = PictureSearch(
      looks, closeUp: search == .thorough ? closeUp(of: region, in: picture) : nil,
      confidenceThreshold: confidenceThreshold, iouThreshold: iouThreshold,
      makesPortraits: search == .thorough, makesViews: model.makesViews)
    try await model.read(&search, in: image, orientation: orientation)
    return search.dice.map(\.die)
  }

  private func closeUp(of region: PixelRect, in picture: PixelSize) -> Look {
    .closeUp(
      of: cropAndScale.source(in: region, aspectRatio: Look.aspectRatio), in: picture,
      cropAndScale: cropAndScale)
  }
}
