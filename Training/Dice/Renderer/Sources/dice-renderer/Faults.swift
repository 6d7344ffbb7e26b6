import Foundation

/// What a camera and its software do to the light: the draw, and the development of the picture.
struct Faults {
  var key: Float = 0.35
  /// Where the brightest parts may come to lie; 1 is white.
  var highlight: Float = 1
  var contrast: Float = 1
  var gamma: Float = 1
  var saturation: Float = 1
  var balance = V3(repeating: 1)
  var vignette: Float = 0
  var defocus: Float = 0
  /// The camera's own motion, in pixels.
  var shake = V2(0, 0)
  var shot: Float = 0
  var read: Float = 0
  var coarseNoise = false
  var chromatic: Float = 0
  var sharpening: Float = 0
  var bloom: Float = 0
  /// Resampled to this part of its size and back.
  var resolution: Float = 1
  var priorQuality = 0
  var quality = 95
  var subsampled = false
  var monochrome = false
  /// The radius of a round window in parts of half the width; 0 for none.
  var porthole: Float = 0
  var portholeCentre = V2(0, 0)

  static func draw(_ r: inout RandomSource) -> Faults {
    var f = Faults()
    f.key =
      r.chance(0.12)
      ? r.uniform(0.05, 0.14) : (r.chance(0.12) ? r.uniform(0.5, 0.85) : r.uniform(0.16, 0.45))
    f.highlight = r.chance(0.15) ? r.uniform(1, 2.5) : r.uniform(0.5, 1)
    f.contrast = r.uniform(0.8, 1.35)
    f.gamma = r.uniform(0.85, 1.2)
    f.saturation = r.chance(0.2) ? r.uniform(0.3, 0.8) : r.uniform(0.85, 1.35)
    let error = r.chance(0.3) ? r.normal() * 0.22 : r.normal() * 0.06
    f.balance = V3(exp(error), exp(r.normal() * 0.04), exp(-error))
    if r.chance(0.4) { f.vignette = r.uniform(0.05, 0.6) }
    if r.chance(0.35) { f.defocus = r.logUniform(0.3, 1.6) }
    if r.chance(0.12) {
      let a = r.uniform(0, 2 * .pi)
      let l = r.logUniform(1, 6)
      f.shake = V2(cos(a) * l, sin(a) * l)
    }
    f.shot = r.chance(0.5) ? r.uniform(0, 0.002) : r.logUniform(0.002, 0.02)
    f.read = r.chance(0.5) ? 0.001 : r.logUniform(0.001, 0.02)
    f.coarseNoise = r.chance(0.4)
    if r.chance(0.2) { f.chromatic = r.uniform(-0.004, 0.004) }
    if r.chance(0.4) { f.sharpening = r.uniform(0.2, 1.6) }
    if r.chance(0.15) { f.bloom = r.uniform(0.03, 0.2) }
    if r.chance(0.12) { f.resolution = r.uniform(0.5, 0.9) }
    if r.chance(0.3) { f.priorQuality = Int(r.uniform(25, 85)) }
    f.quality = 93 + r.below(4)
    f.subsampled = r.chance(0.6)
    f.monochrome = r.chance(0.07)
    if r.chance(f.monochrome ? 0.3 : 0.015) {
      f.porthole = r.uniform(0.7, 1.2)
      f.portholeCentre = V2(r.uniform(-0.3, 0.3), r.uniform(-0.3, 0.3))
    }
    return f
  }
}

/// A developed picture: display values in 0...1 before the noise, bytes after it, and the JPEG file.
struct Print {
  var clean: [V3]
  var shown: [UInt8]
  var jpeg: Data
}

