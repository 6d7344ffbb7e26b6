import Foundation

/// What is drilled, painted or printed on the faces of a body.
struct Marks {
  enum Kind: UInt8 {
    case pips, digits, symbols, domino, holes, polyhedronDigits, polyhedronSymbols, cap, screen
  }
  enum PipShape: UInt8 { case round, square, diamond }

  var kind = Kind.pips
  /// Values of the faces +x, -x, +y, -y, +z, -z.
  var values: SIMD8<UInt8> = [3, 4, 2, 5, 1, 6, 0, 0]
  /// One bit per face: whether its 2, 3 or 6 lies the other way.
  var flips: UInt8 = 0
  var shape = PipShape.round
  /// Pip radius and the offset of the outer pips, as parts of the edge.
  var radius: Float = 0.09
  var spacing: Float = 0.25
  /// Whether the pips of a two lie side by side and not across, as on many dice from East Asia.
  var straightTwo = false
  /// Of the middle pips of the six, beside `spacing`.
  var sixSpacing: Float = 0.25
  var colour = V3(repeating: 0.01)
  var colourOfOne = V3(repeating: 0.01)
  var colourOfFour = V3(repeating: 0.01)
  var scaleOfOne: Float = 1
  /// 0 flat … 1 half a ball deep.
  var depth: Float = 0.5
  /// 0 no paint in the pip … 1 well painted.
  var paint: Float = 1
  var wear: Float = 0
  var wander: Float = 0
  /// Ring inside the pip: the part of the radius that is body-coloured, 0 for none.
  var ring: Float = 0
  /// A disc (or, engraved, a circle) around the pips; 0 for none.
  var disc: Float = 0
  var discColour = V3(repeating: 0.5)
  var discEngraved = false
  /// A frame near the face's border; 0 for none.
  var border: Float = 0
  var metallic = false
  var seed: Int32 = 0

  func value(axis: Int, sign: Float) -> Int { Int(values[axis * 2 + (sign < 0 ? 1 : 0)]) }

  func flipped(axis: Int, sign: Float) -> Bool {
    (flips >> UInt8(axis * 2 + (sign < 0 ? 1 : 0))) & 1 == 1
  }

  /// The centre of pip `index` of a face with `value`, in parts of the edge.
  @inline(__always)
  func pip(_ index: Int, of value: Int, flipped: Bool) -> V2 {
    var p: V2
    if value == 6 {
      let column: Float = index < 3 ? -spacing : spacing
      let row = Float(index % 3 - 1) * sixSpacing
      p = flipped ? V2(row, column) : V2(column, row)
    } else if value & 1 == 1 && index == value - 1 {
      p = V2(0, 0)
    } else if value == 2 && straightTwo {
      let s: Float = index == 0 ? 1 : -1
      p = flipped ? V2(0, s * spacing * 0.85) : V2(s * spacing * 0.85, 0)
    } else {
      let x: Float = index < 2 ? 1 : -1
      let s: Float = index & 1 == 0 ? 1 : -1
      p = V2(s * spacing, s * x * spacing)
      if flipped { p = V2(-p.x, p.y) }
    }
    if wander > 0 {
      let k = Int32(value * 8 + index)
      p += (V2(hashUnit(k, seed, 1), hashUnit(k, seed, 2)) - 0.5) * (2 * wander)
    }
    return p
  }
}

/// What the marks make of one point of a surface.
struct Ink {
  var colour: V3
  /// 0 bare … 1 covered.
  var cover: Float = 0
  /// Added to the normal, along the face's u and v.
  var tilt = V2(0, 0)
  /// Darkening inside a hollow.
  var shade: Float = 1
  var metal = false
}

