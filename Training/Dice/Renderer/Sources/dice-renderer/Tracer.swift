import Foundation

/// Follows light through one scene. Approximate on purpose: direct light with sampled shadows, an analytic
/// ambient term, one reflection, and one crossing of clear bodies.
struct Tracer {
  private let bodies: UnsafeMutablePointer<Body>
  private let bounds: UnsafeMutablePointer<SIMD4<Float>>
  private let bodyCount: Int
  private let surfaces: UnsafeMutablePointer<Surface>
  private let marks: UnsafeMutablePointer<Marks>
  private let planes: UnsafeMutablePointer<SIMD4<Float>>
  private let lights: UnsafeMutablePointer<Light>
  private let lightCount: Int
  private let overlays: UnsafeMutablePointer<Overlay>
  private let overlayCount: Int
  private let font = Font.table
  private let scene: SceneConstants
  let camera: Camera
  let samples: Int

  /// The plain values of a scene, so that the loops touch no arrays.
  private struct SceneConstants {
    var table: Int32, floor: Int32
    var bounded: Bool
    var tableHalf: V2, tableAxis: V2, tableCentre: V2
    var floorDepth: Float
    var sky: V3, horizon: V3
    var roomSeed: Float
    var gobo: Gobo
    var goboScale: Float
    var goboOffset: V2
    var goboDepth: Float
    var bounce = V3(repeating: 0.2)
  }

  init(_ scene: Scene) {
    func copy<T>(_ array: [T]) -> UnsafeMutablePointer<T> {
      let p = UnsafeMutablePointer<T>.allocate(capacity: max(array.count, 1))
      p.initialize(from: array, count: array.count)
      return p
    }
    bodies = copy(scene.bodies)
    bodyCount = scene.bodies.count
    bounds = copy(
      scene.bodies.map { SIMD4($0.position, pow($0.bound + length($0.motion) / 2, 2)) })
    surfaces = copy(scene.surfaces)
    marks = copy(scene.marks)
    planes = copy(scene.planes)
    lights = copy(scene.lights)
    lightCount = scene.lights.count
    overlays = copy(scene.overlays)
    overlayCount = scene.overlays.count
    camera = scene.camera
    samples = scene.samples
    var constants = SceneConstants(
      table: scene.table, floor: scene.floor, bounded: scene.tableHalf != nil,
      tableHalf: scene.tableHalf ?? V2(0, 0), tableAxis: scene.tableAxis,
      tableCentre: scene.tableCentre, floorDepth: scene.floorDepth, sky: scene.sky,
      horizon: scene.horizon, roomSeed: scene.roomSeed, gobo: scene.gobo,
      goboScale: scene.goboScale, goboOffset: scene.goboOffset, goboDepth: scene.goboDepth)
    // What the table throws back: its mean colour under the lights.
    var mean = V3(repeating: 0)
    for i in 0..<64 {
      let p = V3(Float(i % 8) * 13 - 45, Float(i / 8) * 13 - 45, 0)
      mean += scene.surfaces[Int(scene.table)].colour(at: p, font: font)
    }
    var light = scene.sky
    for l in scene.lights { light += l.power * max(normalize(l.position).z, 0) }
    constants.bounce = mean * (1 / 64) * light
    self.scene = constants
  }

  func free() {
    bodies.deallocate()
    bounds.deallocate()
    surfaces.deallocate()
    marks.deallocate()
    planes.deallocate()
    lights.deallocate()
    overlays.deallocate()
  }

  /// The numbers in 0..<1 that one sample spends on the lamps.
  private struct Draw { var a: Float = 0, b: Float = 0, c: Float = 0 }

  // MARK: Rays

  struct Meeting {
    var distance: Float = miss
    var body = -1
    var local = V3(repeating: 0)
    var normal = V3(repeating: 0)
  }

