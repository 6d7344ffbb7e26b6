package import BeanBagToss
internal import VisionCore

/// A hash over the bits of what a watch reports of throws, bags and states, so that two worlds can be
/// compared by one number: FNV-1a of 64 bits (Fowler, Noll and Vo).
package struct EventHash {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  private mutating func add(_ bits: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      value = (value ^ (bits >> UInt64(shift) & 0xFF)) &* 0x100_0000_01B3
    }
  }

  private mutating func add(_ number: Double) { add(number.bitPattern) }
  private mutating func add(_ number: Float) { add(UInt64(number.bitPattern)) }
  private mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }
  private mutating func add(_ point: NormalizedPoint) {
    add(point.x)
    add(point.y)
  }

  private mutating func add(_ estimate: Estimate?) {
    add(estimate == nil ? 0 : 1)
    guard let estimate else { return }
    add(estimate.value)
    add(estimate.error)
  }

  package mutating func add(_ event: TossWatch.Event) {
    switch event {
    case .stateChanged(let state):
      add(1)
      add(state.index)
    case .throwEnded(let made, let decision):
      add(2)
      add(decision == .rest ? 0 : 1)
      add(made)
    case .throwChanged(let made):
      add(3)
      add(made)
    case .notice(let notice):
      add(4)
      for byte in notice.description.utf8 { add(Int(byte)) }
    case .bag(let bag):
      add(5)
      add(bag)
    }
  }

  private mutating func add(_ made: Throw) {
    for number in [
      made.number, made.startFrame, made.endFrame, made.releaseFrame, made.points,
      made.outcome.index, made.style?.style.index ?? -1,
    ] { add(number) }
    add(made.time)
    add(made.style?.confidence ?? -1)
    for estimate in [made.releaseAngle, made.speed, made.distance, made.stand] { add(estimate) }
    add(made.trajectory.points.count)
    for point in made.trajectory.points {
      add(point.frame)
      add(point.time)
      add(point.location)
      add(point.radius)
    }
    add(made.poses.count)
    for timed in made.poses {
      add(timed.frame)
      add(timed.time)
      for name in JointName.allCases {
        add(timed.pose[name].location)
        add(timed.pose[name].confidence)
      }
    }
    add(made.isWithdrawn ? 1 : 0)
    add(made.trajectory.confidence)
    for number in made.trajectory.equation.map({ [$0.a, $0.b, $0.c] }) ?? [] { add(number) }
    add(made.remarks.count)
    for remark in made.remarks {
      switch remark {
      case .cameraMoved: add(1)
      case .releaseUnseen: add(2)
      case .gravityDisagrees(let ratio): add(ratio)
      case .offTheLine(let stand): add(stand)
      }
    }
  }

  private mutating func add(_ bag: BagEvent) {
    switch bag {
    case .landed(let landing):
      for number in [
        landing.number, landing.firstFrame, landing.restFrame, landing.rest.outcome?.index ?? -1,
      ] { add(number) }
      add(landing.firstTime)
      add(landing.restTime)
      add(landing.place.x)
      add(landing.place.y)
    case .moved(let move):
      for number in [move.landing ?? -1, move.frame, move.rest.outcome?.index ?? -1] { add(number) }
      add(move.time)
    }
  }
}

extension CaseIterable where Self: Equatable {
  /// Which of the cases it is.
  fileprivate var index: Int {
    for (index, other) in Self.allCases.enumerated() where other == self { return index }
    return -1
  }
}
