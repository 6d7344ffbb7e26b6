import Foundation

/// The looks of a die, which several dice of a picture may share.
struct DieStyle {
  var surface: Int32
  var marks: Marks
  var edge: Float
  var radius: Float
  var ball: Float?
  var mirrored: Bool
  var isSymbolic: Bool
}

extension Scene {
  /// Draws a style and adds its material.
  mutating func drawDieStyle(_ r: inout RandomSource, edge: Float, symbolic: Bool = false)
    -> DieStyle
  {
    var s = Self.drawDieSurface(&r)
    s.seed = V3(r.uniform(-50, 50), r.uniform(-50, 50), r.uniform(-50, 50))
    let bright = luminance(s.pattern == .marbled || s.pattern == .speckle ? (s.a + s.b) / 2 : s.a)
    var m = Marks()
    m.seed = Int32(r.below(10_000))
    m.radius = clamp(0.088 + r.normal() * 0.014, 0.055, 0.12)
    m.spacing = clamp(0.25 + r.normal() * 0.02, 0.2, 0.3)
    m.sixSpacing = r.chance(0.7) ? m.spacing : m.spacing * r.uniform(0.85, 1.1)
    m.colour =
      s.pattern == .marbled && r.chance(0.6)
      ? Self.drawInk(&r, onSwirls: s) : Self.drawInk(&r, on: s.a, brightness: bright)
    m.metallic = r.chance(0.05)
    if m.metallic { m.colour = r.chance(0.6) ? V3(0.75, 0.5, 0.15) : V3(0.65, 0.65, 0.68) }
    m.colourOfOne = m.colour
    m.colourOfFour = m.colour
    if r.chance(bright > 0.4 ? 0.14 : 0.04) {
      m.colourOfOne = r.chance(0.85) ? V3(r.uniform(0.35, 0.7), 0.01, 0.02) : r.colour()
      m.scaleOfOne = r.chance(0.6) ? r.uniform(1.2, 2.1) : 1
      if r.chance(0.5) { m.colourOfFour = m.colourOfOne }
    } else if r.chance(0.18) {
      m.scaleOfOne = r.uniform(1.2, 2.4)
    }
    m.straightTwo = r.chance(m.scaleOfOne > 1 ? 0.35 : 0.05)
    m.depth = r.chance(0.3) ? r.uniform(0, 0.1) : r.uniform(0.2, 0.85)
    if r.chance(0.06) {
      // Drilled, and the colour left out.
      m.paint = r.uniform(0, 0.4)
      m.depth = r.uniform(0.7, 1)
    }
    if r.chance(0.15) { m.wear = r.uniform(0.05, 0.4) }
    if r.chance(0.25) { m.wander = r.uniform(0.004, 0.02) }
    if r.chance(0.05) { m.ring = r.uniform(0.4, 0.7) }
    if r.chance(0.04) {
      m.disc = r.uniform(0.38, 0.46)
      m.discEngraved = r.chance(0.5)
      m.discColour = m.discEngraved ? m.colour : Self.drawDisc(&r, bright: bright, ink: m.colour)
      m.spacing = min(m.spacing, 0.21)
      m.radius = min(m.radius, 0.075)
      m.sixSpacing = m.spacing
      m.wander = min(m.wander, 0.008)
    } else if r.chance(0.025) {
      m.border = r.uniform(0.39, 0.44)
      m.discColour = m.colour
      m.spacing = min(m.spacing, 0.23)
    }
    if r.chance(0.04) { m.shape = r.chance(0.6) ? .square : .diamond }
    m.radius = min(m.radius, m.sixSpacing * 0.46)
    m.scaleOfOne = min(m.scaleOfOne, 0.2 / m.radius)
    if symbolic {
      m.kind = r.chance(0.55) ? .digits : .symbols
      m.colour =
        bright > 0.3 ? V3(repeating: r.uniform(0.005, 0.05)) : V3(repeating: r.uniform(0.6, 0.9))
      m.disc = 0
      m.paint = 1
    }
    var style = DieStyle(
      surface: 0, marks: m, edge: edge, radius: 0, ball: nil, mirrored: r.chance(0.3),
      isSymbolic: symbolic)
    // The pips must lie on the flat part, or nearly.
    switch r.weighted([0.12, 0.55, 0.2, 0.13]) {
    case 0: style.radius = r.uniform(0.015, 0.04) * edge
    case 1: style.radius = r.uniform(0.06, 0.16) * edge
    case 2: style.radius = r.uniform(0.16, 0.32) * edge
    default:
      style.radius = r.uniform(0.01, 0.06) * edge
      style.ball = r.uniform(0.655, 0.78) * edge
    }
    if style.ball == nil, style.radius > 0.16 * edge || r.chance(0.12) {
      // Casino rounding and "ball" dice: the corners cut further.
      if r.chance(0.3) { style.ball = r.uniform(0.69, 0.8) * edge }
    }
    style.surface = add(s)
    return style
  }

