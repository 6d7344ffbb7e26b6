import Testing
import VisionCore

@testable import DiceReading

private let picture = PixelSize(width: 640, height: 480)

/// A die in the middle of the frame, its top so wide a share of it.
private func sighting(_ value: DieValue, width: Double, confidence: Float = 0.9) -> Sighting {
  let height = width * 4 / 3
  return Sighting(
    die: DieObservation(
      label: value, confidence: confidence,
      boundingBox: BoundingBox(
        x: 0.5 - width / 2, y: 0.5 - height / 2, width: width, height: height)),
    rank: Double(confidence), isCut: false)
}

extension FrameSearch {
  /// Looks at the next frame, in which close-ups see some dice, and other looks others; returns whether it was
  /// looked at in a close-up, and how often in other ways.
  fileprivate mutating func see(closeUp: [Sighting] = [], others: [Sighting] = [])
    -> (closeUp: Bool, others: Int)
  {
    begin(picture)
    var made = (closeUp: false, others: 0)
    while case .look(let look) = nextStep, made.others < 100 {
      if look.isCloseUp { made.closeUp = true } else { made.others += 1 }
      learn(look.isCloseUp ? closeUp : others)
    }
    return made
  }
}

@Suite("Searching frames for a die that fills them")
struct FrameSearchTests {
  @Test(
    "every fourth frame begins with a close-up where there may be one",
    arguments: [
      ([], [false, false, false, true, false, false, false, true, false]),
      // Pips of a die, perhaps.
      (
        [sighting(.one, width: 0.15)],
        [false, false, false, true, false, false, false, true, false]
      ),
      ([sighting(.two, width: 0.15)], [Bool](repeating: false, count: 9)),
    ] as [([Sighting], [Bool])])
  func closeUps(seen: [Sighting], expected: [Bool]) {
    var search = FrameSearch(confidenceThreshold: 0.2)
    var made: [Bool] = []
    for _ in expected { made.append(search.see(others: seen).closeUp) }
    #expect(made == expected)
  }

  @Test func `a die that fills the frame is read in close-ups alone, until it has left`() {
    var search = FrameSearch(confidenceThreshold: 0.2)
    let die = sighting(.five, width: 0.5)
    for _ in 0..<4 { _ = search.see(closeUp: [die]) }
    for _ in 0..<5 {
      #expect(search.see(closeUp: [die]) == (true, 0))
      #expect(search.sightings.map(\.die.label) == [.five])
    }
    let after = search.see(others: [sighting(.two, width: 0.2)])
    #expect(after.closeUp && after.others > 0)
    #expect(search.sightings.map(\.die.label) == [.two])
    #expect(search.see(others: [sighting(.two, width: 0.2)]).closeUp == false)
  }

  @Test(
    "a doubtful die that fills the frame, and a small one, do not count",
    arguments: [sighting(.five, width: 0.5, confidence: 0.45), sighting(.five, width: 0.2)])
  func doubtful(die: Sighting) {
    var search = FrameSearch(confidenceThreshold: 0.2)
    for _ in 0..<10 {
      _ = search.see(closeUp: [die])
      #expect(search.sightings.isEmpty)
    }
  }
}