extension Faults {
  func develop(_ light: [V3], width: Int, height: Int, random: inout RandomSource) -> Print {
    var image = light
    if defocus > 0.25 { blur(&image, width, height, radius: defocus) }
    if abs(shake.x) + abs(shake.y) > 0.5 { smear(&image, width, height, by: shake) }
    if bloom > 0 {
      var halo = image.map { V3(max($0.x - 0.8, 0), max($0.y - 0.8, 0), max($0.z - 0.8, 0)) }
      for _ in 0..<2 { blur(&halo, width, height, radius: 9) }
      for i in image.indices { image[i] += halo[i] * (bloom * 4) }
    }
    if chromatic != 0 { fringe(&image, width, height) }
    // Exposure as a camera meters it: the mean of the compressed light.
    var sum: Float = 0
    for i in stride(from: 0, to: image.count, by: 7) {
      sum += min(luminance(image[i]), 1.5).squareRoot()
    }
    let mean = sum / Float((image.count + 6) / 7)
    var exposure = key / max(mean * mean, 0.003)
    // Most cameras keep the highlights.
    let sorted = stride(from: 0, to: image.count, by: 23).map { luminance(image[$0]) }.sorted()
    exposure = min(exposure, highlight / max(sorted[sorted.count * 98 / 100], 0.01))
    let cx = Float(width) / 2
    let cy = Float(height) / 2
    for y in 0..<height {
      for x in 0..<width {
        let i = y * width + x
        let dx = (Float(x) - cx) / cx
        let dy = (Float(y) - cy) / cx
        var c = image[i] * balance * (exposure * (1 - vignette * (dx * dx + dy * dy) * 0.5))
        if porthole > 0 {
          let px = dx - portholeCentre.x
          let py = dy - portholeCentre.y
          let r = (px * px + py * py).squareRoot()
          c = c * (smoothstep(porthole + 0.04, porthole - 0.12, r) * 0.99 + 0.01)
        }
        image[i] = c
      }
    }
    var clean = image.map(tone)
    if resolution < 1 { resample(&clean, width, height) }
    if sharpening > 0 {
      var soft = clean
      blur(&soft, width, height, radius: 1.2)
      for i in clean.indices { clean[i] = clean[i] + (clean[i] - soft[i]) * sharpening }
    }
    var bytes = [UInt8](repeating: 0, count: width * height * 3)
    // Noise is drawn where the sensor makes it, in linear light, and shown with the tone curve's slope.
    for y in 0..<height {
      for x in 0..<width {
        let i = y * width + x
        let v = clean[i]
        let lit = max(luminance(image[i]), 0)
        let sigma = (read * read + shot * shot * lit).squareRoot()
        let slope = min(0.42 / pow(max(lit, 0.004), 0.58), 5)
        var n = V3(random.normal(), random.normal(), random.normal())
        if coarseNoise { n = n * 0.4 + V3(repeating: random.normal() * 0.9) }
        if monochrome { n = V3(repeating: n.x) }
        let shown = n * (sigma * slope)
        for k in 0..<3 { bytes[i * 3 + k] = UInt8(clamp((v[k] + shown[k]) * 255 + 0.5, 0, 255)) }
      }
    }
    if priorQuality > 0 {
      let first = Jpeg.encode(
        bytes, width: width, height: height, quality: priorQuality, subsampled: true)
      bytes = Jpeg.decode(first, width: width, height: height) ?? bytes
    }
    let data = Jpeg.encode(
      bytes, width: width, height: height, quality: quality, subsampled: subsampled)
    return Print(clean: clean, shown: bytes, jpeg: data)
  }

  private func tone(_ c: V3) -> V3 {
    let grey = luminance(c)
    var v = monochrome ? V3(repeating: grey) : V3(repeating: grey) + (c - grey) * saturation
    for k in 0..<3 {
      // A soft shoulder, then sRGB, then contrast about the middle.
      let x = max(v[k], 0)
      let shouldered = x < 0.7 ? x : 0.7 + 0.3 * (1 - exp(-(x - 0.7) / 0.3))
      let s =
        shouldered <= 0.0031308 ? shouldered * 12.92 : 1.055 * pow(shouldered, 1 / 2.4) - 0.055
      v[k] = clamp((pow(s, gamma) - 0.45) * contrast + 0.45, 0, 1)
    }
    return v
  }

