import Foundation

/// Draws whole scenes; every part is drawn apart from the others, so that all mixtures occur.
enum SceneSampler {
  static func draw(_ r: inout RandomSource, width: Int, height: Int, samples: Int) -> Scene {
    var scene = Scene()
    let edge = r.chance(0.6) ? r.uniform(12, 18) : r.uniform(8, 25)
    drawCamera(&scene, &r, edge: edge, width: width, height: height)
    drawLight(&scene, &r)
    let reach = camera(reachOf: scene.camera)
    drawTable(&scene, &r, reach: reach)
    scene.faults = Faults.draw(&r)
    let allowed = drawTray(&scene, &r, reach: reach, edge: edge)
    if r.chance(0.08) { scene.roomSeed += 50 }

    var count = 0
    if !r.chance(0.08) {
      let room = max(1, Int(pow(reach / edge, 2) * 0.5))
      count = min(max(1, Int(r.logUniform(1, 31))), room, 30)
    }
    if r.chance(0.55) {
      let rolePlaying = r.chance(0.4)
      for _ in 0..<(1 + r.below(min(rolePlaying ? 12 : 8, max(2, Int(reach / edge))))) {
        scene.placeDistractor(
          edge: edge, rolePlaying: rolePlaying, within: r.chance(0.7) ? allowed : { _ in true }, &r)
      }
    }
    if count > 0 {
      var styles: [DieStyle] = []
      let mixedSizes = r.chance(0.25)
      for _ in 0..<r.pick([1, 1, 2, 2, 3, 4, 6, 9]) {
        styles.append(
          scene.drawDieStyle(&r, edge: mixedSizes ? edge * r.uniform(0.7, 1.35) : edge))
      }
      scene.placeDice(count: count, styles: styles, within: allowed, &r)
    }
    if r.chance(0.05) { scene.placeHand(&r) }
    if r.chance(0.05) {
      // Some dice still move.
      for die in scene.dice where r.chance(0.5) {
        let a = r.uniform(0, 2 * .pi)
        scene.bodies[die.body].motion = V3(cos(a), sin(a), 0) * (edge * r.logUniform(0.04, 0.6))
      }
      scene.samples = samples + 4
    }
    scene.samples = max(scene.samples, samples)
    let size = edge * scene.camera.focal.x / scene.camera.focus
    if size < 26 { scene.samples = max(scene.samples, samples + 2) }
    if size < 16 { scene.samples = max(scene.samples, samples + 4) }
    if scene.camera.aperture > 0 { scene.samples += 3 }
    return scene
  }

  /// About how wide the picture is on the table.
  private static func camera(reachOf c: Camera) -> Float { Float(c.width) * c.focus / c.focal.x }

  private static func drawCamera(
    _ scene: inout Scene, _ r: inout RandomSource, edge: Float, width: Int, height: Int
  ) {
    var c = Camera()
    c.width = width
    c.height = height
    let size = r.chance(0.8) ? r.logUniform(14, 70) : r.logUniform(9, 150)
    let view = r.logUniform(9, 75) * .pi / 180
    let focal = Float(width) / 2 / tan(view / 2)
    let distance = max(focal * edge / size, edge * 5)
    let elevation = (r.chance(0.3) ? r.uniform(75, 90) : r.uniform(25, 85)) * .pi / 180
    let heading = r.uniform(0, 2 * .pi)
    let back = V3(cos(heading) * cos(elevation), sin(heading) * cos(elevation), sin(elevation))
    c.position = back * distance
    c.forward = -back
    let side = normalize(cross(c.forward, abs(c.forward.z) > 0.999 ? V3(0, 1, 0) : V3(0, 0, 1)))
    let up = cross(side, c.forward)
    let roll = elevation > 1.2 ? r.uniform(0, 2 * .pi) : r.normal() * 0.07
    c.right = side * cos(roll) + up * sin(roll)
    c.up = up * cos(roll) - side * sin(roll)
    let focal2 = distance * size / edge
    let stretch = r.chance(0.25) ? r.logUniform(0.75, 1.333).squareRoot() : 1
    c.focal = V2(focal2 * stretch, focal2 / stretch)
    c.focus = distance
    if r.chance(0.25) { c.distortion = r.uniform(-0.04, 0.1) }
    if r.chance(0.1) { c.aperture = distance / focal2 * r.uniform(0.5, 6) }
    scene.camera = c
  }

