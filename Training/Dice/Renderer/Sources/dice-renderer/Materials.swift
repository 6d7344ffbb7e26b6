import Foundation

/// What a surface's colour is made of. Lengths are millimetres divided by `Surface.scale`.
enum Pattern: UInt8 {
  case plain, wood, planks, cloth, weave, carpet, marble, terrazzo, tiles, checker, stripes, dots
  case grid, text, hexes, speckle, marbled, leather, cardboard, card, keys, glitter, tokens, poster
  case rings, brushed, blobs, stitched, skin, map
}

/// A material: colours, a pattern, and how it shines.
struct Surface {
  var pattern = Pattern.plain
  var a = V3(repeating: 0.5)
  var b = V3(repeating: 0.4)
  var c = V3(repeating: 0.3)
  var scale: Float = 10
  var p0: Float = 0.5
  var p1: Float = 0.5
  /// Offset of the pattern, so that no two pieces look alike.
  var seed = V3(repeating: 0)
  var turn = V2(1, 0)
  /// 0 mirror … 1 matt.
  var roughness: Float = 0.4
  /// Reflectance at normal incidence; 0.04 for plastic.
  var f0: Float = 0.04
  var metal: Float = 0
  /// Height of the fine normal variation.
  var bump: Float = 0
  /// 0 opaque … 1 clear.
  var clear: Float = 0
  var glow: Float = 0
}

