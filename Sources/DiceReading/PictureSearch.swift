internal import VisionCore

/// The looks at a still picture, coarse ones first, until the dice are large enough to be read.
///
/// Pure: the network runs elsewhere.
///
/// ```swift
/// while let look = search.nextLook { search.learn(sightings(in: picture, look)) }
/// ```
package struct PictureSearch: Sendable {
  /// The looks that are left.
  private var looks: [Look]
  /// What all looks so far have seen; a die may be seen by several cells, and in several looks.
  package private(set) var sightings: [Sighting] = []

  package init(_ looks: [Look]) { self.looks = looks.reversed() }

  /// The look that is to be made next; `nil` when no other is worth its time.
  package var nextLook: Look? { looks.last }

  /// Takes in what the look has seen.
  package mutating func learn(_ found: [Sighting]) {
    guard let look = looks.popLast() else { return }
    sightings += found
    // A closer look than the dice need finds nothing but pips in weave and print. The coarsest
    // look does not decide: it cannot see whether there are small dice, too.
    let smallest = found.map { look.side(of: $0.die.boundingBox) }.min()
    if !look.isCoarsest, let smallest, smallest >= Look.amplySized { looks = [] }
  }
}
