import Foundation

extension Scene {
  /// Puts one thing that is not a pipped die on the table; of `rolePlaying`, a die with numbers or
  /// signs.
  mutating func placeDistractor(
    edge: Float, rolePlaying: Bool, within allowed: (V2) -> Bool, _ r: inout RandomSource
  ) {
    let kind =
      rolePlaying
      ? r.weighted([0.65, 0.35])
      : r.weighted([0.22, 0.12, 0.08, 0.08, 0.06, 0.06, 0.07, 0.08, 0.06, 0.05, 0.06, 0.05, 0.06])
    for _ in 0..<12 {
      guard let p = spot(&r, margin: -0.05), allowed(p) else { continue }
      let yaw = r.uniform(0, 2 * .pi)
      var group: [Body]
      switch kind {
      case 0: group = [polyhedron(edge * r.uniform(0.7, 1.3), &r)]
      case 1:
        let style = drawDieStyle(&r, edge: edge * r.uniform(0.8, 1.3), symbolic: true)
        var made = die(style, value: 1 + r.below(6), yaw: 0, at: V2(0, 0), height: 0, &r)
        made.0.marks = add(made.1)
        group = [made.0]
      case 2: group = [domino(edge, &r)]
      case 3: group = [coin(&r)]
      case 4: group = [button(&r)]
      case 5: group = [cap(&r)]
      case 6:
        addCard(at: p, yaw: yaw, &r)
        return
      case 7: group = rod(&r)
      case 8: group = slab(&r)
      case 9: group = knob(&r)
      case 10: group = brick(&r)
      case 11: group = beetle(edge, &r)
      default: group = cup(&r)
      }
      let turn = Frame().turned(about: V3(0, 0, 1), by: yaw)
      for i in group.indices {
        let q = group[i].position
        group[i].position =
          V3(p.x, p.y, 0)
          + V3(dot(V3(turn.x.x, turn.y.x, 0), q), dot(V3(turn.x.y, turn.y.y, 0), q), q.z)
        group[i].frame = group[i].frame.turned(about: V3(0, 0, 1), by: yaw)
      }
      if group.contains(where: { collides($0) }) { continue }
      bodies += group
      return
    }
  }

  private mutating func plastic(_ r: inout RandomSource) -> Int32 {
    var s = Surface()
    s.a = r.chance(0.3) ? V3(repeating: r.uniform(0.01, 0.85)) : r.colour()
    s.roughness = r.uniform(0.08, 0.7)
    if r.chance(0.3) {
      s.pattern = r.pick([.marbled, .speckle, .blobs])
      s.b = r.colour()
      s.c = r.colour()
      s.scale = r.uniform(4, 14)
      s.p1 = 0.3
      s.seed = V3(r.uniform(-9, 9), r.uniform(-9, 9), r.uniform(-9, 9))
    }
    return add(s)
  }

  private func contrasting(_ surface: Int32, _ r: inout RandomSource) -> V3 {
    luminance(surfaces[Int(surface)].a) > 0.3
      ? r.colour(saturation: 0...1, value: 0...0.3) : r.colour(saturation: 0...0.7, value: 0.8...1)
  }

  private mutating func polyhedron(_ edge: Float, _ r: inout RandomSource) -> Body {
    let kind = r.pick(Polyhedron.allCases)
    let normals = kind.normals
    let d = edge * (kind == .d4 ? 0.28 : 0.55)
    var body = Body()
    body.shape = .polyhedron
    body.planes = Int32(planes.count)
    body.planeCount = Int32(normals.count)
    planes += normals.map { SIMD4($0, d) }
    body.half = V3(repeating: d * kind.reach)
    body.surface = plastic(&r)
    if r.chance(0.2) { surfaces[Int(body.surface)].clear = r.uniform(0.3, 0.8) }
    // One face down.
    let down = normals[r.below(normals.count)]
    let f = Frame.facing(-down)
    body.frame = Frame(
      x: V3(f.x.x, f.y.x, f.z.x), y: V3(f.x.y, f.y.y, f.z.y), z: V3(f.x.z, f.y.z, f.z.z))
    body.position = V3(0, 0, d)
    var m = Marks()
    m.kind = r.chance(0.75) ? .polyhedronDigits : .polyhedronSymbols
    m.seed = Int32(r.below(10_000))
    m.radius = kind == .d20 ? 0.9 : (kind == .d12 ? 1.1 : (kind == .d4 ? 2.2 : 1.3))
    m.colour = contrasting(body.surface, &r)
    m.depth = 0.4
    body.marks = add(m)
    return body
  }