  private static func drawLight(_ scene: inout Scene, _ r: inout RandomSource) {
    scene.roomSeed = r.uniform(0, 100)
    let kelvin = r.uniform(2500, 9000)
    let white = mix(V3(repeating: 1), blackBody(kelvin: kelvin), r.uniform(0.15, 0.8))
    func lamp(_ elevation: Float, _ distance: Float, shape: LightShape, size: V2, power: V3)
      -> Light
    {
      var l = Light()
      let a = r.uniform(0, 2 * .pi)
      let e = elevation * .pi / 180
      l.position = V3(cos(a) * cos(e), sin(a) * cos(e), sin(e)) * distance
      l.frame = Frame.facing(-l.position)
      l.shape = shape
      l.size = size
      l.power = power
      return l
    }
    let sky = mix(V3(repeating: 1), blackBody(kelvin: r.uniform(4000, 9000)), r.uniform(0.1, 0.6))
    var ambient = r.uniform(0.15, 0.5)
    switch r.weighted([0.22, 0.22, 0.24, 0.12, 0.12, 0.08]) {
    case 0:
      let s = r.logUniform(8, 90)
      scene.lights.append(
        lamp(r.uniform(25, 88), r.uniform(300, 1200), shape: .disc, size: V2(s, s), power: white))
      ambient = r.uniform(0.06, 0.35)
    case 1:
      let s = V2(r.uniform(250, 900), r.uniform(250, 800))
      scene.lights.append(
        lamp(r.uniform(12, 55), r.uniform(900, 2500), shape: .panel, size: s, power: white))
      ambient = r.uniform(0.15, 0.5)
    case 2:
      for i in 0..<(1 + r.below(4)) {
        let s = V2(r.uniform(80, 700), r.uniform(60, 350))
        scene.lights.append(
          lamp(
            r.uniform(50, 89), r.uniform(900, 2200), shape: r.chance(0.7) ? .panel : .disc, size: s,
            power: white * (i == 0 ? 0.8 : r.uniform(0.15, 0.6))))
      }
    case 3:
      ambient = r.uniform(0.6, 1.1)
      scene.lights.append(
        lamp(
          r.uniform(40, 88), 2500, shape: .disc, size: V2(900, 900),
          power: white * r.uniform(0.1, 0.5)))
    case 4:
      scene.lights.append(
        lamp(
          r.uniform(18, 75), 20000, shape: .disc, size: V2(110, 110), power: white * r.uniform(1, 2)
        ))
      ambient = r.uniform(0.15, 0.5)
    default:
      // A flash or a head lamp beside the lens.
      let c = scene.camera
      var l = Light()
      l.position = c.position + c.right * r.uniform(-60, 60) + c.up * r.uniform(0, 80)
      l.position.z = max(l.position.z, 60)
      l.frame = Frame.facing(-l.position)
      l.size = V2(repeating: r.uniform(4, 14))
      l.power = white
      scene.lights.append(l)
      ambient = r.uniform(0.04, 0.25)
    }
    if r.chance(0.3) {
      let s = r.uniform(30, 300)
      scene.lights.append(
        lamp(
          r.uniform(15, 85), r.uniform(600, 2000), shape: r.chance(0.5) ? .disc : .panel,
          size: V2(s, s * 0.7),
          power: mix(V3(repeating: 1), blackBody(kelvin: r.uniform(2500, 8000)), 0.7)
            * r.uniform(0.1, 0.7)))
    }
    scene.sky = sky * ambient
    scene.horizon = scene.sky * r.uniform(0.3, 0.9) * mix(V3(repeating: 1), r.colour() + 0.3, 0.3)
    if r.chance(0.22) {
      scene.gobo = r.pick([.edge, .edge, .leaves, .blinds, .round, .frame])
      scene.goboScale =
        Float(scene.camera.width) * scene.camera.focus / scene.camera.focal.x * r.uniform(0.3, 1)
      scene.goboOffset = V2(r.uniform(-0.5, 0.5), r.uniform(-0.5, 0.5))
      scene.goboDepth = r.uniform(0.3, 0.95)
    }
  }

