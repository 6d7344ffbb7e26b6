/// What of a scene a frame shows.
public struct FieldOfView: Hashable, Sendable {
  /// From the scene to pictures: what is shown lies in all of them. In widths of the picture, `y` too.
  package let views: [Matrix3]
  /// The picture's height, in widths.
  private let height: Double

  /// What a camera shows that stands as the first frame has it.
  ///
  /// - Parameter aspectRatio: The picture's width divided by its height, above 0.
  public init(aspectRatio: Double) { self.init(aspectRatio: aspectRatio, views: [.identity]) }

  package init(aspectRatio: Double, views: [Matrix3]) {
    height = 1 / aspectRatio
    self.views = views
  }

  /// Whether a disc lies above the picture, or is cut by its upper edge: what was thrown there falls back into it.
  package func isAbove(_ place: WidthPoint, radius: Double) -> Bool {
    let seen = views.compactMap { $0.map(place) }
    return seen.count == views.count && seen.allSatisfy { (0...1).contains($0.x) && $0.y < height }
      && seen.contains { $0.y < radius }
  }
}