  private static func drawDisc(_ r: inout RandomSource, bright: Float, ink: V3) -> V3 {
    luminance(ink) < 0.2
      ? r.colour(saturation: 0...0.6, value: 0.75...1)
      : r.colour(saturation: 0...1, value: 0.02...0.35)
  }

  private static func drawInk(_ r: inout RandomSource, on body: V3, brightness: Float) -> V3 {
    let white = V3(repeating: r.uniform(0.65, 0.9))
    let black = V3(repeating: r.uniform(0.004, 0.03))
    if brightness < 0.3, r.chance(0.12) {
      // Red on black, gold on orange: another hue, hardly brighter.
      let ink = r.colour(
        hue: r.chance(0.6) ? -0.03...0.15 : 0...1, saturation: 0.7...1, value: 0.4...0.85)
      if length(ink - body) > 0.2 { return ink }
    }
    if r.chance(0.07) {
      // A pair that is hard to read, but can be.
      let toward = brightness > 0.25 ? body * r.uniform(0.3, 0.5) : body * r.uniform(2, 3.5) + 0.06
      return toward
    }
    if brightness > 0.42 {
      return r.pick([0, 0, 0, 0, 0, 1, 2]) == 0
        ? black : r.colour(saturation: 0.7...1, value: 0.1...0.55)
    }
    if brightness < 0.2 {
      switch r.weighted([0.78, 0.08, 0.14]) {
      case 0: return white * V3(1, r.uniform(0.85, 1), r.uniform(0.7, 1))
      case 1: return V3(0.7, 0.48, 0.12)
      default: return r.colour(saturation: 0.2...0.9, value: 0.8...1)
      }
    }
    return r.chance(0.6) ? white : black
  }

  /// White, gold, silver, black or a colour, that stands out from one colour of the swirls at least.
  private static func drawInk(_ r: inout RandomSource, onSwirls s: Surface) -> V3 {
    for _ in 0..<10 {
      let ink = r.pick([
        V3(repeating: r.uniform(0.6, 0.9)), V3(repeating: r.uniform(0.6, 0.9)), V3(0.75, 0.5, 0.15),
        V3(0.65, 0.45, 0.2), V3(repeating: 0.5), V3(repeating: 0.01),
        r.colour(saturation: 0.6...1, value: 0.4...1),
      ])
      let apart = [s.a, s.b].map { length(ink - $0) }
      if apart.max()! > 0.5, apart.min()! > 0.15 { return ink }
    }
    return V3(repeating: luminance((s.a + s.b) / 2) > 0.3 ? 0.01 : 0.85)
  }

