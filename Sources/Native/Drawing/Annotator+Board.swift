public import VisionCore

extension Annotator {
  /// A closed line on a picture.
  public struct Outline: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
      /// The board, and its hole.
      case board
      /// A thing on it, or beside it.
      case bag
      /// A thing that moves.
      case moving
    }

    public var kind: Kind
    /// Its corners, in order.
    public var points: [NormalizedPoint]
    /// What stands in its middle; nothing for an empty text.
    public var label: String

    public init(kind: Kind, points: [NormalizedPoint], label: String = "") {
      self.kind = kind
      self.points = points
      self.label = label
    }
  }

  /// Draws outlines, such as those of a board and the bags on it.
  ///
  /// - Parameters:
  ///   - outlines: In coordinates of `image`, which stands upright.
  ///   - image: The picture that is drawn on.
  public func draw(outlines: [Outline], on image: inout RGBImage) {
    let (width, height) = (Double(image.width), Double(image.height))
    let line = max(1, (width * height).squareRoot() / 240)
    Canvas.draw(on: &image) { canvas in
      for outline in outlines where outline.points.count > 1 {
        let ink =
          switch outline.kind {
          case .board: Self.blue
          case .bag: Self.accent
          case .moving: Self.white
          }
        let corners = outline.points.map { (x: $0.x * width, y: $0.y * height) }
        canvas.outline(corners, width: line * 2.2, Self.shade)
        canvas.outline(corners, width: line, ink)
        guard !outline.label.isEmpty else { continue }
        let count = Double(corners.count)
        let tall = line * 6
        canvas.write(
          outline.label,
          x: corners.reduce(0) { $0 + $1.x } / count
            - Canvas.width(of: outline.label, capHeight: tall) / 2,
          baseline: corners.reduce(0) { $0 + $1.y } / count + tall / 2, capHeight: tall, ink)
      }
    }
  }
}