  @inline(__always)
  private func tryBody(_ i: Int, _ o: V3, _ d: V3, _ time: Float, _ meeting: inout Meeting) {
    let bound = bounds[i]
    let oc = V3(bound.x - o.x, bound.y - o.y, bound.z - o.z)
    let b = dot(oc, d)
    let away = dot(oc, oc) - b * b
    if away > bound.w || b < -bound.w.squareRoot() { return }
    let body = bodies + i
    let from = o - body.pointee.position - body.pointee.motion * time
    let lo = body.pointee.frame.toLocal(from)
    let ld = body.pointee.frame.toLocal(d)
    let hit = meet(body, planes, lo, ld, wantsNormal: true)
    if hit.distance < meeting.distance {
      meeting.distance = hit.distance
      meeting.body = i
      meeting.local = lo + ld * hit.distance
      meeting.normal = hit.normal
    }
  }

  /// The first body along a ray, among all or the `candidates`.
  @inline(__always)
  func nearest(
    _ o: V3, _ d: V3, time: Float, candidates: UnsafeBufferPointer<Int32>? = nil
  ) -> Meeting {
    var meeting = Meeting()
    if let candidates {
      for i in candidates { tryBody(Int(i), o, d, time, &meeting) }
    } else {
      for i in 0..<bodyCount { tryBody(i, o, d, time, &meeting) }
    }
    return meeting
  }

  /// How much light passes from `p` along `d` for `reach` millimetres.
  private func passage(_ p: V3, _ d: V3, reach: Float, time: Float, but own: Int) -> V3 {
    var light = V3(repeating: 1)
    for i in 0..<bodyCount {
      let bound = bounds[i]
      let oc = V3(bound.x - p.x, bound.y - p.y, bound.z - p.z)
      let b = dot(oc, d)
      if b < 0 && dot(oc, oc) > bound.w { continue }
      let away = dot(oc, oc) - b * b
      if away > bound.w || i == own { continue }
      let body = bodies + i
      let from = p - body.pointee.position - body.pointee.motion * time
      let hit = meet(
        body, planes, body.pointee.frame.toLocal(from), body.pointee.frame.toLocal(d),
        wantsNormal: false)
      if hit.distance >= reach { continue }
      let surface = surfaces + Int(body.pointee.surface)
      let clear = surface.pointee.clear
      if clear <= 0 { return V3(repeating: 0) }
      // Clear bodies gather light near the middle of their shadow.
      let centred = 1 - away / bound.w
      let focus = 0.12 + 1.25 * centred * centred * centred
      light = light * mix(V3(repeating: 0.25), surface.pointee.a, 0.8) * (focus * clear * 1.1)
    }
    return light
  }

  // MARK: Surroundings

  /// The room as seen in direction `d`; `blur` 0 sharp … 1 all smeared.
  private func room(_ d: V3, blur: Float) -> V3 {
    let up = clamp(d.z, -1, 1)
    var c = mix(scene.horizon, scene.sky, smoothstep(-0.1, 0.9, up))
    if blur < 0.75 {
      let q = V3(d.x, d.y, d.z * 1.4) * 2.2 + scene.roomSeed
      let n = noise(q) * 0.7 + noise(q * 2.9) * 0.3
      let contrast = (1 - blur) * 0.9
      c = c * (1 + (smoothstep(0.3, 0.7, n) - 0.5) * 2 * contrast)
    }
    return V3(max(c.x, 0), max(c.y, 0), max(c.z, 0))
  }

  /// The mirror images of the lamps and windows.
  private func glare(_ p: V3, _ r: V3, roughness: Float) -> V3 {
    let spread = roughness * roughness * 0.9 + 0.006
    var sum = V3(repeating: 0)
    for i in 0..<lightCount {
      let light = lights + i
      let v = light.pointee.position - p
      let distance = length(v)
      let falloff = dot(light.pointee.position, light.pointee.position) / (distance * distance)
      let ahead = dot(v, r) / distance
      if ahead < 0.1 { continue }
      switch light.pointee.shape {
      case .disc:
        let a = light.pointee.size.x / distance
        let angle = (2 * max(1 - ahead, 0)).squareRoot()
        if angle > a + spread * 1.5 { continue }
        let k = 1 - smoothstep(max(a - spread, 0), a + spread * 1.5, angle)
        let gather = 1 / (Float.pi * (a * a + spread * spread))
        sum += light.pointee.power * (k * falloff * gather)
      case .panel:
        let n = light.pointee.frame.z
        let slope = dot(r, n)
        if abs(slope) < 1e-3 { continue }
        let t = dot(v, n) / slope
        if t < 0 { continue }
        let q = r * t - v
        let s = spread * distance * 1.4
        let qx = abs(dot(q, light.pointee.frame.x))
        let qy = abs(dot(q, light.pointee.frame.y))
        let hx = light.pointee.size.x
        let hy = light.pointee.size.y
        if qx > hx + s || qy > hy + s { continue }
        var k =
          (1 - smoothstep(max(hx - s, 0), hx + s, qx))
          * (1 - smoothstep(max(hy - s, 0), hy + s, qy))
        // A cross in the window.
        if qx < hx * 0.05 || qy < hy * 0.05 { k *= min(roughness * 3, 0.8) }
        let area = 4 * (hx + s * 0.5) * (hy + s * 0.5) / (distance * distance)
        sum += light.pointee.power * (k * falloff / area)
      }
    }
    return sum
  }

