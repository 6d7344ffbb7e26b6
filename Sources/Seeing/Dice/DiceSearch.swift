/// What has to be asked of networks until the dice of a picture are known.
///
/// Pure: the networks run elsewhere.
///
/// ```swift
/// while let step = search.nextStep {
///   switch step {
///   case .look(let look): search.learn(sightings(in: picture, look))
///   case .portrait(let view): search.learn(answer(of: portraitNetwork, to: view))
///   }
/// }
/// ```
package protocol DiceSearch: Sendable {
  /// What is to be done next; `nil` when nothing else is worth its time.
  var nextStep: ReadingStep? { get }
  /// The minimum confidence of what a look is to report.
  var sightingThreshold: Float { get }
  /// Takes in what the look has seen.
  mutating func learn(_ sightings: [Sighting])
  /// Takes in what the portrait network says of the view.
  mutating func learn(_ answer: PortraitAnswer)
}
