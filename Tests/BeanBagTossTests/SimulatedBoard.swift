import BeanBagToss
import VisionCore

/// What a camera above a board would report of bags that move and come to rest.
struct SimulatedBoard {
  static let red = SIMD3<Double>(200, 30, 30)
  static let blue = SIMD3<Double>(20, 30, 160)
  static let wood = SIMD3<Double>(190, 160, 120)
  static let hole = BoardPoint(x: 0.3048, y: 0.2286)
  /// How long a thing must lie still until that is reported, in seconds.
  static let rest = 0.4

  let rate: Double
  private(set) var frames: [BoardSurfaceObservation]

  init(seconds: Double, rate: Double = 30) {
    self.rate = rate
    frames = Array(repeating: BoardSurfaceObservation(), count: Int(seconds * rate))
  }

  private func frame(at time: Double) -> Int { Int((time * rate).rounded()) }

  private func blob(
    _ place: BoardPoint, area: Double, colour: SIMD3<Double>, elongation: Double,
    touchesEdge: Bool, isCut: Bool
  ) -> BoardBlob {
    let isOnBoard = (0...0.6096).contains(place.x) && (0...1.2192).contains(place.y)
    let (dx, dy) = (place.x - Self.hole.x, place.y - Self.hole.y)
    let inHole = (dx * dx + dy * dy).squareRoot() < 0.05 ? 0.9 * area : 0
    return BoardBlob(
      place: place, area: area, areaOnBoard: isOnBoard ? area - inHole : 0, areaInHole: inHole,
      colour: colour, elongation: elongation, touchesEdge: touchesEdge || isCut, isCut: isCut)
  }

  /// Something that moves evenly between two places.
  mutating func move(
    _ from: (Double, Double), _ to: (Double, Double), from start: Double, to end: Double,
    area: Double = 1, colour: SIMD3<Double> = red, elongation: Double = 1,
    touchesEdge: Bool = false, isCut: Bool = false
  ) {
    for index in frame(at: start)...frame(at: end) where index < frames.count {
      let part = min(1, max(0, (Double(index) / rate - start) / (end - start)))
      let place = BoardPoint(
        x: from.0 + (to.0 - from.0) * part, y: from.1 + (to.1 - from.1) * part)
      frames[index].moving.append(
        blob(
          place, area: area, colour: colour, elongation: elongation, touchesEdge: touchesEdge,
          isCut: isCut))
    }
  }

  /// Something that lies still since a time, or has gone since then.
  mutating func change(
    _ kind: BoardChange.Kind, at place: (Double, Double), since time: Double, area: Double = 1,
    colour: SIMD3<Double> = red, elongation: Double = 1, isCut: Bool = false
  ) {
    frames[frame(at: time + Self.rest)].changes.append(
      BoardChange(
        kind: kind,
        blob: blob(
          BoardPoint(x: place.0, y: place.1), area: area,
          colour: kind == .covered ? colour : Self.wood, elongation: elongation,
          touchesEdge: false, isCut: isCut), time: time))
  }

  /// A bag that slides to where it stays.
  mutating func toss(
    to place: (Double, Double), at time: Double, colour: SIMD3<Double> = red
  ) {
    move((place.0, place.1 + 0.8), place, from: time, to: time + 0.4, colour: colour)
    change(.covered, at: place, since: time + 0.4, colour: colour)
  }

  mutating func hide(from start: Double, to end: Double) {
    for index in frame(at: start)...frame(at: end) {
      frames[index] = BoardSurfaceObservation(isHidden: true)
    }
  }

  /// What is reported of it, in short: "board 1", "1 to hole", "start to off".
  func reported(finishes: Bool = true) -> [String] {
    events(finishes: finishes).map { event in
      switch event {
      case .landed(let landing): "\(landing.rest.word) \(landing.number)"
      case .moved(let move):
        "\(move.landing.map { "\($0)" } ?? "start") to \(move.rest.word)"
      }
    }
  }

  /// What is reported of it; the clip is over then, unless it goes on.
  func events(finishes: Bool = true) -> [BagEvent] {
    var tracker = LandingTracker()
    var events: [BagEvent] = []
    for (index, sighting) in frames.enumerated() {
      events += tracker.update(with: sighting, frame: index, time: Double(index) / rate)
    }
    return events + (finishes ? tracker.finish() : [])
  }
}

extension BagRest {
  /// "board", or why it is not known.
  fileprivate var word: String {
    switch self {
    case .seen(let outcome): outcome.rawValue
    case .unknown(let reason): reason.rawValue
    }
  }
}