extension Surface {
  /// The linear colour at a point of the surface's own space.
  @inline(never)
  func colour(at point: V3, font: UnsafePointer<UInt64>) -> V3 {
    let p = point * (1 / scale)
    let x = p.x * turn.x - p.y * turn.y + seed.x
    let y = p.x * turn.y + p.y * turn.x + seed.y
    switch pattern {
    case .plain:
      return a
    case .wood:
      let q = V3(x, y, p.z + seed.z)
      let wobble = noise(q * V3(0.6, 0.15, 0.6)) * 2 + noise(q * V3(2, 0.4, 2)) * 0.5
      let r = (q.x * q.x + q.z * q.z).squareRoot() * 1.2 + wobble * p0 * 3
      let ring = pow(fract(r), 2)
      let fibre = noise(q * V3(14, 0.9, 14))
      return mix(a, b, clamp(ring * 0.65 + fibre * 0.45 - 0.1, 0, 1))
    case .planks:
      let row = x.rounded(.down)
      let shift = hashUnit(lattice(row), 3, 9) * 9
      let column = ((y + shift) / 7).rounded(.down)
      let tone = hashUnit(lattice(row), lattice(column), 4)
      let fx = fract(x)
      let fy = fract((y + shift) / 7) * 7
      let grain = fractal(fx * 5 + row * 13, y * 0.5, octaves: 3)
      let fine = noise(fx * 38 + row * 7, y * 2)
      var colour = mix(a, b, clamp(grain * 0.9 + fine * 0.35 - 0.2 + (tone - 0.5) * 0.5, 0, 1))
      if p0 > 0.3, fx < 0.02 * p0 * 2 || fy < 0.02 * p0 * 2 { colour = colour * 0.35 }
      return colour
    case .cloth:
      let fine = noise(x * 6, y * 6) * 0.6 + noise(x * 13, y * 13) * 0.4
      let broad = fractal(x * 0.08, y * 0.08, octaves: 2)
      return a * (1 + p0 * (fine - 0.5) * 0.8 + (broad - 0.5) * 0.3 * p1)
    case .weave:
      let w = sin(x * 6.283) * sin(y * 6.283)
      let over = (fract(x) < 0.5) != (fract(y) < 0.5)
      let thread = abs(sin((over ? x : y) * 12.566)) * 0.4 + 0.6
      return mix(a, over ? b : a, p0)
        * (thread * (1 + w * 0.15) * (0.8 + 0.4 * noise(x * 3, y * 3)))
    case .carpet:
      let n = fractal(x, y, octaves: 3)
      let tuft = noise(x * 7, y * 7)
      let fine = noise(x * 19, y * 19)
      var colour = n < 0.42 ? a : (n < 0.56 ? b : c)
      if p0 > 0.6, sin(x * 0.8) * sin(y * 0.8 + n) > 0.35 { colour = c }
      let loose = noise(x * 5 + 70, y * 5)
      if loose < p1 * 0.42 { colour = b }
      if loose > 1 - p1 * 0.35 { colour = c }
      return colour * (0.35 + tuft * 0.75 + fine * 0.4)
    case .marble:
      let t = fractal(x * 0.5, y * 0.5, octaves: 4) * 6
      let v = abs(sin((x * 0.6 + y * 0.35) + t))
      let vein = pow(1 - v, 3 + p0 * 8)
      let cloud = fractal(x * 0.9 + 40, y * 0.9, octaves: 3)
      let second = pow(1 - abs(sin(y * 0.7 - x * 0.4 + t * 0.8 + 2)), 9)
      return mix(mix(mix(a, c, cloud * 0.45), b, vein), c, second * p1)
    case .terrazzo:
      let cell = cells(x, y)
      let chosen = Float(cell.name & 0xFF) / 255
      let size = 0.12 + 0.4 * Float((cell.name >> 8) & 0xFF) / 255
      let ground = a * (0.9 + 0.2 * noise(x * 4, y * 4))
      if chosen > p0 || cell.distance > size || cell.border < 0.1 { return ground }
      return (cell.name >> 16) & 1 == 0 ? b : c
    case .tiles:
      let tone = hashUnit(lattice(x), lattice(y), 2)
      let gap = p0 * 0.08 + 0.01
      let mottled = fractal(x * 3, y * 3, octaves: 3)
      if fract(x) < gap || fract(y) < gap { return c }
      return mix(a, b, clamp(tone * p1 + mottled * 0.6 - 0.2, 0, 1))
    case .checker:
      return (lattice(x) &+ lattice(y)) & 1 == 0 ? a : b
    case .stripes:
      let f = fract(x)
      if f < p0 * 0.8 + 0.1 { return a }
      return lattice(x) % 3 == 0 ? c : b
    case .dots:
      let shifted = x + (lattice(y) & 1 == 0 ? 0 : 0.5)
      let fx = fract(shifted) - 0.5
      let fy = fract(y) - 0.5
      let d = (fx * fx + fy * fy).squareRoot()
      if d > 0.1 + p0 * 0.3 { return a }
      return p1 > 0.7 && hashUnit(lattice(shifted), lattice(y), 1) < 0.5 ? c : b
    case .grid:
      let line = 0.02 + p0 * 0.05
      if fract(x) < line || fract(y) < line { return b }
      if p1 > 0.6, fract(x / 5) < line / 3 || fract(y / 5) < line / 3 { return c }
      return a
    case .text:
      return print(x, y, font: font)
    case .hexes:
      return hexes(x, y, font: font)
    case .speckle:
      let n = noise(V3(x, y, p.z + seed.z) * 3)
      let m = noise(V3(x, y, p.z + seed.z) * 7 + 50)
      var colour = a
      if n > 1 - p0 * 0.45 { colour = b }
      if m > 1 - p1 * 0.4 { colour = c }
      return colour
    case .marbled:
      let q = V3(x, y, p.z + seed.z)
      let w = fractal(q * 1.3, octaves: 2)
      let bands = fractal(q + w * (1 + p0 * 3), octaves: 3)
      let s = 0.5 + 0.5 * sin(bands * (6 + p1 * 14))
      let k = smoothstep(0.25, 0.75, s)
      return mix(mix(a, b, k), c, smoothstep(0.6, 0.75, noise(q * 2.2 + 9)) * 0.8)
    case .leather:
      let cell = cells(x * 2, y * 2)
      let crease = smoothstep(0, 0.14, cell.border)
      return a * ((0.7 + 0.3 * crease) * (0.85 + 0.3 * fractal(x * 0.2, y * 0.2, octaves: 2)))
    case .cardboard:
      let flute = 0.5 + 0.5 * sin(x * 5)
      let fibre = noise(x * 4, y * 14)
      return a * (0.86 + 0.08 * flute * p0 + 0.2 * (fibre - 0.5) + 0.1 * noise(x * 0.2, y * 0.2))
    case .card:
      return card(point, font: font)
    case .keys:
      let fx = fract(x)
      let fy = fract(y)
      let key = fx > 0.1 && fx < 0.92 && fy > 0.1 && fy < 0.92
      if !key { return a }
      let glyph = Int(hash(lattice(x), lattice(y), 3) % 20)
      let inked = Font.inks(font, glyph, (fx - 0.3) * 3.2, (0.75 - fy) * 3)
      return inked ? c : b
    case .glitter:
      let q = V3(x, y, p.z + seed.z) * 9
      let h = hashUnit(lattice(q.x), lattice(q.y), lattice(q.z))
      if h > 1 - p0 * 0.3 { return b * (1.2 + 5 * fract(h * 917)) }
      return a
    case .tokens:
      let fx = fract(x) - 0.5
      let fy = fract(y) - 0.5
      let d = (fx * fx + fy * fy).squareRoot()
      let name = hash(lattice(x), lattice(y), 8)
      if d > 0.38 { return d < 0.41 ? c : a * (0.9 + 0.2 * noise(x * 5, y * 5)) }
      let ink = Font.inks(font, Int(name % 10), (fx + 0.13) * 3.8, (0.19 - fy) * 2.6)
      return ink ? c : b
    case .poster:
      var colour = a
      let layers = 14
      for i in 0..<layers {
        let k = Int32(i)
        let s = lattice(seed.z * 100)
        let cx = (hashUnit(k, 1, s) - 0.5) * 14
        let cy = (hashUnit(k, 2, s) - 0.5) * 14
        let w = 0.3 + hashUnit(k, 3, s) * 3
        let h = 0.3 + hashUnit(k, 4, s) * 2
        let dx = x - seed.x - cx
        let dy = y - seed.y - cy
        let inside = i % 3 == 0 ? dx * dx + dy * dy < w * w : abs(dx) < w && abs(dy) < h
        if inside {
          colour = mix(
            i % 2 == 0 ? b : c, V3(hashUnit(k, 5, s), hashUnit(k, 6, s), hashUnit(k, 7, s)), p0)
        }
      }
      return colour
    case .rings:
      let fx = fract(x) - 0.5
      let fy = fract(y) - 0.5
      let d = (fx * fx + fy * fy).squareRoot() * (4 + p0 * 8)
      if d > 2 + p0 * 3 { return a }
      return lattice(d) & 1 == 0 ? b : c
    case .brushed:
      return a * (0.8 + 0.4 * noise(x * 0.6, y * 40))
    case .blobs:
      let n = fractal(x, y, octaves: 4)
      let m = fractal(x + 50, y, octaves: 3)
      return mix(mix(a, b, smoothstep(0.35, 0.65, n)), c, smoothstep(0.5, 0.6, m))
    case .stitched:
      let dash = fract(p.x * 3) < 0.6 && abs(abs(p.y) - p1) < 0.05
      let cell = cells(x * 4, y * 4)
      return dash ? b : a * (0.75 + 0.25 * smoothstep(0, 0.12, cell.border))
    case .map:
      // Lands in pale colours, borders, and names.
      let wx = x + (fractal(x * 3, y * 3, octaves: 3) - 0.5) * 0.5
      let wy = y + (fractal(x * 3 + 40, y * 3, octaves: 3) - 0.5) * 0.5
      let land = cells(wx, wy)
      let county = cells(wx * 3.3, wy * 3.3)
      let hue = Float(land.name & 0xFF) / 255 * p1 + seed.z
      var colour = linear(hue: hue, saturation: 0.2 + p0 * 0.5, value: 0.92)
      if land.border < 0.02 { return b }
      if county.border < 0.02 { colour *= 0.65 }
      if abs(fractal(x * 1.3 + 9, y * 1.3, octaves: 3) - 0.5) < 0.006 { colour = c }
      if (county.name >> 9) & 7 == 0, county.distance < 0.07 { return V3(repeating: 0.05) }
      let tx = x * 14
      let ty = y * 9
      if hashUnit(lattice(tx / 7), lattice(ty), 44) < 0.12 {
        let name = print(tx, ty, font: font)
        if luminance(name) == luminance(b) { return V3(repeating: 0.03) }
      }
      return colour
    case .skin:
      let n = fractal(V3(x, y, p.z), octaves: 3)
      return mix(a, b, clamp(n * 1.4 - 0.2, 0, 1))
    }
  }