extension Marks {
  /// The ink at (u, v), in -0.5...0.5 of the face, of the face with `value`.
  @inline(__always)
  func ink(u: Float, v: Float, value: Int, flipped: Bool) -> Ink {
    var ink = Ink(colour: colour)
    if disc > 0 {
      let r = (u * u + v * v).squareRoot()
      if discEngraved {
        let e = abs(r - disc)
        if e < 0.022 {
          ink.shade = 0.6 + 0.4 * e / 0.022
          ink.colour = discColour
          ink.cover = paint
          return ink
        }
      } else if r < disc {
        ink.colour = discColour
        ink.cover = 1
      }
    }
    if border > 0 {
      let e = max(abs(u), abs(v))
      if abs(e - border) < 0.015 {
        ink.colour = discColour
        ink.cover = 1
        return ink
      }
    }
    let r = value == 1 ? radius * scaleOfOne : radius
    let reach = r * 1.25
    for i in 0..<value {
      let c = pip(i, of: value, flipped: flipped)
      let du = u - c.x
      let dv = v - c.y
      if abs(du) > reach || abs(dv) > reach { continue }
      let d: Float
      switch shape {
      case .round: d = (du * du + dv * dv).squareRoot()
      case .square: d = max(abs(du), abs(dv)) * 1.1
      case .diamond: d = (abs(du) + abs(dv)) * 0.85
      }
      if d > reach { continue }
      if d > r {
        // A burr: the rim turns outward a little and catches the light.
        let k = depth * 0.35 / max(d, 1e-4)
        ink.tilt = V2(du * k, dv * k)
        return ink
      }
      let k = -depth * 1.5 / r
      ink.tilt = V2(du * k, dv * k)
      ink.shade = 1 - depth * 0.45 * (1 - 0.6 * d / r)
      if ring > 0, d < r * ring {
        ink.tilt *= 0.3
        return ink
      }
      ink.colour = value == 1 ? colourOfOne : (value == 4 ? colourOfFour : colour)
      ink.metal = metallic
      var cover = paint
      if wear > 0 {
        let n =
          noise(V3(u * 9 + Float(seed & 255), v * 9, Float(value) * 3.7)) * 0.7
          + noise(V3(u * 34, v * 34, Float(seed & 63))) * 0.3
        cover *= smoothstep(wear - 0.12, wear + 0.12, n + 0.12)
      }
      ink.cover = cover
      return ink
    }
    return ink
  }

  /// A digit, or a sign, in place of pips.
  func glyph(u: Float, v: Float, value: Int, font: UnsafePointer<UInt64>) -> Ink {
    var ink = Ink(colour: colour)
    var inside = false
    switch kind {
    case .symbols, .polyhedronSymbols:
      let r = (u * u + v * v).squareRoot()
      let a = atan2(v, u)
      switch (value + Int(seed & 15)) % 12 {
      case 0: inside = abs(r - 0.24) < 0.05
      case 1: inside = r < 0.2 + 0.1 * cos(a * 5)
      case 2: inside = (abs(u) < 0.06 || abs(v) < 0.06) && r < 0.32
      case 3: inside = abs(u + v * 0.3) < 0.06 && r < 0.36 || abs(v - u) < 0.05 && r < 0.3
      case 4:
        inside =
          v > -0.22 && abs(u) < (0.3 - v) * 0.5 && v < 0.3
          && !(v > -0.15 && abs(u) < (0.15 - v) * 0.5)
      case 5: inside = r < 0.3 && sin(r * 40 + a * 2) > 0.2
      case 6, 7:
        // A labyrinth in a frame, as on dice carved all over.
        let edge = max(abs(u), abs(v))
        let (column, row) = (lattice(u * 19), lattice(v * 19))
        let carved = (column & 1 == 0 && row & 1 == 0) || hashUnit(column, row, seed) < 0.38
        inside = edge < 0.41 && (edge > 0.36 || (edge < 0.33 && carved))
      case 8:
        // Scrolls.
        inside = r < 0.4 && noise(V3(u * 14, v * 14, Float(seed & 255))) > 0.52
      case 9:
        inside = r < 0.38 && abs(noise(V3(u * 8, v * 8, Float(seed & 255))) - 0.5) < 0.07
      case 10: inside = max(abs(u), abs(v)) < 0.3 && max(abs(u), abs(v)) > 0.22 || r < 0.07
      default: inside = r < 0.33 && (u - 0.12) * (u - 0.12) + v * v > 0.06
      }
    default:
      let tall = value >= 10
      let x = u / 0.36 + 0.5
      let y = 0.5 - v / 0.52
      if tall {
        let w = u / 0.3
        inside =
          w < 0
          ? Font.inks(font, value / 10, w + 0.98, y) : Font.inks(font, value % 10, w + 0.08, y)
      } else {
        inside = Font.inks(font, value, x, y)
        if value == 6 || value == 9 {
          inside = inside || (abs(v + 0.33) < 0.03 && abs(u) < 0.16)
        }
      }
    }
    if inside {
      ink.cover = paint
      ink.shade = 1 - depth * 0.3
    }
    return ink
  }
}
