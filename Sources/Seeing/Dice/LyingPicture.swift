package import VisionCore

/// Whether a picture lies on its side, by the dice that are read in it.
///
/// A picture of dice that were seen from the side shows their sides where tops are looked for once it is turned by a quarter:
/// more dice are read, and less confidently. Of 122 photographs by other people, each laid on both of its sides, most are
/// read the same any way; all 9 of 244 that read more dice on their side are recognized, and 5 of the 122 that stand upright
/// are suspected. Any margin up to 0.03 gives the same.
package enum LyingPicture {
  /// By this much the mean confidence must be higher.
  private static let margin = 0.02

  /// Whether the dice that are read after a quarter turn are fewer, and read more confidently.
  package static func isSuspected(
    read: [DieObservation], readTurned turned: [DieObservation]
  ) -> Bool {
    !turned.isEmpty && turned.count < read.count
      && meanConfidence(of: turned) > meanConfidence(of: read) + margin
  }

  private static func meanConfidence(of dice: [DieObservation]) -> Double {
    dice.reduce(0) { $0 + Double($1.confidence) } / Double(dice.count)
  }
}