  /// A material for a table, a mat or a floor; `reach` is the width of the view in millimetres.
  static func drawTableSurface(_ r: inout RandomSource, reach: Float) -> Surface {
    var s = Surface()
    s.a =
      r.chance(0.3)
      ? V3(repeating: r.uniform(0.02, 0.85))
      : r.colour(saturation: 0...(r.chance(0.65) ? 0.45 : 1), value: 0.08...0.95)
    s.b =
      r.chance(0.5)
      ? s.a * r.uniform(0.3, 0.8)
      : r.colour(saturation: 0...(r.chance(0.6) ? 0.5 : 1), value: 0.05...1)
    s.c =
      r.chance(0.4)
      ? V3(repeating: r.uniform(0.02, 0.9))
      : r.colour(saturation: 0...(r.chance(0.6) ? 0.5 : 1), value: 0.05...1)
    s.p0 = r.unit()
    s.p1 = r.unit()
    s.seed = V3(r.uniform(-500, 500), r.uniform(-500, 500), r.unit())
    let turn = r.uniform(0, 2 * .pi)
    s.turn = V2(cos(turn), sin(turn))
    s.roughness = 0.9
    s.pattern = r.pick([
      .plain, .plain, .plain, .wood, .planks, .planks, .planks, .planks, .cloth, .cloth, .cloth,
      .weave, .weave, .carpet,
      .carpet, .marble, .marble, .terrazzo, .terrazzo, .tiles, .checker, .stripes, .dots, .grid,
      .text, .text,
      .hexes, .hexes, .speckle, .leather, .leather, .cardboard, .tokens, .poster, .map, .map,
      .rings, .brushed, .blobs,
      .marbled,
    ])
    switch s.pattern {
    case .wood, .planks:
      s.scale = s.pattern == .wood ? r.uniform(15, 60) : r.uniform(40, 160)
      s.a = r.colour(hue: 0.04...0.12, saturation: 0.15...0.75, value: 0.2...0.92)
      s.b = s.a * V3(r.uniform(0.45, 0.85), r.uniform(0.4, 0.8), r.uniform(0.3, 0.75))
      s.roughness = r.uniform(0.15, 0.9)
    case .cloth:
      s.scale = r.uniform(1.5, 6)
      s.bump = r.uniform(0.1, 0.6)
      if r.chance(0.5) {
        s.a = r.colour(
          hue: r.chance(0.6) ? 0.32...0.45 : 0...1, saturation: 0.4...1, value: 0.1...0.6)
      }
    case .weave: s.scale = r.uniform(1, 6)
    case .carpet:
      s.scale = r.logUniform(1.5, 30)
      if r.chance(0.6) {
        s.b = mix(s.a, s.b, r.uniform(0.2, 1))
        s.c = mix(s.a, s.c, r.uniform(0.2, 1))
      } else {
        s.b = r.colour(saturation: 0.2...0.9, value: 0.1...0.7)
        s.c = r.colour(saturation: 0.2...0.9, value: 0.1...0.7)
      }
    case .marble:
      s.scale = r.uniform(20, 120)
      s.roughness = r.uniform(0.03, 0.5)
      if r.chance(0.5) {
        s.a = V3(repeating: r.uniform(0.6, 0.85))
        s.b = V3(repeating: r.uniform(0.15, 0.5))
      }
      if r.chance(0.3) {
        s.a = V3(repeating: r.uniform(0.01, 0.04))
        s.b = r.colour(hue: 0.05...0.15, saturation: 0...0.6, value: 0.5...1)
      }
    case .terrazzo:
      s.scale = r.logUniform(3, 40)
      s.roughness = r.uniform(0.1, 0.7)
    case .tiles:
      s.scale = r.logUniform(20, 220)
      s.b = s.a * r.uniform(0.6, 0.95)
      s.roughness = r.uniform(0.05, 0.7)
    case .checker, .stripes:
      s.scale = r.logUniform(6, 90)
      s.roughness = r.uniform(0.1, 0.9)
    case .dots: s.scale = r.logUniform(4, 50)
    case .grid: s.scale = r.logUniform(4, 30)
    case .text:
      s.scale = r.logUniform(3, 22)
      s.a = V3(repeating: r.uniform(0.6, 0.9))
      s.b = r.chance(0.8) ? V3(repeating: 0.02) : r.colour(value: 0...0.4)
    case .hexes:
      s.scale = r.logUniform(25, 120)
      s.roughness = r.uniform(0.3, 0.9)
    case .speckle:
      s.scale = r.logUniform(3, 14)
      s.p0 *= 0.8
      s.p1 *= 0.8
      s.roughness = r.uniform(0.1, 0.8)
    case .leather:
      s.scale = r.uniform(2.5, 8)
      s.roughness = r.uniform(0.35, 0.8)
      s.bump = 0.25
    case .cardboard:
      s.a = r.colour(hue: 0.06...0.1, saturation: 0.3...0.6, value: 0.5...0.8)
      s.scale = r.uniform(4, 10)
    case .tokens:
      s.scale = r.logUniform(18, 70)
      s.b = r.chance(0.6) ? V3(0.8, 0.75, 0.6) : s.b
    case .poster:
      s.scale = reach / r.uniform(6, 16)
      s.seed = V3(0, 0, r.unit() * 100)
      s.roughness = r.uniform(0.3, 0.9)
    case .rings: s.scale = r.logUniform(15, 120)
    case .brushed:
      s.scale = r.uniform(4, 20)
      s.metal = r.chance(0.5) ? 0.6 : 0
      s.roughness = 0.4
    case .blobs, .marbled:
      s.scale = r.logUniform(3, 120)
      s.roughness = r.uniform(0.05, 0.9)
    case .map:
      s.scale = r.logUniform(30, 250)
      s.roughness = r.uniform(0.2, 0.9)
    default:
      s.roughness = r.chance(0.35) ? r.uniform(0.02, 0.4) : r.uniform(0.5, 1)
      if r.chance(0.4) { s.a = V3(repeating: r.uniform(0.5, 0.85)) }
    }
    if r.chance(0.35) {
      // Keep busy patterns quiet now and then.
      s.b = mix(s.a, s.b, 0.35)
      s.c = mix(s.a, s.c, 0.35)
    }
    return s
  }