  private mutating func domino(_ edge: Float, _ r: inout RandomSource) -> Body {
    var body = Body()
    let w = r.uniform(9, 13)
    body.half = V3(w, w * 2, r.uniform(2.5, 5))
    body.radius = r.uniform(0.4, 2)
    body.position.z = body.half.z
    var s = Surface()
    s.a =
      r.chance(0.5)
      ? V3(repeating: r.uniform(0.01, 0.04)) : V3(0.85, 0.82, 0.72) * r.uniform(0.8, 1)
    if r.chance(0.2) { s.a = r.colour() }
    s.roughness = r.uniform(0.1, 0.6)
    body.surface = add(s)
    var m = Marks()
    m.kind = .domino
    m.values[0] = UInt8(r.below(7))
    m.values[1] = UInt8(r.below(7))
    m.colour = contrasting(body.surface, &r)
    m.colourOfOne = m.colour
    m.colourOfFour = m.colour
    m.radius = r.uniform(0.07, 0.1)
    body.marks = add(m)
    return body
  }

  private mutating func disc(_ radius: Float, _ halfHeight: Float, surface: Int32) -> Body {
    var body = Body()
    body.shape = .cylinder
    body.half = V3(radius, radius, halfHeight)
    body.position.z = halfHeight
    body.surface = surface
    return body
  }

  private mutating func coin(_ r: inout RandomSource) -> Body {
    var s = Surface()
    s.metal = 0.9
    s.roughness = r.uniform(0.25, 0.5)
    s.a = r.pick([V3(0.75, 0.73, 0.7), V3(0.8, 0.6, 0.25), V3(0.6, 0.3, 0.18)])
    var body = disc(r.uniform(8, 14), r.uniform(0.8, 1.3), surface: add(s))
    var m = Marks()
    m.kind = .cap
    m.depth = 0.5
    m.paint = 0
    m.seed = Int32(r.below(1000))
    body.marks = add(m)
    return body
  }

  private mutating func button(_ r: inout RandomSource) -> Body {
    var body = disc(r.uniform(5, 13), r.uniform(1, 2), surface: plastic(&r))
    var m = Marks()
    m.kind = .holes
    m.values[0] = r.chance(0.5) ? 4 : 2
    m.colour = V3(repeating: r.chance(0.8) ? 0.02 : 0.7)
    body.marks = add(m)
    return body
  }

  private mutating func cap(_ r: inout RandomSource) -> Body {
    let s = plastic(&r)
    surfaces[Int(s)].metal = r.chance(0.4) ? 0.7 : 0
    var body = disc(r.uniform(13, 17), r.uniform(3, 6), surface: s)
    var m = Marks()
    m.kind = .cap
    m.paint = 1
    m.wear = 1
    m.colour = contrasting(s, &r)
    m.seed = Int32(r.below(1000))
    body.marks = add(m)
    return body
  }

  private mutating func addCard(at p: V2, yaw: Float, _ r: inout RandomSource) {
    for k in 0..<(1 + r.below(3)) {
      var s = Surface()
      s.pattern = .card
      s.a = V3(repeating: r.uniform(0.75, 0.9))
      s.b = V3(0.65, 0.02, 0.03)
      s.c = V3(repeating: 0.01)
      s.scale = 1
      s.p0 = r.unit()
      s.p1 = r.unit()
      s.roughness = r.uniform(0.3, 0.9)
      let a = yaw + Float(k) * r.uniform(-0.5, 0.5)
      overlays.append(
        Overlay(
          centre: p + V2(r.uniform(-20, 20), r.uniform(-20, 20)) * Float(k),
          axis: V2(cos(a), sin(a)),
          half: V2(31.5, 44), surface: add(s)))
    }
  }

