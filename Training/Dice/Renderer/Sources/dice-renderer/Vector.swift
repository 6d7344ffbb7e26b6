import Foundation

typealias V2 = SIMD2<Float>
typealias V3 = SIMD3<Float>

@inline(__always) func dot(_ a: V3, _ b: V3) -> Float { a.x * b.x + a.y * b.y + a.z * b.z }
@inline(__always) func length(_ a: V3) -> Float { dot(a, a).squareRoot() }
@inline(__always) func normalize(_ a: V3) -> V3 { a * (1 / max(length(a), 1e-20)) }
@inline(__always) func cross(_ a: V3, _ b: V3) -> V3 {
  V3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}
@inline(__always) func mix(_ a: V3, _ b: V3, _ t: Float) -> V3 { a + (b - a) * t }
@inline(__always) func mix(_ a: Float, _ b: Float, _ t: Float) -> Float { a + (b - a) * t }
@inline(__always) func clamp(_ x: Float, _ a: Float, _ b: Float) -> Float { min(max(x, a), b) }
@inline(__always) func fract(_ x: Float) -> Float { x - x.rounded(.down) }
@inline(__always) func smoothstep(_ a: Float, _ b: Float, _ x: Float) -> Float {
  let t = clamp((x - a) / (b - a), 0, 1)
  return t * t * (3 - 2 * t)
}
@inline(__always) func absolute(_ a: V3) -> V3 { V3(abs(a.x), abs(a.y), abs(a.z)) }
@inline(__always) func luminance(_ c: V3) -> Float { 0.2126 * c.x + 0.7152 * c.y + 0.0722 * c.z }
@inline(__always) func reflect(_ d: V3, _ n: V3) -> V3 { d - n * (2 * dot(d, n)) }

/// The rows of a rotation: the local axes, in world coordinates.
struct Frame {
  var x = V3(1, 0, 0)
  var y = V3(0, 1, 0)
  var z = V3(0, 0, 1)

  @inline(__always) func toLocal(_ v: V3) -> V3 { V3(dot(x, v), dot(y, v), dot(z, v)) }
  @inline(__always) func toWorld(_ v: V3) -> V3 { x * v.x + y * v.y + z * v.z }

  /// Turned about the world's `axis` (a unit vector) by `angle` radians.
  func turned(about axis: V3, by angle: Float) -> Frame {
    let c = cos(angle)
    let s = sin(angle)
    func turn(_ v: V3) -> V3 { v * c + cross(axis, v) * s + axis * (dot(axis, v) * (1 - c)) }
    return Frame(x: turn(x), y: turn(y), z: turn(z))
  }

  /// A frame whose z axis is `z`; the other two are any.
  static func facing(_ z: V3) -> Frame {
    let z = normalize(z)
    let x = normalize(abs(z.z) < 0.9 ? cross(V3(0, 0, 1), z) : cross(V3(0, 1, 0), z))
    return Frame(x: x, y: cross(z, x), z: z)
  }
}

func linear(fromSRGB c: V3) -> V3 {
  func f(_ v: Float) -> Float { v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4) }
  return V3(f(c.x), f(c.y), f(c.z))
}

func linear(hue: Float, saturation: Float, value: Float) -> V3 {
  let h = fract(hue) * 6
  func channel(_ shift: Float) -> Float {
    let k = (shift + h).truncatingRemainder(dividingBy: 6)
    return value - value * saturation * max(0, min(k, 4 - k, 1))
  }
  return linear(fromSRGB: V3(channel(5), channel(3), channel(1)))
}

/// The colour of a black body, green about 1 (after Tanner Helland's fit).
func blackBody(kelvin: Float) -> V3 {
  let t = kelvin / 100
  let r = t <= 66 ? 255 : 329.7 * pow(t - 60, -0.1332)
  let g = t <= 66 ? 99.47 * log(t) - 161.12 : 288.12 * pow(t - 60, -0.0755)
  let b = t >= 66 ? 255 : (t <= 19 ? 0 : 138.52 * log(t - 10) - 305.04)
  let c = linear(fromSRGB: V3(clamp(r, 0, 255), clamp(g, 0, 255), clamp(b, 8, 255)) / 255)
  return c / max(luminance(c), 0.01)
}