  private func blur(_ image: inout [V3], _ w: Int, _ h: Int, radius: Float) {
    // Two passes of a small separable kernel.
    let reach = max(Int((radius * 2).rounded(.up)), 1)
    var kernel = (-reach...reach).map { exp(-Float($0 * $0) / (2 * radius * radius)) }
    let sum = kernel.reduce(0, +)
    kernel = kernel.map { $0 / sum }
    var other = image
    for y in 0..<h {
      for x in 0..<w {
        var s = V3(repeating: 0)
        for k in -reach...reach {
          s += image[y * w + min(max(x + k, 0), w - 1)] * kernel[k + reach]
        }
        other[y * w + x] = s
      }
    }
    for y in 0..<h {
      for x in 0..<w {
        var s = V3(repeating: 0)
        for k in -reach...reach {
          s += other[min(max(y + k, 0), h - 1) * w + x] * kernel[k + reach]
        }
        image[y * w + x] = s
      }
    }
  }

  private func smear(_ image: inout [V3], _ w: Int, _ h: Int, by v: V2) {
    let source = image
    let steps = max(Int((v.x * v.x + v.y * v.y).squareRoot() * 1.5), 2)
    for y in 0..<h {
      for x in 0..<w {
        var s = V3(repeating: 0)
        for k in 0...steps {
          let t = Float(k) / Float(steps) - 0.5
          s += Self.sample(source, w, h, Float(x) + v.x * t, Float(y) + v.y * t)
        }
        image[y * w + x] = s / Float(steps + 1)
      }
    }
  }

  private func fringe(_ image: inout [V3], _ w: Int, _ h: Int) {
    let source = image
    let cx = Float(w) / 2
    let cy = Float(h) / 2
    for y in 0..<h {
      for x in 0..<w {
        let dx = (Float(x) - cx) * chromatic
        let dy = (Float(y) - cy) * chromatic
        image[y * w + x].x = Self.sample(source, w, h, Float(x) + dx, Float(y) + dy).x
        image[y * w + x].z = Self.sample(source, w, h, Float(x) - dx, Float(y) - dy).z
      }
    }
  }

  private func resample(_ image: inout [V3], _ w: Int, _ h: Int) {
    var soft = image
    blur(&soft, w, h, radius: 0.35 / resolution)
    let sw = max(Int(Float(w) * resolution), 8)
    let sh = max(Int(Float(h) * resolution), 8)
    var small = [V3](repeating: V3(repeating: 0), count: sw * sh)
    for y in 0..<sh {
      for x in 0..<sw {
        small[y * sw + x] = Self.sample(
          soft, w, h, (Float(x) + 0.5) * Float(w) / Float(sw) - 0.5,
          (Float(y) + 0.5) * Float(h) / Float(sh) - 0.5)
      }
    }
    for y in 0..<h {
      for x in 0..<w {
        image[y * w + x] = Self.sample(
          small, sw, sh, (Float(x) + 0.5) * Float(sw) / Float(w) - 0.5,
          (Float(y) + 0.5) * Float(sh) / Float(h) - 0.5)
      }
    }
  }

  @inline(__always)
  private static func sample(_ image: [V3], _ w: Int, _ h: Int, _ x: Float, _ y: Float) -> V3 {
    let fx = clamp(x, 0, Float(w - 1))
    let fy = clamp(y, 0, Float(h - 1))
    let x0 = Int(fx)
    let y0 = Int(fy)
    let x1 = min(x0 + 1, w - 1)
    let y1 = min(y0 + 1, h - 1)
    let u = fx - Float(x0)
    let v = fy - Float(y0)
    return mix(
      mix(image[y0 * w + x0], image[y0 * w + x1], u),
      mix(image[y1 * w + x0], image[y1 * w + x1], u), v)
  }
}
