import Foundation

/// One annotation of a picture, as COCO has it.
struct Label: Codable {
  var category: Int
  /// x, y, width, height in pixels.
  var box: [Float]
  /// The corners that the top face would have without rounded edges, around it, x and y of each in pixels; none
  /// of a die that leans, and `nil` in labels of before.
  var corners: [Float]?
}

struct PictureLabels: Codable {
  var picture: Int
  var labels: [Label]
}

let ignored = 7

extension Scene {
  /// The boxes of the top faces, judged by what the camera shows of them.
  func labels(_ tracer: Tracer, print: Print) -> [Label] {
    dice.compactMap { label(of: $0, tracer, print) }
  }

  private func label(of die: Die, _ tracer: Tracer, _ print: Print) -> Label? {
    let faces = die.leaning ? leaningFaces(of: die) : [(die.axis, die.sign)]
    var points: [V2] = []
    var seen = 0
    var asked = 0
    for (axis, sign) in faces {
      for p in outline(of: die.body, axis: axis, sign: sign, tracer) {
        if let q = camera.project(p) { points.append(q) }
      }
      // A grid of points on the face, weighted alike.
      for i in 0..<9 {
        for j in 0..<9 {
          let local = direction(axis, sign, Float(i - 4) / 4.6, Float(j - 4) / 4.6)
          guard let p = tracer.surfacePoint(of: die.body, towards: local), let q = camera.project(p)
          else {
            continue
          }
          asked += 1
          if q.x < 0 || q.y < 0 || q.x >= Float(camera.width) || q.y >= Float(camera.height) {
            continue
          }
          if faults.porthole > 0, hiddenByPorthole(q) { continue }
          if tracer.bodySeen(towards: p).body == die.body { seen += 1 }
        }
      }
    }
    guard points.count > 8, asked > 0 else { return nil }
    let x0 = points.map(\.x).min()!
    let x1 = points.map(\.x).max()!
    let y0 = points.map(\.y).min()!
    let y1 = points.map(\.y).max()!
    let cx0 = clamp(x0, 0, Float(camera.width))
    let cx1 = clamp(x1, 0, Float(camera.width))
    let cy0 = clamp(y0, 0, Float(camera.height))
    let cy1 = clamp(y1, 0, Float(camera.height))
    guard cx1 - cx0 > 1.5, cy1 - cy0 > 1.5 else { return nil }
    let share = Float(seen) / Float(asked)
    if share < 0.08 { return nil }
    var category = die.value
    if die.leaning || share < 0.55 || min(x1 - x0, y1 - y0) < 7 || max(x1 - x0, y1 - y0) < 9 {
      category = ignored
    } else if isSmeared(die) || !isLegible(die, tracer, print) {
      category = ignored
    }
    return Label(
      category: category, box: [cx0, cy0, cx1 - cx0, cy1 - cy0],
      corners: die.leaning ? [] : corners(of: die))
  }

  /// The top's corners as the camera sees them, if the die had sharp edges.
  private func corners(of die: Die) -> [Float] {
    let body = bodies[die.body]
    let (a, b) = ((die.axis + 1) % 3, (die.axis + 2) % 3)
    return [(-1, -1), (1, -1), (1, 1), (-1, 1)].flatMap { (u: Float, v: Float) -> [Float] in
      var local = body.half
      local[die.axis] *= die.sign
      local[a] *= u
      local[b] *= v
      guard let q = camera.project(body.position + body.frame.toWorld(local)) else { return [] }
      return [q.x, q.y]
    }
  }

  private func hiddenByPorthole(_ q: V2) -> Bool {
    let c = Float(camera.width) / 2
    let dx = (q.x - c) / c - faults.portholeCentre.x
    let dy = (q.y - Float(camera.height) / 2) / c - faults.portholeCentre.y
    return dx * dx + dy * dy > faults.porthole * faults.porthole
  }

  private func direction(_ axis: Int, _ sign: Float, _ u: Float, _ v: Float) -> V3 {
    var d = V3(repeating: 0)
    d[axis] = sign
    d[(axis + 1) % 3] = u
    d[(axis + 2) % 3] = v
    return d
  }

  /// All faces of a leaning die that look up enough to be taken for its top.
  private func leaningFaces(of die: Die) -> [(Int, Float)] {
    let f = bodies[die.body].frame
    let up = [f.x.z, f.y.z, f.z.z]
    return (0..<3).filter { abs(up[$0]) > 0.3 }.map { ($0, up[$0] < 0 ? -1 : 1) }
  }

  /// The outline of a face: where the surface lies as much beside as above, the middle of the rounded edge.
  private func outline(of body: Int, axis: Int, sign: Float, _ tracer: Tracer) -> [V3] {
    var points: [V3] = []
    for k in -6...6 {
      let s = Float(k) / 6
      for (u, v) in [(s, Float(1)), (s, -1), (1, s), (-1, s)] {
        if let p = tracer.surfacePoint(of: body, towards: direction(axis, sign, u, v)) {
          points.append(p)
        }
      }
    }
    return points
  }

