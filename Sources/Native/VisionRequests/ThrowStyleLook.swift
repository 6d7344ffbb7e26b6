package import SceneReading
package import VisionCore

/// What the throw-style network was shown of a motion, and what it answered.
package struct ThrowStyleLook: Sendable {
  /// Of the two seconds that it was shown, in the time of the motion.
  package let start: Double
  let window: ThrowStyleWindow
  let scores: ThrowStyleScores

  /// A joint in each of the samples, 30 a second: x and y in trunks from the hips, and belief.
  ///
  /// - Parameter joint: One of the body's.
  /// - Returns: As many samples as the network is shown.
  package func track(of joint: BodyMotion.Joint) -> [BodyMotion.Place] {
    let (count, length) = (BodyMotion.Joint.allCases.count, ThrowStyleWindow.length)
    return (0..<length).map { sample in
      func value(_ channel: Int) -> Float {
        window.values[(channel * count + joint.rawValue) * length + sample]
      }
      return BodyMotion.Place(x: value(0), y: value(1), belief: value(2))
    }
  }

  /// How likely a style is by these two seconds alone.
  ///
  /// - Parameter style: One of the four.
  /// - Returns: `0...1`; those of all styles make 1.
  package func probability(of style: ThrowStyle) -> Float { scores[style] }
}
