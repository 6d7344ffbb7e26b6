import Foundation

/// Where a ray, in the body's own frame, meets it: the distance and the normal there.
struct Hit {
  var distance: Float
  var normal: V3
}

let miss: Float = 1e20

/// The signed distance of a box with rounded edges, cut with a ball where `ball` is small.
@inline(__always)
private func boxDistance(_ p: V3, _ core: V3, _ radius: Float, _ ball: Float) -> Float {
  let q = absolute(p) - core
  let out = V3(max(q.x, 0), max(q.y, 0), max(q.z, 0))
  let box = length(out) + min(max(q.x, max(q.y, q.z)), 0) - radius
  return max(box, length(p) - ball)
}

@inline(__always)
private func boxNormal(_ p: V3, _ core: V3, _ radius: Float, _ ball: Float) -> V3 {
  let q = absolute(p) - core
  var out = V3(max(q.x, 0), max(q.y, 0), max(q.z, 0))
  if dot(out, out) < 1e-12 {
    // A sharp box: the deepest axis.
    if q.x > q.y && q.x > q.z {
      out = V3(1, 0, 0)
    } else if q.y > q.z {
      out = V3(0, 1, 0)
    } else {
      out = V3(0, 0, 1)
    }
  }
  let signs = V3(p.x < 0 ? -1 : 1, p.y < 0 ? -1 : 1, p.z < 0 ? -1 : 1)
  let n = normalize(out) * signs
  let r = length(p)
  // The rim between face and ball is never quite sharp.
  let box = length(V3(max(q.x, 0), max(q.y, 0), max(q.z, 0))) - radius
  let k = smoothstep(-0.02, 0.02, (r - ball - box) / max(core.x + radius, 1))
  if k <= 0 { return n }
  return normalize(mix(n, p * (1 / r), k))
}