  private func goboLight(_ p: V3) -> Float {
    if scene.gobo == .none { return 1 }
    let x = (p.x + p.z * 0.6) / scene.goboScale + scene.goboOffset.x
    let y = (p.y + p.z * 0.4) / scene.goboScale + scene.goboOffset.y
    var open: Float
    switch scene.gobo {
    case .none: open = 1
    case .edge: open = smoothstep(-0.06, 0.06, x + 0.25 * y)
    case .leaves: open = smoothstep(0.42, 0.58, fractal(x * 3, y * 3, octaves: 3))
    case .blinds: open = smoothstep(0.1, 0.2, abs(fract(x * 2.5) - 0.5))
    case .round: open = smoothstep(0.5, 0.65, (x * x + y * y).squareRoot())
    case .frame: open = smoothstep(0.55, 0.45, max(abs(x), abs(y)))
    }
    return 1 - scene.goboDepth * (1 - open)
  }

  // MARK: Light on a point

  /// Diffuse light arriving at `p`, and the share of the first light that gets there.
  private func illumination(
    _ p: V3, _ n: V3, body own: Int, time: Float, shadows: Bool, draw: inout Draw
  ) -> (diffuse: V3, key: Float) {
    var diffuse = V3(repeating: 0)
    var key: Float = 1
    let others = lightCount - 1
    let chosen = others > 0 ? 1 + min(Int(draw.c * Float(others)), others - 1) : -1
    for i in 0..<lightCount {
      if i > 0 && shadows && i != chosen { continue }
      let weight: Float = i > 0 && shadows ? Float(others) : 1
      let light = lights + i
      var target = light.pointee.position
      let a = draw.a
      let b = draw.b
      switch light.pointee.shape {
      case .disc:
        let r = a.squareRoot() * light.pointee.size.x
        let angle = b * 2 * Float.pi
        target +=
          light.pointee.frame.x * (r * cos(angle)) + light.pointee.frame.y * (r * sin(angle))
      case .panel:
        target += light.pointee.frame.x * ((a * 2 - 1) * light.pointee.size.x)
        target += light.pointee.frame.y * ((b * 2 - 1) * light.pointee.size.y)
      }
      let v = target - p
      let distance = length(v)
      let l = v * (1 / distance)
      let slope = dot(n, l)
      if slope <= 0 {
        if i == 0 { key = 0.3 }
        continue
      }
      let falloff = dot(light.pointee.position, light.pointee.position) / (distance * distance)
      var arriving = light.pointee.power * (slope * falloff * weight)
      if i == 0 { arriving *= goboLight(p) }
      if shadows {
        let passed = passage(p + n * 0.05, l, reach: distance, time: time, but: own)
        arriving = arriving * passed
        if i == 0 { key = passed.x > 0.1 ? 1 : 0.15 }
      }
      diffuse += arriving
    }
    var open: Float = 1
    for i in 0..<bodyCount where i != own {
      let bound = bounds[i]
      let v = V3(bound.x - p.x, bound.y - p.y, bound.z - p.z)
      let d2 = dot(v, v)
      if d2 > bound.w * 12 { continue }
      let facing = dot(v, n)
      if facing <= 0 { continue }
      let clear = surfaces[Int(bodies[i].surface)].clear
      let share = min(bound.w * 0.62 / d2, 1) * facing / d2.squareRoot()
      open *= 1 - min(share, 0.92) * (1 - clear * 0.6)
    }
    let up = 0.5 + 0.5 * n.z
    // Near the table little light comes from below.
    let under = own >= 0 ? clamp(p.z / (bounds[own].w.squareRoot() * 1.5), 0, 1) : 1
    let ambient =
      scene.sky * (up * (0.35 + 0.65 * open)) * (open * 0.85 + 0.15)
      + scene.bounce * ((1 - up) * 0.7 * (0.15 + 0.85 * under) * open)
    return (diffuse + ambient, key)
  }