  private func print(_ x: Float, _ y: Float, font: UnsafePointer<UInt64>) -> V3 {
    let line = lattice(y)
    let fy = fract(y)
    let heading = hashUnit(line, 1, 77) < 0.12
    if hashUnit(line / 9, 5, 78) < 0.25 { return hashUnit(line / 9, 6, 78) < p1 * 0.5 ? c : a }
    let letter = heading ? x : x * 1.7
    let column = lattice(letter)
    if hashUnit(column / 6, line, 79) < 0.15 || hashUnit(column, line, 80) < 0.17 { return a }
    let glyph = Int(hash(column, line, 81) % 20)
    return Font.inks(font, glyph, fract(letter) * 1.25, (0.82 - fy) * 1.5) ? b : a
  }

  private func hexes(_ x: Float, _ y: Float, font: UnsafePointer<UInt64>) -> V3 {
    // The nearer of two interleaved rectangular lattices is the hexagon's centre.
    let r = V2(1, 1.7320508)
    let ax = x - r.x * (x / r.x).rounded()
    let ay = y - r.y * (y / r.y).rounded()
    let sx = x - 0.5
    let sy = y - r.y / 2
    let bx = sx - r.x * (sx / r.x).rounded()
    let by = sy - r.y * (sy / r.y).rounded()
    let first = ax * ax + ay * ay < bx * bx + by * by
    let gx = first ? ax : bx
    let gy = first ? ay : by
    let name = hash(lattice((x - gx) * 2 + 0.5), lattice((y - gy) * 1.1547 + 0.5), 12)
    let edge = 0.5 - max(abs(gx), abs(gx) * 0.5 + abs(gy) * 0.8660254)
    if edge < 0.03 { return c }
    let d = (gx * gx + gy * gy).squareRoot()
    if d < 0.19, p1 > 0.3 {
      let ink = Font.inks(font, Int(name % 10), (gx + 0.08) * 6.5, (0.11 - gy) * 4.5)
      let pip = abs(gy + 0.14) < 0.014 && fract(gx * 25) < 0.5 && abs(gx) < 0.06
      return ink || pip ? V3(0.03, 0.02, 0.02) : V3(0.8, 0.7, 0.5)
    }
    let hue = fract(Float(name & 0xFF) / 255 * p0 + seed.z)
    let base = linear(hue: hue, saturation: 0.65, value: 0.35 + Float((name >> 8) & 0xFF) / 420)
    return base * (0.6 + 0.8 * fractal(x * 9, y * 9, octaves: 2))
  }