/// The distance to the body along a ray in its own frame, or `miss`.
@inline(__always)
func meet(
  _ body: UnsafePointer<Body>, _ planes: UnsafePointer<SIMD4<Float>>, _ o: V3, _ d: V3,
  wantsNormal: Bool
) -> Hit {
  switch body.pointee.shape {
  case .roundedBox, .ballBox:
    let half = body.pointee.half
    let radius = body.pointee.radius
    let inv = V3(1 / nonzero(d.x), 1 / nonzero(d.y), 1 / nonzero(d.z))
    let n = inv * o
    let k = absolute(inv) * half
    let enter = -n - k
    let leave = -n + k
    let tn = max(enter.x, max(enter.y, enter.z))
    let tf = min(leave.x, min(leave.y, leave.z))
    if tn > tf || tf < 0 { return Hit(distance: miss, normal: d) }
    let ball = body.pointee.shape == .ballBox ? body.pointee.ball : Float(1e9)
    let core = half - radius
    var t = max(tn, 0)
    var p = o + d * t
    let q = absolute(p) - core
    let middle = max(min(q.x, q.y), min(max(q.x, q.y), q.z))
    if tn < 0 {
      // From beside or under a rounded edge; a ray from within leaves unhindered.
      if boxDistance(p, core, radius, ball) < 0.004 { return Hit(distance: miss, normal: d) }
    }
    if tn < 0 || middle > 0 || dot(p, p) > ball * ball {
      var found = false
      for _ in 0..<28 {
        let s = boxDistance(p, core, radius, ball)
        if s < 0.004 {
          found = true
          break
        }
        t += s
        if t > tf { break }
        p = o + d * t
      }
      if !found { return Hit(distance: miss, normal: d) }
    }
    return Hit(
      distance: t, normal: wantsNormal ? boxNormal(p, core, radius, ball) : d)
  case .polyhedron:
    var tn: Float = -miss
    var tf = miss
    var normal = d
    let first = Int(body.pointee.planes)
    for i in first..<first + Int(body.pointee.planeCount) {
      let plane = planes[i]
      let n = V3(plane.x, plane.y, plane.z)
      let side = plane.w - dot(n, o)
      let slope = dot(n, d)
      if slope == 0 {
        if side < 0 { return Hit(distance: miss, normal: d) }
        continue
      }
      let t = side / slope
      if slope < 0 {
        if t > tn {
          tn = t
          normal = n
        }
      } else if t < tf {
        tf = t
      }
    }
    if tn > tf || tn < 0 { return Hit(distance: miss, normal: d) }
    return Hit(distance: tn, normal: normal)
  case .cylinder:
    let r = body.pointee.half.x
    let h = body.pointee.half.z
    let iz = 1 / nonzero(d.z)
    let z0 = -o.z * iz - abs(iz) * h
    let z1 = -o.z * iz + abs(iz) * h
    let a = max(d.x * d.x + d.y * d.y, 1e-12)
    let b = o.x * d.x + o.y * d.y
    let c = o.x * o.x + o.y * o.y - r * r
    let disc = b * b - a * c
    if disc < 0 { return Hit(distance: miss, normal: d) }
    let root = disc.squareRoot()
    let s0 = (-b - root) / a
    let s1 = (-b + root) / a
    let tn = max(z0, s0)
    let tf = min(z1, s1)
    if tn > tf || tn < 0 { return Hit(distance: miss, normal: d) }
    let p = o + d * tn
    let n = z0 > s0 ? V3(0, 0, d.z < 0 ? 1 : -1) : V3(p.x / r, p.y / r, 0)
    return Hit(distance: tn, normal: n)
  case .capsule:
    let r = body.pointee.half.x
    let h = body.pointee.half.z
    let a = max(d.x * d.x + d.y * d.y, 1e-12)
    let b = o.x * d.x + o.y * d.y
    let c = o.x * o.x + o.y * o.y - r * r
    let disc = b * b - a * c
    if disc < 0 { return Hit(distance: miss, normal: d) }
    var t = (-b - disc.squareRoot()) / a
    var z = o.z + d.z * t
    if abs(z) > h {
      let end: Float = z < 0 ? -h : h
      let oc = V3(o.x, o.y, o.z - end)
      let bb = dot(oc, d)
      let cc = dot(oc, oc) - r * r
      let dd = bb * bb - cc
      if dd < 0 { return Hit(distance: miss, normal: d) }
      t = -bb - dd.squareRoot()
      z = end
    }
    if t < 0 { return Hit(distance: miss, normal: d) }
    let p = o + d * t
    return Hit(distance: t, normal: V3(p.x, p.y, p.z - z) * (1 / r))
  }
}

@inline(__always) private func nonzero(_ x: Float) -> Float { abs(x) < 1e-9 ? 1e-9 : x }

/// The face normals of the convex dice; every plane is at distance 1.
enum Polyhedron: Int, CaseIterable {
  case d4, d8, d10, d12, d20

  var normals: [V3] {
    let g: Float = 1.618034
    switch self {
    case .d4:
      return [V3(1, 1, 1), V3(1, -1, -1), V3(-1, 1, -1), V3(-1, -1, 1)].map(normalize)
    case .d8:
      return signs.map { normalize($0) }
    case .d10:
      return (0..<10).map { i in
        let a = Float(i) * .pi / 5
        return normalize(V3(cos(a), sin(a), i % 2 == 0 ? 0.85 : -0.85))
      }
    case .d12:
      return turns(1, g).map(normalize)
    case .d20:
      return (signs + turns(1 / g, g)).map(normalize)
    }
  }

  /// The distance of the farthest corner, for faces at distance 1.
  var reach: Float {
    switch self {
    case .d4: 3
    case .d8: 1.74
    case .d10: 1.75
    case .d12: 1.26
    case .d20: 1.26
    }
  }

  private var signs: [V3] {
    var all: [V3] = []
    for x: Float in [-1, 1] {
      for y: Float in [-1, 1] { for z: Float in [-1, 1] { all.append(V3(x, y, z)) } }
    }
    return all
  }

  private func turns(_ a: Float, _ b: Float) -> [V3] {
    var all: [V3] = []
    for s: Float in [-a, a] {
      for t: Float in [-b, b] {
        all += [V3(0, s, t), V3(s, t, 0), V3(t, 0, s)]
      }
    }
    return all
  }
}