  // MARK: Ground

  /// The surface of the table at `p`, and its colour there.
  @inline(__always)
  private func ground(_ p: V3) -> (surface: Int, colour: V3) {
    for i in stride(from: overlayCount - 1, through: 0, by: -1) {
      let o = overlays + i
      let dx = p.x - o.pointee.centre.x
      let dy = p.y - o.pointee.centre.y
      let axis = o.pointee.axis
      let x = dx * axis.x + dy * axis.y
      let y = dy * axis.x - dx * axis.y
      let half = o.pointee.half
      let inside: Bool
      switch o.pointee.outline {
      case .rectangle: inside = abs(x) < half.x && abs(y) < half.y
      case .disc: inside = x * x + y * y < half.x * half.x
      case .hexagon: inside = max(abs(x), abs(x) * 0.5 + abs(y) * 0.8660254) < half.x
      }
      if inside {
        let s = Int(o.pointee.surface)
        return (s, surfaces[s].colour(at: V3(x, y, 0), font: font))
      }
    }
    let s = Int(scene.table)
    return (s, surfaces[s].colour(at: p, font: font))
  }

  /// Where a ray that misses all bodies ends.
  @inline(__always)
  private func fall(_ o: V3, _ d: V3) -> (point: V3, onTable: Bool, distance: Float) {
    if d.z > -1e-4 { return (o, false, miss) }
    let t = -o.z / d.z
    let p = o + d * t
    if scene.bounded {
      let dx = p.x - scene.tableCentre.x
      let dy = p.y - scene.tableCentre.y
      let axis = scene.tableAxis
      if abs(dx * axis.x + dy * axis.y) > scene.tableHalf.x
        || abs(dy * axis.x - dx * axis.y) > scene.tableHalf.y
      {
        let tf = -(o.z + scene.floorDepth) / d.z
        return (o + d * tf, false, tf)
      }
    }
    return (p, true, t)
  }

  private func shadeGround(
    _ p: V3, _ d: V3, time: Float, full: Bool, draw: inout Draw
  ) -> V3 {
    let found = ground(p)
    let s = surfaces + found.surface
    var n = V3(0, 0, 1)
    if s.pointee.bump > 0 {
      let k = s.pointee.bump
      let q = p * (3.1 / s.pointee.scale * 2)
      n = normalize(V3((noise(q.x, q.y) - 0.5) * k, (noise(q.x + 31, q.y + 17) - 0.5) * k, 1))
    }
    let light = illumination(p, n, body: -1, time: time, shadows: full, draw: &draw)
    var c = found.colour * light.diffuse * (1 - s.pointee.metal)
    if full, s.pointee.roughness < 0.75 {
      let r0 = reflect(d, n)
      let fresnel =
        s.pointee.f0 + (1 - s.pointee.f0) * pow(1 - clamp(-dot(d, n), 0, 1), 5)
        * (1 - s.pointee.roughness)
      var r = r0
      if s.pointee.roughness > 0.05 {
        let k = s.pointee.roughness * s.pointee.roughness * 0.6
        r = normalize(r0 + V3(draw.a - 0.5, draw.b - 0.5, draw.c - 0.5) * k)
      }
      if r.z < 0.01 { r.z = 0.01 }
      var mirrored: V3
      let meeting = s.pointee.roughness < 0.5 ? nearest(p, r, time: time) : Meeting()
      if meeting.body >= 0 {
        mirrored = shadeBody(
          meeting, p + r * meeting.distance, r, time: time, full: false, draw: &draw)
      } else {
        mirrored =
          room(r, blur: s.pointee.roughness)
          + glare(p, r0, roughness: s.pointee.roughness) * light.key
      }
      let tint = mix(V3(repeating: 1), found.colour, s.pointee.metal)
      c += mirrored * tint * mix(fresnel, 1, s.pointee.metal * 0.8)
    }
    return c
  }

