import Testing
import VisionCore

@testable import DiceReading

/// Dice on a table, a schedule that looks at them, and a network that reads dice of 14 pixels and
/// more and senses those of 9.
private struct Table {
  var picture = PixelSize(width: 1280, height: 720)
  var dice: [BoundingBox] = []
  /// What the network takes for dice, too, with less confidence, where it sees it well.
  var hardlyBelieved: [BoundingBox] = []
  var schedule = LookSchedule(confidenceThreshold: 0.2)
  /// All the looks so far, a list a frame.
  var looks: [[Look]] = []

  /// Shows the schedule a frame, and returns the dice that were read.
  mutating func frame() -> [BoundingBox] {
    let scouts = schedule.scouts(in: picture)
    schedule.learn(fromScouts: scouts.map { ($0, see($0)) })
    guard let close = schedule.closeLook(in: picture) else {
      looks.append(scouts)
      return see(scouts[0]).filter { $0.die.confidence > 0.2 }.map(\.die.boundingBox)
    }
    looks.append(scouts + [close])
    let found = see(close)
    schedule.learn(fromClose: found, in: picture)
    return found.filter { !$0.isCut && $0.die.confidence > 0.2 }.map(\.die.boundingBox)
  }

  /// The region after some frames.
  mutating func region(after frames: Int) -> BoundingBox? {
    for _ in 0..<frames { _ = frame() }
    return schedule.region
  }

  private func see(_ look: Look) -> [Sighting] {
    let shown = BoundingBox(look.region, in: picture)
    return (dice + hardlyBelieved).compactMap { die in
      let visible = die.intersection(shown)
      let side = look.side(of: die)
      guard visible.area > die.area / 2, side >= 9 else { return nil }
      let isBelieved = !hardlyBelieved.contains(die)
      let isCut = look.cuts(visible)
      let confidence: Float = side < 14 || isCut ? 0.12 : isBelieved ? 0.9 : 0.5
      return Sighting(
        die: DieObservation(label: .one, confidence: confidence, boundingBox: visible),
        rank: Double(confidence), isCut: isCut)
    }
  }
}

/// A die that is square in a picture of 16:9.
private func die(x: Double, y: Double, width: Double) -> BoundingBox {
  BoundingBox(x: x, y: y, width: width, height: width * 16 / 9)
}

