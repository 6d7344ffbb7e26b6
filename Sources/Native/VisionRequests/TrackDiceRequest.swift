internal import DiceReading
public import VisionCore

/// Reads the dice in the frames of a video, small ones too, at the price of one to five live looks
/// a frame, and of one more while dice roll and now and then.
///
/// Keeps in mind where the dice were, and looks there closely. Dice at rest are looked at in the
/// same way in every frame, so their boxes hardly move; what the values say from frame to frame is
/// for the rules of the game to judge.
///
/// ```swift
/// var request = TrackDiceRequest(model: try DiceModel())
/// while let frame = try video.next() {
///   let dice = try await request.perform(on: frame.image, orientation: .up)
/// }
/// ```
public struct TrackDiceRequest: StatefulVisionRequest {
  /// The part of the upright frame that is looked at; dice that its edge cuts are left out. Boxes are normalized to the whole frame.
  public let regionOfInterest: BoundingBox
  /// How that part is brought to the network's shape. Boxes are those of the whole frame all the same.
  public let cropAndScale: CropAndScale
  /// The minimum confidence of a die, in `0...1`. It may change from frame to frame: dice that a higher one hides are
  /// followed for a second, and are there again at once when it is lowered.
  public var confidenceThreshold: Float {
    get { search.confidenceThreshold }
    set { search.confidenceThreshold = newValue }
  }
  /// The largest IoU that the boxes of two dice may share, in `0...1`. It may change from frame to frame.
  public var iouThreshold: Double
  private let model: DiceModel
  private var search: FrameSearch

  /// - Parameters:
  ///   - model: The network.
  ///   - confidenceThreshold: The minimum confidence of a die, in `0...1`.
  ///   - iouThreshold: The largest IoU that the boxes of two dice may share, in `0...1`.
  ///   - cropAndScale: How the part that is looked at is brought to the network's shape.
  ///   - regionOfInterest: The part of the upright frame that is looked at.
  public init(
    model: DiceModel, confidenceThreshold: Float = 0.2, iouThreshold: Double = 0.3,
    cropAndScale: CropAndScale = .scaleToFit, regionOfInterest: BoundingBox = .unit
  ) {
    self.model = model
    self.regionOfInterest = regionOfInterest
    self.cropAndScale = cropAndScale
    self.iouThreshold = iouThreshold
    search = FrameSearch(confidenceThreshold: confidenceThreshold, cropAndScale: cropAndScale)
  }

  /// - Returns: The dice of this frame, left to right by box centre, with boxes normalized to the
  ///   upright frame; none where ``regionOfInterest`` lies outside it.
  /// - Throws: ``VisionError/thresholdOutOfRange(_:)`` where a threshold is not in `0...1`, and what else can go wrong.
  public mutating func perform(
    on image: RGBImage, orientation: ImageOrientation
  ) async throws(VisionError) -> [DieObservation] {
    try checkThresholds(confidence: confidenceThreshold, iou: iouThreshold)
    let picture = image.uprightSize(orientation)
    guard let interesting = PixelRect(covering: regionOfInterest, in: picture) else { return [] }
    let region = cropAndScale.source(in: interesting, aspectRatio: Look.aspectRatio)
    let part = image.cropped(to: region, orientation: orientation)
    search.begin(region.size)
    try await model.read(&search, in: part, orientation: orientation)
    return search.sightings.merged(iouThreshold: iouThreshold)
      .moved(from: region, to: picture).map(\.die)
  }
}

/// - Throws: ``VisionError/thresholdOutOfRange(_:)`` where one is not in `0...1`.
func checkThresholds(confidence: Float, iou: Double) throws(VisionError) {
  for threshold in [Double(confidence), iou] where !(0...1).contains(threshold) {
    throw .thresholdOutOfRange(threshold)
  }
}