  private static func drawDieSurface(_ r: inout RandomSource) -> Surface {
    var s = Surface()
    switch r.weighted([0.32, 0.1, 0.12, 0.08, 0.08, 0.06, 0.24]) {
    case 0: s.a = r.colour(hue: 0.08...0.17, saturation: 0...0.14, value: 0.85...0.99)
    case 1: s.a = r.colour(hue: 0.09...0.14, saturation: 0.15...0.45, value: 0.75...0.97)
    case 2: s.a = r.colour(hue: -0.03...0.02, saturation: 0.75...1, value: 0.45...0.95)
    case 3: s.a = r.colour(saturation: 0...0.4, value: 0.04...0.2)
    case 4: s.a = r.colour(hue: 0.55...0.68, saturation: 0.5...1, value: 0.3...0.95)
    case 5: s.a = r.colour(hue: 0.3...0.45, saturation: 0.5...1, value: 0.25...0.8)
    default: s.a = r.colour(saturation: 0.3...1, value: 0.25...1)
    }
    s.roughness = r.chance(0.75) ? r.uniform(0.06, 0.35) : r.uniform(0.35, 0.9)
    s.f0 = r.uniform(0.03, 0.06)
    let other = r.chance(0.5) ? V3(repeating: r.uniform(0.02, 0.9)) : r.colour()
    switch r.weighted([0.4, 0.18, 0.25, 0.04, 0.05, 0.04, 0.02, 0.02]) {
    case 0: break
    case 1:
      s.clear = r.uniform(0.45, 0.92)
      s.a = r.chance(0.15) ? V3(0.85, 0.88, 0.9) : r.colour(saturation: 0.55...1, value: 0.5...1)
      s.roughness = r.uniform(0.04, 0.2)
    case 2:
      s.pattern = .marbled
      s.scale = r.uniform(4, 16)
      s.p0 = r.unit()
      s.p1 = r.unit() * 0.6
      if r.chance(0.4) {
        // Two strong colours in one die.
        s.b = r.chance(0.3) ? V3(repeating: r.pick([0.01, 0.8])) : r.colour(saturation: 0.5...1)
        s.c = mix(r.chance(0.5) ? s.a : s.b, V3(repeating: r.unit()), r.uniform(0, 0.5))
      } else {
        s.b = r.chance(0.5) ? mix(s.a, other, r.uniform(0.4, 1)) : s.a * r.uniform(0.2, 0.6)
        s.c = mix(s.a, r.colour(), r.uniform(0, 0.7))
      }
    case 3:
      s.pattern = r.chance(0.6) ? .speckle : .glitter
      s.scale = r.uniform(2, 9)
      s.p0 = r.uniform(0.3, 0.8)
      s.p1 = r.uniform(0.1, 0.6)
      s.b = other
      s.c = r.colour()
    case 4:
      s.pattern = .wood
      s.scale = r.uniform(3, 9)
      s.p0 = r.unit()
      s.a = r.colour(hue: 0.05...0.11, saturation: 0.25...0.7, value: 0.35...0.92)
      s.b = s.a * r.uniform(0.45, 0.8)
      s.roughness = r.uniform(0.3, 0.9)
    case 5:
      // Bone, with stains.
      s.pattern = .blobs
      s.scale = r.uniform(5, 14)
      s.a = r.colour(hue: 0.09...0.13, saturation: 0.12...0.35, value: 0.8...0.97)
      s.b = s.a * V3(0.8, 0.65, 0.45)
      s.c = s.a * V3(0.95, 0.88, 0.7)
    case 6:
      s.metal = 1
      s.a = r.pick([
        V3(0.9, 0.65, 0.25), V3(0.8, 0.8, 0.82), V3(0.12, 0.12, 0.13), V3(0.75, 0.42, 0.28),
      ])
      s.roughness = r.uniform(0.1, 0.45)
      s.bump = r.chance(0.4) ? r.uniform(0, 0.3) : 0
    default:
      s.glow = r.uniform(0.05, 0.4)
    }
    if r.chance(0.12) { s.bump += r.uniform(0.02, 0.15) }
    return s
  }

  /// A die of `style` that shows `value`, turned by `yaw`, at rest on the table at (x, y).
  func die(
    _ style: DieStyle, value: Int, yaw: Float, at p: V2, height: Float, _ r: inout RandomSource
  ) -> (Body, Marks, axis: Int, sign: Float) {
    var marks = style.marks
    marks.values = style.mirrored ? [4, 3, 2, 5, 1, 6, 0, 0] : [3, 4, 2, 5, 1, 6, 0, 0]
    marks.flips = UInt8(truncatingIfNeeded: r.next())
    marks.seed &+= Int32(r.below(1000))
    var body = Body()
    body.half = V3(repeating: style.edge / 2)
    if r.chance(0.1) {
      body.half *= V3(r.uniform(0.97, 1.03), r.uniform(0.97, 1.03), r.uniform(0.97, 1.03))
    }
    body.radius = style.radius
    if let ball = style.ball {
      body.shape = .ballBox
      body.ball = ball
    }
    body.surface = style.surface
    var axis = 2
    var sign: Float = 1
    for a in 0..<3 {
      for s: Float in [1, -1] where marks.value(axis: a, sign: s) == value {
        axis = a
        sign = s
      }
    }
    // The top's local axis becomes the world's z; the next axes fill a right-handed frame.
    var rows = [V3(0, 0, 0), V3(0, 0, 0), V3(0, 0, 0)]
    rows[axis] = V3(0, 0, sign)
    rows[(axis + 1) % 3] = V3(1, 0, 0)
    rows[(axis + 2) % 3] = cross(rows[axis], rows[(axis + 1) % 3])
    body.frame = Frame(x: rows[0], y: rows[1], z: rows[2]).turned(about: V3(0, 0, 1), by: yaw)
    body.position = V3(p.x, p.y, height + body.half[axis])
    return (body, marks, axis, sign)
  }