@Suite("Where to look in a video")
struct LookScheduleTests {
  @Test func `large dice are read in one look at the whole frame`() {
    var table = Table(dice: [die(x: 0.2, y: 0.2, width: 0.1), die(x: 0.7, y: 0.5, width: 0.1)])
    for _ in 0..<20 { #expect(table.frame().count == 2) }
    #expect(table.looks.dropFirst().allSatisfy { $0.count == 1 })
    #expect(table.schedule.region == nil)
  }

  @Test(arguments: 1...8)
  func `large dice that arrive on a bare table are read all together, a frame later at most`(
    bareFrames: Int
  ) {
    var table = Table()
    for _ in 0..<bareFrames { _ = table.frame() }
    table.dice = [die(x: 0.2, y: 0.2, width: 0.1), die(x: 0.7, y: 0.6, width: 0.1)]
    #expect([0, 2].contains(table.frame().count))
    for _ in 0..<5 { #expect(table.frame().count == 2) }
    #expect(table.looks.suffix(4).allSatisfy { $0.count == 1 })
  }

  @Test func `dice too small for the whole frame are read at once in a close look`() {
    var table = Table(dice: [die(x: 0.4, y: 0.4, width: 0.03), die(x: 0.6, y: 0.5, width: 0.03)])
    #expect(table.frame().count == 2)
  }

  @Test(
    "a die that a look at the whole frame cannot even sense is found within eight frames",
    arguments: [(0.1, 0.1), (0.8, 0.1), (0.1, 0.8), (0.8, 0.8), (0.49, 0.49)])
  func tiny(x: Double, y: Double) {
    var table = Table(dice: [die(x: x, y: y, width: 0.02)])
    let read = (0..<8).map { _ in table.frame().count }
    #expect(read.last == 1)
  }

  @Test func `at rest every frame is looked at in the same way`() {
    var table = Table(dice: [die(x: 0.4, y: 0.4, width: 0.03), die(x: 0.6, y: 0.5, width: 0.03)])
    let early = table.region(after: 2)
    #expect(early != nil)
    #expect(table.region(after: 200) == early)
  }

  @Test func `a trembling camera does not move the region`() {
    var table = Table(dice: [die(x: 0.4, y: 0.4, width: 0.03), die(x: 0.6, y: 0.5, width: 0.03)])
    let early = table.region(after: 2)
    for frame in 0..<100 {
      let shift = frame.isMultiple(of: 2) ? 0.003 : -0.003
      for index in table.dice.indices { table.dice[index].x += shift }
      #expect(table.frame().count == 2)
      #expect(table.schedule.region == early)
    }
  }

  @Test func `a die that rolls away takes the region along`() {
    var table = Table(dice: [die(x: 0.2, y: 0.4, width: 0.03), die(x: 0.2, y: 0.6, width: 0.03)])
    _ = table.region(after: 5)
    for _ in 0..<60 {
      table.dice[1].x += 0.01
      #expect(table.frame().count == 2)
    }
  }

  @Test func `a die of which the region shows a part only is read in the next frame`() throws {
    var table = Table(dice: [die(x: 0.3, y: 0.4, width: 0.016), die(x: 0.5, y: 0.5, width: 0.016)])
    let settled = table.region(after: 40)
    let edge = try #require(settled).maxX
    table.dice.append(die(x: edge - 0.012, y: 0.45, width: 0.016))
    _ = table.frame()
    #expect(table.frame().count == 3)
  }

  @Test func `a close look costs half as much while a die is fast`() throws {
    var table = Table(dice: [die(x: 0.2, y: 0.4, width: 0.03), die(x: 0.2, y: 0.6, width: 0.03)])
    _ = table.region(after: 5)
    func pixels(of looks: [Look]?) throws -> Int {
      let size = try #require(looks?.last).drawn
      return size.width * size.height
    }
    let atRest = try pixels(of: table.looks.last)
    for _ in 0..<10 {
      table.dice[1].x += 0.02
      _ = table.frame()
    }
    #expect(try pixels(of: table.looks.last) < atRest * 6 / 10)
    table.dice[1].x += 0.01
    for _ in 0..<2 { _ = table.frame() }
    #expect(try pixels(of: table.looks.last) > atRest * 9 / 10)
  }

  @Test func `the region closes in once the dice lie together`() throws {
    var table = Table(dice: [die(x: 0.1, y: 0.2, width: 0.03), die(x: 0.8, y: 0.7, width: 0.03)])
    let first = table.region(after: 5)
    let wide = try #require(first)
    table.dice[1] = die(x: 0.16, y: 0.2, width: 0.03)
    let second = table.region(after: 70)
    let narrow = try #require(second)
    #expect(narrow.width < wide.width / 1.4)
    #expect(table.frame().count == 2)
  }

  @Test func `a die thrown in later, far from the others, joins them`() {
    var table = Table(dice: [die(x: 0.1, y: 0.1, width: 0.025)])
    _ = table.region(after: 20)
    table.dice.append(die(x: 0.8, y: 0.8, width: 0.025))
    for _ in 0..<12 { _ = table.frame() }
    #expect(table.frame().count == 2)
  }

  @Test(
    "when a die has rolled on, one that came to rest far from it is found within six frames",
    arguments: [(0.05, 0.1), (0.9, 0.1), (0.05, 0.85), (0.9, 0.85)])
  func rolledOn(x: Double, y: Double) {
    // A look at the whole frame cannot sense them.
    var table = Table(dice: [die(x: 0.5, y: 0.5, width: 0.016)])
    _ = table.region(after: 40)
    table.dice = [die(x: 0.57, y: 0.5, width: 0.016), die(x: x, y: y, width: 0.016)]
    #expect((0..<6).contains { _ in table.frame().count == 2 })
  }

  @Test func `a hand before the lens for some frames changes nothing`() {
    var table = Table(dice: [die(x: 0.4, y: 0.4, width: 0.03)])
    let region = table.region(after: 5)
    let dice = table.dice
    table.dice = []
    #expect(table.region(after: 10) == region)
    table.dice = dice
    #expect(table.frame().count == 1)
  }

  @Test func `a table that was cleared is searched again`() {
    var table = Table(dice: [die(x: 0.4, y: 0.4, width: 0.03)])
    _ = table.region(after: 5)
    table.dice = []
    #expect(table.region(after: 20) == nil)
  }

  @Test func `a moved camera that makes the dice large ends the close looks`() {
    var table = Table(dice: [die(x: 0.4, y: 0.4, width: 0.03)])
    _ = table.region(after: 5)
    table.dice = [die(x: 0.3, y: 0.3, width: 0.2)]
    #expect(table.region(after: 5) == nil)
    #expect(table.frame() == table.dice)
  }

  @Test func `a small die beside large ones is looked at closely, for as long as it is there`() {
    let large = [die(x: 0.2, y: 0.6, width: 0.09), die(x: 0.4, y: 0.6, width: 0.09)]
    // 17 pixels in a look at the whole frame.
    var table = Table(dice: large + [die(x: 0.5, y: 0.2, width: 0.046)])
    for _ in 0..<40 {
      #expect(table.frame().count == 3)
      #expect(table.schedule.region != nil)
    }
    table.dice.removeLast()
    #expect(table.region(after: 5) == nil)
    #expect(table.frame().count == 2)
  }

  @Test func `several boxes of one large die are one large die`() {
    let large = die(x: 0.4, y: 0.4, width: 0.1)
    var table = Table(dice: [large])
    // A cell at the edge of the die gives it a smaller box.
    let part = BoundingBox(
      x: large.x, y: large.y, width: large.width / 2, height: large.height / 2)
    table.hardlyBelieved = [part]
    for _ in 0..<10 { _ = table.frame() }
    #expect(table.schedule.region == nil)
  }

  @Test func `a frame costs two and a quarter live looks on the average, and never more than four`()
  {
    var table = Table(dice: [die(x: 0.4, y: 0.4, width: 0.03), die(x: 0.6, y: 0.5, width: 0.03)])
    _ = table.region(after: 100)
    let costs = table.looks.map { looks in
      Double(looks.map { $0.inputSize.width * $0.inputSize.height }.reduce(0, +))
        / Double(Look.livePixels)
    }
    #expect(costs.reduce(0, +) / 100 < 2.4)
    #expect((costs.max() ?? 0) < 4.3)
  }

  @Test("memory that does for the largest input does for every look at a frame")
  func largestInput() {
    let largest = FrameSearch.largestInput
    for picture in [PixelSize(width: 640, height: 480), PixelSize(width: 1080, height: 1920)] {
      for (width, height) in [(1.0, 1.0), (1, 0.3), (0.3, 1), (0.5, 0.4), (0.11, 0.17)] {
        let region = PixelRect(
          x: 0, y: 0, width: Int(Double(picture.width) * width),
          height: Int(Double(picture.height) * height))
        let input = Look.single(region, of: picture, pixels: LookSchedule.mostPixels).inputSize
        #expect(input.width * input.height <= largest.width * largest.height, "\(input)")
        #expect(input.width * input.height > largest.width * largest.height / 2, "\(input)")
      }
    }
  }
}