  // MARK: Bodies

  /// The ink of the marks at a local point, with the face's axes for the tilt.
  private func ink(_ body: UnsafePointer<Body>, _ m: UnsafePointer<Marks>, _ p: V3, _ n: V3)
    -> (ink: Ink, u: V3, v: V3)
  {
    let half = body.pointee.half
    switch m.pointee.kind {
    case .pips, .digits, .symbols:
      let q = V3(p.x / half.x, p.y / half.y, p.z / half.z) * 0.5
      let a = absolute(q)
      let axis = a.x > a.y && a.x > a.z ? 0 : (a.y > a.z ? 1 : 2)
      let face = faceAxes(axis, q[axis] < 0 ? -1 : 1)
      let u = dot(q, face.u)
      let v = dot(q, face.v)
      let value = m.pointee.value(axis: axis, sign: q[axis])
      if m.pointee.kind == .pips {
        let flipped = m.pointee.flipped(axis: axis, sign: q[axis])
        return (m.pointee.ink(u: u, v: v, value: value, flipped: flipped), face.u, face.v)
      }
      return (m.pointee.glyph(u: u, v: v, value: value, font: font), face.u, face.v)
    case .domino:
      var ink = Ink(colour: m.pointee.colour)
      if p.z > half.z * 0.7 {
        let side = p.y > 0
        let value = Int(side ? m.pointee.values[0] : m.pointee.values[1])
        let edge = half.x * 2
        let u = p.x / edge
        let v = (p.y - (side ? half.y : -half.y) * 0.5) / edge
        if abs(p.y) < half.x * 0.03, abs(u) < 0.42 {
          ink.cover = 1
          ink.shade = 0.7
        } else {
          ink = m.pointee.ink(u: u, v: v, value: value, flipped: side)
        }
      }
      return (ink, V3(1, 0, 0), V3(0, 1, 0))
    case .polyhedronDigits, .polyhedronSymbols:
      var best: Float = -2
      var at = 0
      for i in 0..<Int(body.pointee.planeCount) {
        let plane = planes[Int(body.pointee.planes) + i]
        let s = plane.x * n.x + plane.y * n.y + plane.z * n.z
        if s > best {
          best = s
          at = i
        }
      }
      let plane = planes[Int(body.pointee.planes) + at]
      let f = Frame.facing(V3(plane.x, plane.y, plane.z))
      let size = m.pointee.radius * plane.w
      let u = dot(p, f.x) / size
      let v = dot(p, f.y) / size
      let ink = m.pointee.glyph(u: u, v: v, value: at + 1, font: font)
      return (ink, f.x, f.y)
    case .holes:
      var ink = Ink(colour: m.pointee.colour)
      if n.z > 0.5 {
        let r = (p.x * p.x + p.y * p.y).squareRoot() / half.x
        for i in 0..<Int(m.pointee.values[0]) {
          let a = (Float(i) + 0.5) * 2 * .pi / Float(m.pointee.values[0])
          let dx = p.x / half.x - cos(a) * 0.25
          let dy = p.y / half.x - sin(a) * 0.25
          if dx * dx + dy * dy < 0.014 {
            ink.cover = 1
            ink.shade = 0.5
          }
        }
        if r > 0.78 { ink.tilt = V2(p.x, p.y) * (0.5 / half.x) }
        if r > 0.68 && r < 0.78 { ink.tilt = V2(p.x, p.y) * (-0.6 / half.x) }
      }
      return (ink, V3(1, 0, 0), V3(0, 1, 0))
    case .cap:
      // A coin or a bottle cap: a rim, and something in relief.
      var ink = Ink(colour: m.pointee.colour)
      if n.z > 0.5 {
        let r = (p.x * p.x + p.y * p.y).squareRoot() / half.x
        let k = Float(m.pointee.seed & 31)
        if r > 0.88 {
          ink.tilt = V2(p.x, p.y) * (0.6 / half.x)
        } else if r < 0.7 {
          let q = p * (6 / half.x)
          ink.tilt =
            V2(noise(q.x + k, q.y) - 0.5, noise(q.x, q.y + k) - 0.5) * (2 * m.pointee.depth)
          if m.pointee.paint > 0 && noise(q.x * 0.7 + k, q.y * 0.7) > 0.55 {
            ink.cover = m.pointee.paint
          }
        }
      } else if m.pointee.wear > 0 {
        let a = atan2(p.y, p.x)
        ink.shade = 0.6 + 0.4 * abs(sin(a * 21))
      }
      return (ink, V3(1, 0, 0), V3(0, 1, 0))
    case .screen:
      var ink = Ink(colour: m.pointee.colour)
      if n.z > 0.5, abs(p.x) < half.x * 0.92, abs(p.y) < half.y * 0.9 { ink.cover = 1 }
      return (ink, V3(1, 0, 0), V3(0, 1, 0))
    }
  }

