import Testing
import VisionCore

@testable import DiceReading

/// A table with one die, as a camera sees it.
private struct Scene {
  var size = PixelSize(width: 320, height: 240)
  var format = PicturePlanes.Format.i420
  var dieX = 100
  /// What the light does to the picture, by row and column.
  var gain: (_ x: Int, _ y: Int) -> Double = { _, _ in 1 }

  private func brightness(_ x: Int, _ y: Int) -> UInt8 {
    let isDie = (dieX..<dieX + 16).contains(x) && (100..<116).contains(y)
    // The table's wood has a grain.
    let table = 110.0 + Double((x / 7 + y / 5) % 9) * 4
    return UInt8(min(255, 16 + (isDie ? 190 : table) * gain(x, y)))
  }

  /// Lets `gate` see the scene.
  func opens(_ gate: inout StillGate, at time: Double, isPending: Bool = false) -> Bool {
    let half = PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
    let pixels = (0..<size.height).flatMap { y in (0..<size.width).map { brightness($0, y) } }
    let differences = [UInt8](repeating: 128, count: half.width * half.height)
    let memory: [UInt8]
    let layouts: [PicturePlanes.Layout]
    switch format {
    case .rgba, .bgra:
      memory = pixels.flatMap { [$0, $0, $0, 255] }
      layouts = [.init(offset: 0, stride: 4 * size.width)]
    case .i420:
      memory = pixels + differences + differences
      layouts = [
        .init(offset: 0, stride: size.width), .init(offset: pixels.count, stride: half.width),
        .init(offset: pixels.count + differences.count, stride: half.width),
      ]
    case .nv12:
      memory = pixels + differences + differences
      layouts = [
        .init(offset: 0, stride: size.width), .init(offset: pixels.count, stride: 2 * half.width),
      ]
    }
    return memory.withUnsafeBytes { memory in
      guard
        let planes = PicturePlanes(
          format, coded: size,
          visible: PixelRect(x: 0, y: 0, width: size.width, height: size.height),
          layouts: layouts, in: memory)
      else {
        Issue.record("no picture")
        return false
      }
      return gate.opens(for: planes, at: time, isPending: isPending)
    }
  }
}

@Suite("The still gate")
struct StillGateTests {
  /// A gate that has seen the scene lie still for a second, and looked just now.
  private func settled(on scene: Scene) -> (gate: StillGate, time: Double) {
    var gate = StillGate()
    for frame in 0..<31 { _ = scene.opens(&gate, at: Double(frame) / 30) }
    // The next look is half a second after the one that is forced here.
    _ = scene.opens(&gate, at: 31.0 / 30, isPending: true)
    return (gate, 32.0 / 30)
  }

  @Test(arguments: [PicturePlanes.Format.i420, .nv12, .rgba, .bgra])
  func `opens when a die has moved, and lets some frames more through`(
    format: PicturePlanes.Format
  ) {
    var scene = Scene(format: format)
    var (gate, time) = settled(on: scene)
    #expect(!scene.opens(&gate, at: time))
    scene.dieX += 3
    var looks = 0
    for frame in 1...14 where scene.opens(&gate, at: time + Double(frame) / 30) { looks += 1 }
    #expect(looks == 8)
  }

  @Test func `looks twice a second where nothing moves`() {
    var gate = StillGate()
    let looks = (0..<150).filter { Scene().opens(&gate, at: Double($0) / 30) }
    // At the beginning nothing is known.
    #expect(looks.filter { $0 >= 15 }.count == 9, "\(looks)")
    #expect(zip(looks, looks.dropFirst()).allSatisfy { $1 - $0 <= 15 })
  }

  @Test func `is open as long as a roll is pending`() {
    let scene = Scene()
    var (gate, time) = settled(on: scene)
    for frame in 1...10 {
      #expect(scene.opens(&gate, at: time + Double(frame) / 30, isPending: true))
    }
    #expect(!scene.opens(&gate, at: time + 11.0 / 30))
  }

  /// What happens to the light in one frame.
  enum Light: CaseIterable {
    case lampIsDimmed, sunComesOut
    /// What a rolling shutter makes of a lamp that flickers, also of a camera that is turned.
    case bandsAcross, bandsDown

    func gain(_ x: Int, _ y: Int) -> Double {
      switch self {
      case .lampIsDimmed: 0.7
      case .sunComesOut: 1.4
      case .bandsAcross: y / 24 % 2 == 0 ? 1.08 : 0.93
      case .bandsDown: x / 24 % 2 == 0 ? 1.08 : 0.93
      }
    }
  }

  @Test(arguments: Light.allCases)
  func `is not opened by light alone, and not blinded by it`(light: Light) {
    let scene = Scene()
    let (settledGate, time) = settled(on: scene)
    var lit = scene
    lit.gain = light.gain
    var gate = settledGate
    #expect(!lit.opens(&gate, at: time), "the light alone")
    lit.dieX += 4
    gate = settledGate
    #expect(lit.opens(&gate, at: time), "the die moves")
  }

  @Test
  func `a place that wavers is learned, and hides neither another nor a die that comes there`() {
    // A screen at the table's edge, whose brightness is another in each frame, by 5 % at most.
    func waver(_ scene: inout Scene, _ frame: Int) {
      let gain = 0.975 + 0.05 * (Double(frame) * 0.618).truncatingRemainder(dividingBy: 1)
      scene.gain = { x, y in x > 240 && y < 120 ? gain : 1 }
    }
    var scene = Scene()
    var gate = StillGate()
    var looks: [Int] = []
    for frame in 0..<120 {
      waver(&scene, frame)
      if scene.opens(&gate, at: Double(frame) / 30) { looks.append(frame) }
    }
    #expect(looks.filter { $0 >= 60 }.count <= 5, "the screen alone: \(looks)")
    for x in [60, 260] {
      var gate = gate
      _ = scene.opens(&gate, at: 4, isPending: true)
      var moved = scene
      moved.dieX = x
      #expect(moved.opens(&gate, at: 4.03), "at \(x)")
    }
  }

  @Test func `another size and a time that runs back open it`() {
    var scene = Scene()
    var (gate, time) = settled(on: scene)
    #expect(!scene.opens(&gate, at: time))
    #expect(scene.opens(&gate, at: time - 60))
    (gate, time) = settled(on: scene)
    scene.size = PixelSize(width: 240, height: 320)
    #expect(scene.opens(&gate, at: time))
  }

  @Test(arguments: [(1, 1), (1, 300), (300, 1), (65, 97), (79, 2)])
  func `takes pictures of any shape`(width: Int, height: Int) {
    for format in [PicturePlanes.Format.i420, .nv12, .rgba] {
      let scene = Scene(size: PixelSize(width: width, height: height), format: format)
      var (gate, time) = settled(on: scene)
      #expect(!scene.opens(&gate, at: time))
    }
  }
}