  /// Puts `count` dice on the table, in the view. `ground` limits where.
  mutating func placeDice(
    count: Int, styles: [DieStyle], within allowed: (V2) -> Bool, _ r: inout RandomSource
  ) {
    let arrangement = r.weighted([0.5, 0.32, 0.18])
    var centres: [V2] = []
    let clusters = 1 + r.below(3)
    for _ in 0..<20 where centres.count < clusters {
      if let p = spot(&r, margin: 0.12), allowed(p) { centres.append(p) }
    }
    let tilting = r.chance(0.22) ? r.uniform(0.1, 0.4) : 0
    let commonYaw = r.uniform(0, 2 * .pi)
    let parallel = r.chance(0.12)
    let spread = r.uniform(0.8, 2.5)
    var placed: [Int] = []
    for _ in 0..<count {
      let style = r.pick(styles)
      for attempt in 0..<40 {
        var p: V2
        if arrangement == 0 || centres.isEmpty {
          guard let q = spot(&r, margin: -0.03) else { continue }
          p = q
        } else if arrangement == 1 {
          p =
            r.pick(centres) + V2(r.normal(), r.normal())
            * (style.edge * spread * (1 + Float(attempt) * 0.08))
        } else if let near = placed.randomElement(&r) {
          // Touching one that lies there.
          let a = r.uniform(0, 2 * .pi)
          let b = bodies[near]
          let d = style.edge * r.uniform(1.0, 1.25)
          p = V2(b.position.x + cos(a) * d, b.position.y + sin(a) * d)
        } else {
          p = centres[0]
        }
        guard allowed(p) else { continue }
        let value = 1 + r.below(6)
        let yaw = parallel ? commonYaw + Float(r.below(4)) * .pi / 2 : r.uniform(0, 2 * .pi)
        var made = die(style, value: value, yaw: yaw, at: p, height: 0, &r)
        var leaning = false
        if r.chance(tilting) {
          if let near = placed.randomElement(&r), r.chance(0.8) {
            if r.chance(0.35), abs(bodies[near].frame.z.z) + abs(bodies[near].frame.x.z) > 0.99 {
              // On top of another.
              let b = bodies[near]
              let off = style.edge * 0.25
              made.0.position = V3(
                b.position.x + r.uniform(-off, off), b.position.y + r.uniform(-off, off),
                b.position.z + b.half.x + made.0.half.x + 0.25)
            } else {
              lean(&made.0, on: near, &r)
            }
          } else {
            tilt(&made.0, by: r.uniform(0.15, 0.75), about: r.uniform(0, 2 * .pi))
          }
          let up = [made.0.frame.x.z, made.0.frame.y.z, made.0.frame.z.z]
          made.axis = (0..<3).max { abs(up[$0]) < abs(up[$1]) } ?? 2
          made.sign = up[made.axis] < 0 ? -1 : 1
          leaning = abs(up[made.axis]) < cos(25 * .pi / 180)
        }
        if collides(made.0, gap: r.chance(0.3) ? 0.05 : 0.4) { continue }
        made.0.marks = add(made.1)
        if !style.isSymbolic {
          made.0.die = Int32(dice.count)
          dice.append(
            Die(
              body: bodies.count, value: made.1.value(axis: made.axis, sign: made.sign),
              leaning: leaning,
              axis: made.axis, sign: made.sign))
        }
        placed.append(bodies.count)
        bodies.append(made.0)
        break
      }
    }
  }

  private func tilt(_ body: inout Body, by angle: Float, about heading: Float) {
    body.frame = body.frame.turned(about: V3(cos(heading), sin(heading), 0), by: angle)
    body.position.z = restingHeight(body)
  }

  /// The centre's height when the lowest corner touches the table.
  func restingHeight(_ body: Body) -> Float {
    let core = body.half - body.radius
    return core.x * abs(body.frame.x.z) + core.y * abs(body.frame.y.z) + core.z
      * abs(body.frame.z.z) + body.radius
  }

  /// Tilts a die and slides it towards another until they touch.
  private func lean(_ body: inout Body, on near: Int, _ r: inout RandomSource) {
    let other = bodies[near]
    let heading = r.uniform(0, 2 * .pi)
    let out = V3(cos(heading), sin(heading), 0)
    tilt(&body, by: r.uniform(0.2, 0.75), about: heading - .pi / 2)
    var distance = (other.bound + body.bound) * 1.05
    while distance > 2 {
      let x = other.position.x + out.x * distance
      let y = other.position.y + out.y * distance
      var next = body
      next.position = V3(x, y, body.position.z)
      if boxesOverlap(next, other, gap: 0.3) { break }
      body = next
      distance -= body.half.x * 0.05
    }
  }

  /// A place on the table that is in the picture; a negative margin lets it be cut by the border.
  func spot(_ r: inout RandomSource, margin: Float) -> V2? {
    let w = Float(camera.width)
    let h = Float(camera.height)
    let x = r.uniform(margin, 1 - margin) * w
    let y = r.uniform(margin, 1 - margin) * h
    guard let p = camera.tablePoint(x: x, y: y) else { return nil }
    let far = length(p - camera.position)
    if far > camera.focus * 2.6 { return nil }
    return V2(p.x, p.y)
  }
}

extension Array {
  func randomElement(_ r: inout RandomSource) -> Element? { isEmpty ? nil : self[r.below(count)] }
}