  private func shadeBody(
    _ meeting: Meeting, _ p: V3, _ d: V3, time: Float, full: Bool, draw: inout Draw
  ) -> V3 {
    let body = bodies + meeting.body
    let s = surfaces + Int(body.pointee.surface)
    var local = meeting.normal
    var albedo = s.pointee.colour(at: meeting.local, font: font)
    var metal = s.pointee.metal
    var cover: Float = 0
    var roughness = s.pointee.roughness
    if body.pointee.marks >= 0 {
      let m = marks + Int(body.pointee.marks)
      let found = ink(body, m, meeting.local, meeting.normal)
      local = normalize(local + found.u * found.ink.tilt.x + found.v * found.ink.tilt.y)
      cover = found.ink.cover
      albedo = mix(albedo, found.ink.colour, cover) * found.ink.shade
      if cover > 0.5 {
        metal = found.ink.metal ? 0.9 : metal * (1 - cover)
        roughness = found.ink.metal ? 0.3 : min(roughness + 0.15, 1)
      }
    }
    if s.pointee.bump > 0 {
      let k = s.pointee.bump
      let q = meeting.local * 1.9
      local = normalize(
        local + V3(noise(q) - 0.5, noise(q + 31) - 0.5, noise(q + 57) - 0.5) * k)
    }
    let n = body.pointee.frame.toWorld(local)
    let light = illumination(p, n, body: meeting.body, time: time, shadows: full, draw: &draw)
    let facing = clamp(-dot(d, n), 0.02, 1)
    let grazing = pow(1 - facing, 5)
    let f0 = mix(s.pointee.f0, 0.75, metal)
    let fresnel = f0 + (max(1 - roughness, f0) - f0) * grazing
    let r = reflect(d, n)
    var mirrored: V3
    if r.z > 0 {
      mirrored = room(r, blur: roughness)
    } else {
      mirrored = scene.bounce * (0.25 + 0.75 * clamp(p.z / (-r.z * 40 + 1), 0, 1))
    }
    if metal > 0.5, full {
      let seen = nearest(p + n * 0.05, r, time: time)
      if seen.body >= 0, seen.body != meeting.body {
        mirrored = shadeBody(seen, p + r * seen.distance, r, time: time, full: false, draw: &draw)
      } else if r.z < -0.01 {
        let end = p + r * (-p.z / r.z)
        mirrored =
          ground(end).colour
          * illumination(
            end, V3(0, 0, 1), body: -1, time: time, shadows: false, draw: &draw
          ).diffuse * 0.7
      }
    }
    mirrored += glare(p, r, roughness: roughness) * light.key
    let tint = mix(V3(repeating: 1), albedo, metal)
    var c = albedo * light.diffuse * (1 - metal)
    let clear = s.pointee.clear * (1 - cover)
    if clear > 0, full {
      c = mix(c, crossing(meeting, p, d, n, s, time: time, draw: &draw), clear)
    }
    c = c + mirrored * tint * fresnel
    if s.pointee.glow > 0 { c += albedo * s.pointee.glow }
    return c
  }