  /// A pencil, or a cable of several pieces.
  private mutating func rod(_ r: inout RandomSource) -> [Body] {
    let s = plastic(&r)
    let radius = r.uniform(1.5, 5)
    var bodies: [Body] = []
    let pieces = r.chance(0.5) ? 1 : 4 + r.below(5)
    let length: Float = pieces == 1 ? r.uniform(60, 90) : r.uniform(10, 25)
    var heading: Float = 0
    var at = V3(0, 0, radius)
    let curve = r.uniform(-0.35, 0.35)
    for _ in 0..<pieces {
      var b = Body()
      b.shape = .capsule
      b.half = V3(radius, radius, length)
      b.surface = s
      let d = V3(cos(heading), sin(heading), 0)
      b.frame = Frame.facing(d)
      at += d * length
      b.position = at
      at += d * length
      heading += curve
      bodies.append(b)
    }
    if pieces == 1, r.chance(0.5) {
      var tip = bodies[0]
      tip.surface = plastic(&r)
      tip.half = V3(radius * 1.05, radius * 1.05, length * 0.2)
      tip.position = V3(length * 1.82, 0, radius * 1.05)
      bodies.append(tip)
    }
    return bodies
  }

  /// A phone, a keyboard, a book or a box.
  private mutating func slab(_ r: inout RandomSource) -> [Body] {
    var body = Body()
    var s = Surface()
    s.roughness = r.uniform(0.05, 0.6)
    s.a = r.chance(0.6) ? V3(repeating: r.uniform(0.01, 0.1)) : r.colour()
    switch r.below(3) {
    case 0:
      body.half = V3(36, 74, 4)
      body.radius = 3.5
      var m = Marks()
      m.kind = .screen
      m.colour = r.chance(0.6) ? V3(repeating: 0.01) : r.colour()
      body.marks = add(m)
    case 1:
      body.half = V3(140, 60, 8)
      body.radius = 3
      s.pattern = .keys
      s.scale = r.uniform(16, 20)
      s.b = s.a * 0.7 + r.uniform(0, 0.06)
      s.c = V3(repeating: r.uniform(0.4, 0.9))
    default:
      body.half = V3(r.uniform(20, 90), r.uniform(20, 90), r.uniform(5, 30))
      body.radius = r.uniform(0.3, 4)
      s.pattern = r.pick([.plain, .text, .poster, .cardboard, .stripes, .blobs])
      s.scale = r.uniform(4, 16)
      s.b = r.colour()
      s.c = r.colour()
      s.seed = V3(r.uniform(-5, 5), r.uniform(-5, 5), r.unit())
    }
    body.position.z = body.half.z
    body.surface = add(s)
    return [body]
  }

  private mutating func knob(_ r: inout RandomSource) -> [Body] {
    var base = disc(r.uniform(5, 14), r.uniform(2, 8), surface: plastic(&r))
    surfaces[Int(base.surface)].metal = r.chance(0.4) ? 1 : 0
    base.position.z = base.half.z
    var top = Body()
    top.shape = .capsule
    top.half = V3(base.half.x * r.uniform(0.3, 0.9), 0, 0.1)
    top.position.z = base.half.z * 2
    top.surface = r.chance(0.5) ? base.surface : plastic(&r)
    return r.chance(0.5) ? [base, top] : [base]
  }

  private mutating func brick(_ r: inout RandomSource) -> [Body] {
    let s = plastic(&r)
    surfaces[Int(s)].pattern = .plain
    let nx = 1 + r.below(2)
    let ny = 1 + r.below(4)
    var body = Body()
    body.half = V3(Float(nx) * 4, Float(ny) * 4, 4.8)
    body.radius = 0.3
    body.position.z = 4.8
    body.surface = s
    var all = [body]
    for i in 0..<nx {
      for j in 0..<ny {
        var stud = disc(2.4, 0.9, surface: s)
        stud.position = V3(Float(i) * 8 - body.half.x + 4, Float(j) * 8 - body.half.y + 4, 10.5)
        all.append(stud)
      }
    }
    return all
  }

