package import VisionCore

/// Follows the people of a video from frame to frame: they are looked for where their joints were, and newcomers now and
/// then, while nobody is known, and after somebody was lost.
package struct BodyTracker: Sendable {
  private let newcomers: BodySearch.Newcomers
  private let framesBetweenSearches: Int
  private var regions: [PoseRegion] = []
  private var framesUntilSearch = 0
  /// Whether newcomers were looked for in the last frame.
  package private(set) var hasSearched = false

  /// - Parameters:
  ///   - newcomers: Where they are looked for. Who has been found is followed out of it.
  ///   - framesBetweenSearches: After this many frames newcomers are looked for, at least 1.
  package init(newcomers: BodySearch.Newcomers, framesBetweenSearches: Int) {
    self.newcomers = newcomers
    self.framesBetweenSearches = framesBetweenSearches
  }

  /// Looks for newcomers in the next frame, however short the last search was ago.
  package mutating func searchNextFrame() { framesUntilSearch = 0 }

  /// Begins to look at the next frame.
  ///
  /// - Parameters:
  ///   - size: Of the upright frame.
  ///   - limit: Of whom alone the joints are found; `nil` for everybody.
  /// - Returns: What is to be searched; ``end(_:)`` takes it back.
  package mutating func begin(
    in size: PixelSize, limit: BodySearch.Limit? = nil
  ) -> BodySearch {
    hasSearched = framesUntilSearch <= 0 || regions.isEmpty
    if hasSearched { framesUntilSearch = framesBetweenSearches }
    framesUntilSearch -= 1
    return BodySearch(
      in: size, known: regions, newcomers: hasSearched ? newcomers : nil, limit: limit)
  }

  /// Takes in what was found in a frame.
  ///
  /// - Parameter search: Of this frame, to its end.
  /// - Returns: The people, those known longest first.
  package mutating func end(_ search: BodySearch) -> [HumanBodyPoseObservation] {
    if search.hasLostSomebody { framesUntilSearch = 0 }
    regions = search.people.compactMap { $0.nextRegion }
    return search.people.map { $0.observation(in: search.size) }
  }
}