  private func card(_ p: V3, font: UnsafePointer<UInt64>) -> V3 {
    // 63 × 88 mm; p0 gives the number of suit pips, p1 the suit.
    let rank = 1 + Int(p0 * 9.99)
    let ink = p1 < 0.5 ? b : c
    let x = p.x
    let y = p.y
    if abs(x) > 24 && abs(y) > 30 && (x < 0) == (y > 0) {
      let s: Float = x < 0 ? 1 : -1
      if Font.inks(font, rank, (x * s + 30) / 5, (42 - y * s) / 7) { return ink }
    }
    let rows = rank <= 3 ? rank : (rank + 1) / 2
    for i in 0..<rank {
      let cx: Float = rank <= 3 ? 0 : (i % 2 == 0 ? -12 : 12)
      let row = rank <= 3 ? i : i / 2
      let cy = rows == 1 ? 0 : (Float(row) / Float(rows - 1) - 0.5) * 56
      let dx = abs(x - cx)
      let dy = y - cy
      let inside: Bool
      if p1 < 0.25 || p1 > 0.75 {
        inside = dx + abs(dy) * 0.75 < 5
      } else {
        let k = dx * dx + (dy - 1) * (dy - 1)
        inside = k < 12 || (abs(dx - 2.5) < 2 && abs(dy) < 3.5 - dx * 0.5)
      }
      if inside { return ink }
    }
    return a
  }
}