  /// What is seen through a clear body: the marks on its far faces, the table, and light gathered inside.
  private func crossing(
    _ meeting: Meeting, _ p: V3, _ d: V3, _ n: V3, _ s: UnsafePointer<Surface>, time: Float,
    draw: inout Draw
  ) -> V3 {
    let body = bodies + meeting.body
    let eta: Float = 1 / 1.45
    let c1 = -dot(d, n)
    let k = 1 - eta * eta * (1 - c1 * c1)
    let inside = normalize(d * eta + n * (eta * c1 - max(k, 0).squareRoot()))
    let half = body.pointee.half
    let lo = meeting.local
    let ld = body.pointee.frame.toLocal(inside)
    var leave = miss
    for axis in 0..<3 {
      let slope = abs(ld[axis]) < 1e-5 ? 1e-5 : ld[axis]
      leave = min(leave, ((slope > 0 ? half[axis] : -half[axis]) - lo[axis]) / slope)
    }
    leave = max(leave, 0)
    let exit = lo + ld * leave
    let edge = half.x * 2
    // Colour deepens with the way through.
    let depth = leave / edge
    let a = s.pointee.a
    let filter = V3(pow(a.x + 0.01, depth), pow(a.y + 0.01, depth), pow(a.z + 0.01, depth))
    let end = p + inside * leave
    var far: V3
    let out = end.z < edge * 0.12
    if out {
      let under = ground(V3(end.x, end.y, 0)).colour
      let light = illumination(
        V3(end.x, end.y, 0), V3(0, 0, 1), body: meeting.body, time: time, shadows: false,
        draw: &draw)
      far = under * light.diffuse * 0.65
    } else if inside.z < 0 {
      far = scene.bounce * 0.7
    } else {
      far = room(inside, blur: 0.3)
    }
    if body.pointee.marks >= 0 {
      let found = ink(body, marks + Int(body.pointee.marks), exit, exit)
      if found.ink.cover > 0.1 {
        far = mix(far, found.ink.colour * (scene.sky + scene.bounce) * 0.6, 0.85)
      } else {
        far = far * (0.6 + 0.4 * found.ink.shade)
      }
    }
    // Facets of light: side walls mirror the lamps.
    let sparkle = noise(V3(exit.x, exit.y, exit.z) * (3.2 / half.x) + scene.roomSeed)
    let walls = smoothstep(
      0.72, 0.98,
      max(abs(exit.x) / half.x, max(abs(exit.y) / half.y, abs(exit.z) / half.z)) * sparkle * 1.5)
    let body0 = s.pointee.a * (scene.sky * 0.35 + scene.bounce * 0.25)
    return far * filter * (0.75 + 0.6 * sparkle) + body0 * (0.25 + walls)
  }

  // MARK: The picture

  /// Linear light, row by row.
  func render(random: inout RandomSource) -> [V3] {
    let width = camera.width
    let height = camera.height
    var picture = [V3](repeating: V3(repeating: 0), count: width * height)
    let tile = 16
    let list = UnsafeMutablePointer<Int32>.allocate(capacity: max(bodyCount, 1))
    defer { list.deallocate() }
    picture.withUnsafeMutableBufferPointer { out in
      for ty in stride(from: 0, to: height, by: tile) {
        for tx in stride(from: 0, to: width, by: tile) {
          let count = gather(tx, ty, tile, into: list)
          let candidates = UnsafeBufferPointer(start: list, count: count)
          for y in ty..<min(ty + tile, height) {
            for x in tx..<min(tx + tile, width) {
              out[y * width + x] = pixel(x, y, candidates, &random)
            }
          }
        }
      }
    }
    return picture
  }

  /// The bodies that rays of one tile may meet: those in the cone around it.
  private func gather(_ x: Int, _ y: Int, _ tile: Int, into list: UnsafeMutablePointer<Int32>)
    -> Int
  {
    let h = Float(tile) * 0.5
    let cx = Float(x) + h
    let cy = Float(y) + h
    let axis = camera.direction(x: cx, y: cy)
    var widest: Float = 1
    for corner in [V2(-1, -1), V2(1, -1), V2(-1, 1), V2(1, 1)] {
      widest = min(
        widest, dot(axis, camera.direction(x: cx + corner.x * (h + 2), y: cy + corner.y * (h + 2))))
    }
    let angle = acos(min(widest, 1)) + 1e-4
    var count = 0
    for i in 0..<bodyCount {
      let v = V3(bounds[i].x, bounds[i].y, bounds[i].z) - camera.position
      let distance = length(v)
      let r = bounds[i].w.squareRoot() + camera.aperture * (1 + abs(distance / camera.focus - 1))
      if distance > r {
        let away = acos(clamp(dot(v, axis) / distance, -1, 1))
        if away > angle + asin(min(r / distance, 1)) { continue }
      }
      list[count] = Int32(i)
      count += 1
    }
    return count
  }

