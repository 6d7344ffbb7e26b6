import Foundation

@inline(__always)
func hash(_ x: Int32, _ y: Int32, _ z: Int32) -> UInt32 {
  var h = UInt32(bitPattern: x) &* 0x8DA6_B343
  h ^= UInt32(bitPattern: y) &* 0xD816_3841
  h ^= UInt32(bitPattern: z) &* 0xCB1A_B31F
  h = (h ^ (h >> 15)) &* 0x2C1B_3C6D
  h = (h ^ (h >> 12)) &* 0x297A_2D39
  return h ^ (h >> 15)
}

/// A number in 0..<1 that belongs to a lattice point.
@inline(__always)
func hashUnit(_ x: Int32, _ y: Int32, _ z: Int32) -> Float {
  Float(hash(x, y, z) >> 8) * (1 / 16_777_216)
}

@inline(__always) func lattice(_ x: Float) -> Int32 { Int32(clamp(x, -2e8, 2e8).rounded(.down)) }

/// Value noise in 0...1, smooth over one unit.
@inline(__always)
func noise(_ p: V3) -> Float {
  let ix = lattice(p.x)
  let iy = lattice(p.y)
  let iz = lattice(p.z)
  let fx = fract(p.x)
  let fy = fract(p.y)
  let fz = fract(p.z)
  let u = fx * fx * (3 - 2 * fx)
  let v = fy * fy * (3 - 2 * fy)
  let w = fz * fz * (3 - 2 * fz)
  let a = mix(hashUnit(ix, iy, iz), hashUnit(ix &+ 1, iy, iz), u)
  let b = mix(hashUnit(ix, iy &+ 1, iz), hashUnit(ix &+ 1, iy &+ 1, iz), u)
  let c = mix(hashUnit(ix, iy, iz &+ 1), hashUnit(ix &+ 1, iy, iz &+ 1), u)
  let d = mix(hashUnit(ix, iy &+ 1, iz &+ 1), hashUnit(ix &+ 1, iy &+ 1, iz &+ 1), u)
  return mix(mix(a, b, v), mix(c, d, v), w)
}

@inline(__always)
func noise(_ x: Float, _ y: Float) -> Float {
  let ix = lattice(x)
  let iy = lattice(y)
  let fx = fract(x)
  let fy = fract(y)
  let u = fx * fx * (3 - 2 * fx)
  let v = fy * fy * (3 - 2 * fy)
  let a = mix(hashUnit(ix, iy, 7), hashUnit(ix &+ 1, iy, 7), u)
  let b = mix(hashUnit(ix, iy &+ 1, 7), hashUnit(ix &+ 1, iy &+ 1, 7), u)
  return mix(a, b, v)
}

/// Fractal noise, about 0...1 with mean 0.5.
func fractal(_ p: V3, octaves: Int) -> Float {
  var sum: Float = 0
  var weight: Float = 0.5
  var total: Float = 0
  var q = p
  for _ in 0..<octaves {
    sum += noise(q) * weight
    total += weight
    weight *= 0.5
    q = q * 2.03 + V3(17.3, 5.1, 9.7)
  }
  return sum / total
}

func fractal(_ x: Float, _ y: Float, octaves: Int) -> Float {
  var sum: Float = 0
  var weight: Float = 0.5
  var total: Float = 0
  var px = x
  var py = y
  for _ in 0..<octaves {
    sum += noise(px, py) * weight
    total += weight
    weight *= 0.5
    (px, py) = (1.6 * px + 1.2 * py + 3.1, -1.2 * px + 1.6 * py + 7.7)
  }
  return sum / total
}

/// The nearest scattered point: its distance, the distance's lead over the second one, and its name.
func cells(_ x: Float, _ y: Float) -> (distance: Float, border: Float, name: UInt32) {
  let ix = lattice(x)
  let iy = lattice(y)
  var best: Float = 9
  var second: Float = 9
  var name: UInt32 = 0
  for dy in Int32(-1)...1 {
    for dx in Int32(-1)...1 {
      let h = hash(ix &+ dx, iy &+ dy, 31)
      let cx = Float(ix &+ dx) + Float(h & 0xFFFF) * (1 / 65536)
      let cy = Float(iy &+ dy) + Float(h >> 16) * (1 / 65536)
      let d = ((cx - x) * (cx - x) + (cy - y) * (cy - y)).squareRoot()
      if d < best {
        second = best
        best = d
        name = h &* 0x9E37_79B1
      } else if d < second {
        second = d
      }
    }
  }
  return (best, second - best, name)
}

/// A 5 × 7 bitmap font: 0-9, then letters and signs for pretend print.
enum Font {
  static let glyphs: [UInt64] = [
    "01110100011001110101110011000101110", "00100011000010000100001000010001110",
    "01110100010000100010001000100011111", "11111000100010000010000011000101110",
    "00010001100101010010111110001000010", "11111100001111000001000011000101110",
    "00110010001000011110100011000101110", "11111000010001000100010000100001000",
    "01110100011000101110100011000101110", "01110100011000101111000010001001100",
    "01110100011000111111100011000110001", "11110100011000111110100011000111110",
    "11111100001000011110100001000011111", "10001110111010110101100011000110001",
    "11110100011000111110101001001010001", "01111100001000001110000010000111110",
    "11111001000010000100001000010000100", "10001100011000110001100010101000100",
    "00100011101111111111011100111000100", "00100011101111101110001000000000000",
  ].map { row in row.reversed().reduce(UInt64(0)) { $0 << 1 | ($1 == "1" ? 1 : 0) } }

  static let count = 20

  /// Whether glyph `index` inks the point (x, y) of its unit square, y down.
  @inline(__always)
  static func inks(_ table: UnsafePointer<UInt64>, _ index: Int, _ x: Float, _ y: Float) -> Bool {
    guard x >= 0, x < 1, y >= 0, y < 1 else { return false }
    let column = Int(x * 5)
    let row = Int(y * 7)
    return (table[index % count] >> UInt64(row * 5 + column)) & 1 == 1
  }

  nonisolated(unsafe) static let table: UnsafePointer<UInt64> = {
    let p = UnsafeMutablePointer<UInt64>.allocate(capacity: count)
    p.initialize(from: glyphs, count: count)
    return UnsafePointer(p)
  }()
}