  private static func drawTable(_ scene: inout Scene, _ r: inout RandomSource, reach: Float) {
    scene.table = scene.add(drawTableSurface(&r, reach: reach))
    scene.floor = scene.add(drawTableSurface(&r, reach: reach * 3))
    if r.chance(0.25) {
      let a = r.uniform(0, 2 * .pi)
      scene.tableAxis = V2(cos(a), sin(a))
      scene.tableHalf = V2(r.uniform(0.4, 1), r.uniform(0.4, 1)) * reach
      scene.tableCentre = V2(r.normal(), r.normal()) * (reach * 0.2)
      scene.floorDepth = r.chance(0.5) ? 700 : r.uniform(20, 200)
    }
    for _ in 0..<r.pick([0, 0, 0, 0, 1, 1, 2, 3]) {
      let a = r.uniform(0, 2 * .pi)
      let outline = r.pick([Overlay.Outline.rectangle, .rectangle, .disc, .hexagon])
      scene.overlays.append(
        Overlay(
          outline: outline, centre: V2(r.normal(), r.normal()) * (reach * 0.4),
          axis: V2(cos(a), sin(a)),
          half: V2(r.uniform(0.1, 0.6), r.uniform(0.1, 0.6)) * reach,
          surface: scene.add(drawTableSurface(&r, reach: reach))))
    }
  }