  private func pixel(
    _ x: Int, _ y: Int, _ candidates: UnsafeBufferPointer<Int32>, _ random: inout RandomSource
  ) -> V3 {
    // Each pixel takes the same even sequence from another start.
    var draw = Draw()
    let ja = fract(52.9829189 * fract(0.06711056 * Float(x) + 0.00583715 * Float(y)))
    let jb = random.unit()
    let jc = random.unit()
    var sum = V3(repeating: 0)
    let jx = random.unit()
    let jy = random.unit()
    let jt = random.unit()
    let jl = random.unit()
    for s in 0..<samples {
      let k = Float(s)
      let px = Float(x) + fract(jx + k * 0.7548777)
      let py = Float(y) + fract(jy + k * 0.5698403)
      var d = camera.direction(x: px, y: py)
      var o = camera.position
      if camera.aperture > 0 {
        let r = fract(jl + k * 0.618034).squareRoot() * camera.aperture
        let angle = fract(jt + k * 0.3819) * 2 * Float.pi
        let target = o + d * (camera.focus / dot(d, camera.forward))
        o += camera.right * (r * cos(angle)) + camera.up * (r * sin(angle))
        d = normalize(target - o)
      }
      let time = fract(jt + (k + 0.5) / Float(samples)) - 0.5
      draw.a = fract(ja + k * 0.7548777)
      draw.b = fract(jb + k * 0.5698403)
      draw.c = fract(jc + k * 0.618034)
      let c = trace(o, d, time, candidates, &draw)
      sum += V3(min(c.x, 6), min(c.y, 6), min(c.z, 6))
    }
    return sum * (1 / Float(samples))
  }

  private func trace(
    _ o: V3, _ d: V3, _ time: Float, _ candidates: UnsafeBufferPointer<Int32>,
    _ draw: inout Draw
  ) -> V3 {
    let meeting = nearest(o, d, time: time, candidates: candidates)
    let end = fall(o, d)
    if meeting.body >= 0 && meeting.distance < end.distance {
      return shadeBody(meeting, o + d * meeting.distance, d, time: time, full: true, draw: &draw)
    }
    if end.distance >= miss { return room(d, blur: 0.5) }
    if end.onTable { return shadeGround(end.point, d, time: time, full: true, draw: &draw) }
    let floor = surfaces[Int(scene.floor)].colour(at: end.point, font: font)
    return floor * (scene.sky + scene.bounce) * 0.5
  }

  /// The body that is seen at `p` from the camera, in the middle of the exposure.
  func bodySeen(towards p: V3) -> (body: Int, distance: Float) {
    let v = p - camera.position
    let meeting = nearest(camera.position, normalize(v), time: 0)
    return (meeting.body, meeting.distance)
  }

  /// The body's surface, in the world, in local direction `direction` from its centre.
  func surfacePoint(of body: Int, towards direction: V3) -> V3? {
    let b = bodies + body
    let d = normalize(direction)
    let reach = b.pointee.bound * 2
    let hit = meet(b, planes, d * reach, -d, wantsNormal: false)
    guard hit.distance < miss else { return nil }
    return b.pointee.position + b.pointee.frame.toWorld(d * (reach - hit.distance))
  }
}

/// The axes along which a face's marks are laid out, seen from outside.
@inline(__always)
func faceAxes(_ axis: Int, _ sign: Float) -> (u: V3, v: V3) {
  switch axis {
  case 0: (V3(0, sign, 0), V3(0, 0, 1))
  case 1: (V3(0, 0, sign), V3(1, 0, 0))
  default: (V3(sign, 0, 0), V3(0, 1, 0))
  }
}
