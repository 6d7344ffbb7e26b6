package import VisionCore

/// The looks of the throw-style network at a motion, a run at a time.
package struct ThrowStyleSearch: Sendable {
  /// Two seconds that the network is shown, from a time of the motion on.
  package struct Excerpt: Sendable {
    package let start: Double
    package let window: ThrowStyleWindow
  }

  private let isThrow: Bool
  private var excerpts: [Excerpt] = []
  private var scores: [ThrowStyleScores] = []

  /// Where in a window a known release may lie, in samples from its start: in the network's training it
  /// lay from 15 to 49.
  private static let releases = [26.0, 34, 42]

  /// - Parameters:
  ///   - motion: The person.
  ///   - release: When the hand lets go, in the time of `motion`; then it is a throw, and the question
  ///     is only of which style. `nil` looks for a throw anywhere.
  package init(of motion: BodyMotion, releasedAt release: Double?) {
    isThrow = release != nil
    let motion = motion.filled()
    let starts =
      release.map { release in Self.releases.map { release - $0 * ThrowStyleWindow.step } }
      ?? ThrowStyleWindow.starts(over: motion)
    for start in starts {
      let window = ThrowStyleWindow(of: motion, from: start)
      if !window.isEmpty { excerpts.append(Excerpt(start: start, window: window)) }
    }
  }

  /// What the network is to be shown next; `nil` once it has seen the motion.
  package var next: Excerpt? {
    scores.count < excerpts.count ? excerpts[scores.count] : nil
  }

  /// Takes in what the network says of ``next``.
  package mutating func record(_ answer: ThrowStyleScores) {
    if scores.count < excerpts.count { scores.append(answer) }
  }

  /// By what was seen so far: `ThrowStyle.none` where nothing is thrown, also where there is no body.
  package var style: ThrowStyleObservation {
    let unseen = ThrowStyleObservation(style: .none, confidence: 1)
    if isThrow { return scores.isEmpty ? unseen : ThrowStyleScores.mean(scores).throwing }
    return ThrowStyleScores.joined(scores)?.observation ?? unseen
  }
}