  /// A dice tray, at times; returns where dice may lie.
  private static func drawTray(
    _ scene: inout Scene, _ r: inout RandomSource, reach: Float, edge: Float
  ) -> (V2) -> Bool {
    let half = scene.tableHalf
    let axis0 = scene.tableAxis
    let centre0 = scene.tableCentre
    let onTable: (V2) -> Bool = { p in
      guard let half else { return true }
      let d = p - centre0
      return abs(d.x * axis0.x + d.y * axis0.y) < half.x - edge
        && abs(d.y * axis0.x - d.x * axis0.y) < half.y - edge
    }
    guard r.chance(0.2), reach > edge * 6 else { return onTable }
    let sides = r.pick([4, 4, 6, 6, 8])
    let apothem = reach * r.uniform(0.25, 0.6)
    let turn = r.uniform(0, 2 * .pi)
    let centre = V2(r.normal(), r.normal()) * (reach * 0.05)
    var leather = Surface()
    leather.a = r.colour(saturation: 0.1...0.9, value: 0.08...0.8)
    leather.pattern = r.chance(0.6) ? .leather : (r.chance(0.5) ? .cloth : .plain)
    leather.scale = r.uniform(2, 6)
    leather.roughness = r.uniform(0.4, 0.9)
    leather.bump = 0.2
    var inner = leather
    if r.chance(0.5) {
      inner.pattern = .cloth
      inner.a = r.chance(0.5) ? leather.a : r.colour(saturation: 0.1...1, value: 0.1...0.8)
    }
    inner.seed = V3(r.uniform(-99, 99), r.uniform(-99, 99), 0)
    let floor = scene.add(inner)
    leather.pattern = r.chance(0.5) ? .stitched : leather.pattern
    leather.b = V3(repeating: r.uniform(0.02, 0.8))
    leather.p1 = 0.5
    leather.scale = r.uniform(8, 14)
    let wallSurface = scene.add(leather)
    let heightOfWall = r.uniform(0.6, 2) * edge
    let thick = r.uniform(1.5, 4)
    let ratio = sides == 4 ? r.uniform(0.6, 1) : 1
    scene.overlays = scene.overlays.filter { _ in r.chance(0.3) }
    scene.overlays.append(
      Overlay(
        outline: sides == 4 ? .rectangle : (sides == 6 ? .hexagon : .disc), centre: centre,
        axis: V2(cos(turn), sin(turn)), half: V2(apothem, apothem * ratio), surface: floor))
    let splay = r.chance(0.5) ? r.uniform(0, 0.2) : r.uniform(0.2, 0.9)
    for i in 0..<sides {
      let a = turn + Float(i) * 2 * .pi / Float(sides)
      let across = sides == 4 && i % 2 == 1
      let d = across ? apothem * ratio : apothem
      let run =
        sides == 4 ? (across ? apothem : apothem * ratio) : apothem * tan(.pi / Float(sides))
      var wall = Body()
      wall.half = V3(run + (sides == 4 ? thick : 0), heightOfWall / 2, thick)
      wall.radius = thick * 0.9
      let out = V3(cos(a), sin(a), 0)
      let along = V3(-sin(a), cos(a), 0)
      let slope = splay * r.uniform(0.9, 1.1)
      wall.frame = Frame(x: along, y: V3(0, 0, 1), z: out).turned(about: along, by: slope)
      wall.frame.y = wall.frame.y.z < 0 ? -wall.frame.y : wall.frame.y
      wall.position =
        V3(centre.x, centre.y, 0) + out * (d + thick + abs(sin(slope)) * heightOfWall / 2)
      wall.position.z = heightOfWall / 2
      wall.surface = wallSurface
      scene.bodies.append(wall)
    }
    let inside: (V2) -> Bool = { p in
      let d = p - centre
      for i in 0..<sides {
        let a = turn + Float(i) * 2 * .pi / Float(sides)
        let limit = sides == 4 && i % 2 == 1 ? apothem * ratio : apothem
        if d.x * cos(a) + d.y * sin(a) > limit - edge * 0.75 { return false }
      }
      return true
    }
    return r.chance(0.85) ? inside : onTable
  }
}
