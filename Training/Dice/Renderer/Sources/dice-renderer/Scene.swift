import Foundation

enum Shape: UInt8 { case roundedBox, ballBox, polyhedron, cylinder, capsule }

/// A solid of the scene, in millimetres; z is up and the table is z = 0.
struct Body {
  var shape = Shape.roundedBox
  var position = V3(0, 0, 0)
  var frame = Frame()
  /// Half the sizes; a cylinder or capsule has its radius in x and its half length in z.
  var half = V3(repeating: 8)
  /// Of the rounded edges.
  var radius: Float = 1
  /// Of the ball that a `ballBox` is cut with.
  var ball: Float = 100
  var planes: Int32 = 0
  var planeCount: Int32 = 0
  var surface: Int32 = 0
  /// Index into `Scene.marks`, or -1.
  var marks: Int32 = -1
  /// What it moves while the shutter is open.
  var motion = V3(0, 0, 0)
  /// Index into `Scene.dice` for a die that is labelled, else -1.
  var die: Int32 = -1

  var bound: Float {
    switch shape {
    case .roundedBox: length(half) - radius * 0.732
    case .ballBox: min(ball, length(half))
    case .polyhedron: half.x
    case .cylinder: (half.x * half.x + half.z * half.z).squareRoot()
    case .capsule: half.x + half.z
    }
  }

  /// Half the sizes of the box around it, in its own frame.
  var extents: V3 {
    switch shape {
    case .roundedBox, .ballBox: half
    case .polyhedron: half * 0.85
    case .cylinder: V3(half.x, half.x, half.z)
    case .capsule: V3(half.x, half.x, half.x + half.z)
    }
  }
}

/// A die whose top is to be read.
struct Die {
  var body: Int
  var value: Int
  /// No face is near enough to up.
  var leaning: Bool
  /// The local axis of the top face (0...2) and its sign.
  var axis: Int
  var sign: Float
}

enum LightShape: UInt8 { case disc, panel }

struct Light {
  var shape = LightShape.disc
  var position = V3(0, 0, 1000)
  /// The panel's sides (half lengths in x and y) or the disc's radius in x.
  var size = V2(50, 50)
  var frame = Frame()
  /// Irradiance on a facing surface at the origin.
  var power = V3(repeating: 1)
}

enum Gobo: UInt8 { case none, edge, leaves, blinds, round, frame }

/// A flat thing on the table: a mat, a sheet, a board.
struct Overlay {
  enum Outline: UInt8 { case rectangle, hexagon, disc }
  var outline = Outline.rectangle
  var centre = V2(0, 0)
  var axis = V2(1, 0)
  var half = V2(100, 100)
  var surface: Int32 = 0
}

struct Camera {
  var position = V3(0, 0, 300)
  var right = V3(1, 0, 0)
  var up = V3(0, 1, 0)
  var forward = V3(0, 0, -1)
  var width = 384
  var height = 384
  /// Focal lengths in pixels; they differ where the picture is stretched.
  var focal = V2(400, 400)
  /// Radial distortion at the unit radius, which is half the width.
  var distortion: Float = 0
  var aperture: Float = 0
  var focus: Float = 300

  @inline(__always)
  func direction(x: Float, y: Float) -> V3 {
    let cx = Float(width) * 0.5
    let cy = Float(height) * 0.5
    var dx = (x - cx) / cx
    var dy = (y - cy) / cx
    let k = 1 + distortion * (dx * dx + dy * dy)
    dx *= k
    dy *= k
    let d = forward + right * (dx * cx / focal.x) - up * (dy * cx / focal.y)
    return normalize(d)
  }

  /// The pixel that shows a point, or nil for one behind the camera.
  func project(_ p: V3) -> V2? {
    let v = p - position
    let depth = dot(v, forward)
    guard depth > 1 else { return nil }
    let cx = Float(width) * 0.5
    let cy = Float(height) * 0.5
    let ux = dot(v, right) / depth * focal.x / cx
    let uy = -dot(v, up) / depth * focal.y / cx
    // Undo the distortion by fixed-point steps.
    var dx = ux
    var dy = uy
    for _ in 0..<8 {
      let k = 1 + distortion * min(dx * dx + dy * dy, 4)
      dx = ux / k
      dy = uy / k
    }
    return V2(cx + dx * cx, cy + dy * cx)
  }

  /// Where the table is under a pixel.
  func tablePoint(x: Float, y: Float) -> V3? {
    let d = direction(x: x, y: y)
    guard d.z < -0.02 else { return nil }
    return position + d * (-position.z / d.z)
  }
}

struct Scene {
  var camera = Camera()
  var surfaces: [Surface] = []
  var marks: [Marks] = []
  var planes: [SIMD4<Float>] = []
  var bodies: [Body] = []
  var dice: [Die] = []
  var lights: [Light] = []
  var overlays: [Overlay] = []
  var table: Int32 = 0
  /// The table's half sizes, where its edge can be seen; the floor lies below.
  var tableHalf: V2?
  var tableAxis = V2(1, 0)
  var tableCentre = V2(0, 0)
  var floor: Int32 = 0
  var floorDepth: Float = 700
  var sky = V3(repeating: 0.4)
  var horizon = V3(repeating: 0.3)
  var roomSeed: Float = 0
  var gobo = Gobo.none
  var goboScale: Float = 100
  var goboOffset = V2(0, 0)
  var goboDepth: Float = 0.8
  var samples = 4
  var faults = Faults()

  mutating func add(_ surface: Surface) -> Int32 {
    surfaces.append(surface)
    return Int32(surfaces.count - 1)
  }

  mutating func add(_ marks: Marks) -> Int32 {
    self.marks.append(marks)
    return Int32(self.marks.count - 1)
  }

  /// Whether a body would cut into one that is there already.
  func collides(_ body: Body, gap: Float = 0.2, ignoring ignored: Int = -1) -> Bool {
    for (i, other) in bodies.enumerated() where i != ignored {
      let reach = body.bound + other.bound + gap
      let d = body.position - other.position
      if dot(d, d) < reach * reach, boxesOverlap(body, other, gap: gap) { return true }
    }
    return false
  }
}

/// The separating-axis test of two oriented boxes.
func boxesOverlap(_ a: Body, _ b: Body, gap: Float) -> Bool {
  let ea = a.extents + gap / 2
  let eb = b.extents + gap / 2
  let axesA = [a.frame.x, a.frame.y, a.frame.z]
  let axesB = [b.frame.x, b.frame.y, b.frame.z]
  let d = b.position - a.position
  func separated(_ axis: V3) -> Bool {
    var ra: Float = 0
    var rb: Float = 0
    for i in 0..<3 {
      ra += ea[i] * abs(dot(axesA[i], axis))
      rb += eb[i] * abs(dot(axesB[i], axis))
    }
    return abs(dot(d, axis)) > ra + rb
  }
  for i in 0..<3 where separated(axesA[i]) || separated(axesB[i]) { return false }
  for i in 0..<3 {
    for j in 0..<3 {
      let c = cross(axesA[i], axesB[j])
      if dot(c, c) > 1e-4, separated(normalize(c)) { return false }
    }
  }
  return true
}