  /// A domed thing with dots.
  private mutating func beetle(_ edge: Float, _ r: inout RandomSource) -> [Body] {
    var s = Surface()
    s.pattern = .dots
    s.a = r.chance(0.6) ? V3(0.6, 0.02, 0.01) : r.colour()
    s.b =
      luminance(s.a) > 0.35
      ? V3(repeating: 0.01) : (r.chance(0.5) ? V3(repeating: 0.01) : V3(repeating: 0.85))
    s.c = s.b
    s.scale = edge * r.uniform(0.25, 0.5)
    s.p0 = r.uniform(0.2, 0.6)
    s.roughness = r.uniform(0.1, 0.6)
    s.seed = V3(r.unit(), r.unit(), 0)
    var b = Body()
    b.shape = .capsule
    b.half = V3(edge * r.uniform(0.5, 0.8), 0, edge * r.uniform(0, 0.4))
    b.frame = Frame.facing(V3(1, 0, 0))
    b.position.z = b.half.x * r.uniform(0.2, 1)
    b.surface = add(s)
    return [b]
  }

  private mutating func cup(_ r: inout RandomSource) -> [Body] {
    let s = plastic(&r)
    let radius = r.uniform(25, 45)
    let h = r.uniform(15, 50)
    var wall = disc(radius, h, surface: s)
    wall.position.z = h
    var drink = Surface()
    drink.a = r.chance(0.6) ? V3(0.03, 0.015, 0.006) : r.colour()
    drink.roughness = 0.05
    var top = disc(radius * 0.9, 0.3, surface: add(drink))
    top.position.z = h * 2 + 0.3
    return [wall, top]
  }

  /// A hand that reaches in from the border, over or beside the dice.
  mutating func placeHand(_ r: inout RandomSource) {
    var s = Surface()
    s.pattern = .skin
    let tone = r.uniform(0.12, 1)
    s.a = V3(0.72, 0.42, 0.3) * tone
    s.b = V3(0.62, 0.3, 0.2) * tone
    s.scale = 9
    s.roughness = 0.55
    s.bump = 0.05
    let skin = add(s)
    guard let target = spot(&r, margin: 0.1) else { return }
    let a = r.uniform(0, 2 * .pi)
    let into = V3(cos(a), sin(a), 0)
    let side = V3(-sin(a), cos(a), 0)
    let height = r.chance(0.5) ? r.uniform(9, 14) : r.uniform(25, 70)
    let tip = V3(target.x, target.y, height)
    func capsule(_ from: V3, _ to: V3, _ radius: Float) -> Body {
      var b = Body()
      b.shape = .capsule
      b.frame = Frame.facing(to - from)
      b.half = V3(radius, radius, length(to - from) / 2)
      b.position = (from + to) / 2
      b.surface = skin
      return b
    }
    var hand: [Body] = []
    let fingers = 1 + r.below(4)
    for i in 0..<fingers {
      let across = side * (Float(i) * 19 - Float(fingers) * 9)
      let end = tip + across - into * abs(Float(i) - 1.5) * 6
      let joint = end - into * r.uniform(22, 28) + V3(0, 0, r.uniform(2, 12))
      let knuckle = joint - into * r.uniform(35, 45) + V3(0, 0, r.uniform(0, 10))
      hand.append(capsule(end, joint, 8))
      hand.append(capsule(joint, knuckle, 9))
    }
    let palm = tip - into * 95 + V3(0, 0, 12)
    hand.append(capsule(palm + side * 22, palm - into * 90 + side * 14, 24))
    hand.append(capsule(palm - side * 22, palm - into * 90 - side * 14, 24))
    hand.append(capsule(palm + side * 45 + into * 45, palm + side * 20 - into * 30, 10))
    // Not through the dice, and not around the camera.
    for body in hand {
      if collides(body, gap: 0) || length(body.position - camera.position) < body.bound + 30 {
        return
      }
    }
    bodies += hand
  }
}