  /// The centres of the top's pips, and places between them, in pixels.
  private func pipPixels(_ die: Die) -> (pips: [[V2]], bare: [[V2]], pitch: Float) {
    let body = bodies[die.body]
    let m = marks[Int(body.marks)]
    let face = faceAxes(die.axis, die.sign)
    var normal = V3(repeating: 0)
    normal[die.axis] = die.sign
    let edge = body.half.x * 2
    func pixel(_ u: Float, _ v: Float) -> V2? {
      let local = face.u * (u * edge) + face.v * (v * edge) + normal * body.half[die.axis]
      return camera.project(body.position + body.frame.toWorld(local))
    }
    let flipped = m.flipped(axis: die.axis, sign: die.sign)
    let r = die.value == 1 ? m.radius * m.scaleOfOne : m.radius
    var pips: [[V2]] = []
    var bare: [[V2]] = []
    for i in 0..<die.value {
      let c = m.pip(i, of: die.value, flipped: flipped)
      var inside: [V2] = []
      var beside: [V2] = []
      let inner: [V2] = [V2(0, 0), V2(0.6, 0), V2(-0.6, 0), V2(0, 0.6), V2(0, -0.6)]
      for o in inner {
        if let p = pixel(c.x + o.x * r, c.y + o.y * r) { inside.append(p) }
      }
      for k in 0..<8 {
        let a = Float(k) * .pi / 4
        if let p = pixel(c.x + cos(a) * r * 1.5, c.y + sin(a) * r * 1.5) { beside.append(p) }
      }
      pips.append(inside)
      bare.append(beside)
    }
    var pitch = m.spacing * 1.4
    if die.value == 1 { pitch = r * 4 }
    if die.value == 6 { pitch = min(m.sixSpacing, m.spacing * 2) }
    let shown = pixel(pitch, 0)
    let across = pixel(0, pitch)
    let middle = pixel(0, 0)
    var pixels: Float = 0
    if let shown, let across, let middle {
      let a = shown - middle
      let b = across - middle
      pixels = min((a.x * a.x + a.y * a.y).squareRoot(), (b.x * b.x + b.y * b.y).squareRoot())
    }
    return (pips, bare, pixels)
  }

  /// Whether motion has run the pips together.
  private func isSmeared(_ die: Die) -> Bool {
    let body = bodies[die.body]
    var path = V2(0, 0)
    if let a = camera.project(body.position - body.motion / 2),
      let b = camera.project(body.position + body.motion / 2)
    {
      path = b - a
    }
    let own = (path.x * path.x + path.y * path.y).squareRoot()
    let shake = (faults.shake.x * faults.shake.x + faults.shake.y * faults.shake.y).squareRoot()
    let pitch = pipPixels(die).pitch
    return own > pitch / 3 || shake > pitch * 0.55 || faults.defocus > pitch * 0.45
  }

  /// Whether the pips stand out from the face, in what the camera made of it.
  private func isLegible(_ die: Die, _ tracer: Tracer, _ print: Print) -> Bool {
    let found = pipPixels(die)
    var lost = 0
    for (inside, beside) in zip(found.pips, found.bare) {
      let ring = beside.compactMap { look(print, $0) }
      guard ring.count > 3 else {
        lost += 1
        continue
      }
      let ground = ring.reduce(V3(repeating: 0), +) / Float(ring.count)
      var contrast: Float = 0
      var most: Float = 0
      let looks = inside.compactMap { look(print, $0) }
      for c in looks {
        let d = absolute(c - ground)
        let k = max(d.x, max(d.y, d.z)) * 0.4 + abs(luminance(c) - luminance(ground)) * 0.6
        contrast += k / Float(max(looks.count, 1))
        most = max(most, k)
      }
      // Noise and texture on the bare face hide a pip that is no stronger than they are.
      let rough = beside.compactMap { brightness(print, $0) }
      let mean = rough.reduce(0, +) / Float(rough.count)
      let spread = (rough.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(rough.count))
        .squareRoot()
      let needed = 0.055 + 0.7 * spread
      if max(contrast, most * 0.6) < needed { lost += 1 }
    }
    return die.value >= 5 ? lost <= 1 : lost == 0
  }

  private func brightness(_ print: Print, _ p: V2) -> Float? {
    let x = Int(p.x)
    let y = Int(p.y)
    guard x >= 0, y >= 0, x < camera.width, y < camera.height else { return nil }
    let i = (y * camera.width + x) * 3
    return (Float(print.shown[i]) + Float(print.shown[i + 1]) + Float(print.shown[i + 2])) / 765
  }

  private func look(_ print: Print, _ p: V2) -> V3? {
    let x = Int(p.x)
    let y = Int(p.y)
    guard x >= 0, y >= 0, x < camera.width, y < camera.height else { return nil }
    return print.clean[y * camera.width + x]
  }
}

/// Writes the whole set's annotations in COCO form.
func writeAnnotations(
  _ pictures: [PictureLabels], width: Int, height: Int, seed: UInt64, to url: URL
) throws {
  var images: [[String: Any]] = []
  var annotations: [[String: Any]] = []
  for picture in pictures.sorted(by: { $0.picture < $1.picture }) {
    images.append([
      "id": picture.picture, "file_name": fileName(picture.picture), "width": width,
      "height": height,
      "split": "train",
    ])
    for label in picture.labels {
      let box = label.box.map { (Double($0) * 100).rounded() / 100 }
      annotations.append([
        "id": annotations.count + 1, "image_id": picture.picture, "category_id": label.category,
        "bbox": box,
        "area": (box[2] * box[3] * 100).rounded() / 100,
        "iscrowd": label.category == ignored ? 1 : 0,
        "corners": (label.corners ?? []).map { (Double($0) * 100).rounded() / 100 },
      ])
    }
  }
  let names = (1...6).map { ["id": $0, "name": String($0)] as [String: Any] }
  let root: [String: Any] = [
    "info": ["description": "Rendered dice; boxes of the top faces", "seed": seed] as [String: Any],
    "categories": names + [["id": ignored, "name": "ignore"] as [String: Any]],
    "images": images, "annotations": annotations,
  ]
  let data = try JSONSerialization.data(
    withJSONObject: root, options: [.sortedKeys, .withoutEscapingSlashes])
  try data.write(to: url, options: .atomic)
}

func fileName(_ picture: Int) -> String { String(format: "%06d.jpg", picture) }
