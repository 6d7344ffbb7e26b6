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
  private let model: DiceModel
  private let iouThreshold: Double
  private var search: FrameSearch

  /// - Parameters:
  ///   - model: The network.
  ///   - confidenceThreshold: The minimum confidence of a die, in `0...1`.
  ///   - iouThreshold: The largest IoU that the boxes of two dice may share, in `0...1`.
  ///   - regionOfInterest: The part of the upright frame that is looked at.
  public init(
    model: DiceModel, confidenceThreshold: Float = 0.2, iouThreshold: Double = 0.3,
    regionOfInterest: BoundingBox = .unit
  ) {
    self.model = model
    self.regionOfInterest = regionOfInterest
    self.iouThreshold = iouThreshold
    search = FrameSearch(confidenceThreshold: confidenceThreshold)
  }

  /// - Returns: The dice of this frame, left to right by box centre, with boxes normalized to the
  ///   upright frame; none where ``regionOfInterest`` lies outside it.
  public mutating func perform(
    on image: RGBImage, orientation: ImageOrientation
  ) async throws(VisionError) -> [DieObservation] {
    let picture = image.uprightSize(orientation)
    guard let region = PixelRect(covering: regionOfInterest, in: picture) else { return [] }
    let part = image.cropped(to: region, orientation: orientation)
    search.begin(region.size)
    try await model.read(&search, in: part, orientation: orientation)
    let whole = Look(picture: picture, region: region, drawn: region.size)
    return search.sightings.merged(iouThreshold: iouThreshold).compactMap { sighting in
      var die = sighting.die
      die.boundingBox = BoundingBox(region, in: picture).denormalized(die.boundingBox)
      return whole.cuts(die.boundingBox) ? nil : die
    }
  }
}
