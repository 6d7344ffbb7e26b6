internal import BeanBagToss
internal import VisionCore

extension ReportPage {
  /// Each throw by itself.
  var throwSections: Markup {
    let axes = bodyAxes
    var courses: [Int: Courses] = [:]
    for made in throwsMade { courses[made.number] = course(of: made) }
    return """
      <section>
      <h2>Throw by throw</h2>
      \(store(axes: axes, courses: courses))
      <div class="throws">\(throwsMade.map { card($0, axes: axes, courses: courses) })</div>
      </section>
      """
  }

  /// All throws in a table.
  var tableSection: Markup {
    let rows = throwsMade.map { made -> Markup in
      let cells = quantities.map { quantity -> Markup in
        "<td>\(quantity.text(quantity.estimate(made.figures)))</td>"
      }
      return """
        <tr><th scope="row"><a href="#throw-\(made.number)">\(made.number)</a></th>\
        <td>\(clock(made.time))</td><td>\(made.style.words)</td>\(cells)\
        <td>\(made.outcome.words)</td><td>\(made.points)</td></tr>
        """
    }
    return """
      <section class="sheet">
      <h2>All throws</h2>
      <p class="note">Each throw with its standard errors (±).</p>
      <div class="wide" tabindex="0" role="region" aria-label="All throws">
      <table><thead><tr><th scope="col">Throw</th><th scope="col">At</th><th scope="col">Style</th>\(quantityHeads)\
      <th scope="col">Landed</th><th scope="col">Points</th></tr></thead>
      <tbody>\(rows)</tbody></table>
      </div>
      </section>
      """
  }

  private func card(
    _ made: Throw, axes: [Plot.Axis], courses: [Int: Courses]
  ) -> Markup {
    let figures = quantities.map { quantity -> Markup in
      "<div><dt>\(quantity.name)</dt><dd>\(quantity.text(quantity.estimate(made.figures)))</dd></div>"
    }
    let remarks = made.remarks.map { remark -> Markup in
      "<p class=\"remark\">\(remark.words)</p>"
    }
    return """
      <article class="sheet throw" id="throw-\(made.number)">
      <header><span class="bag \(made.outcome.rawValue)" aria-hidden="true"><b>\(made.points)</b>\
      </span><div><h3>Throw \(made.number)</h3>
      <p>\(made.style.words), \(made.outcome.words), \(counted(made.points, "point")) · \
      at \(clock(made.time))</p></div></header>
      <dl>\(figures)</dl>
      \(remarks)
      <div class="columns"><div>\(clip(made))\(pathPlot(made))</div>
      <div>\(bodyPlots(made, axes: axes, courses: courses))</div></div>
      </article>
      """
  }

  private func clip(_ made: Throw) -> Markup {
    guard let source = clips[made.number] else { return "" }
    return """
      <video controls muted playsinline preload="auto" aria-label="Throw \(made.number)" \
      src="\(Markup(trusted: source))"></video>
      """
  }

  // MARK: The path

  private func pathPlot(_ made: Throw) -> Markup {
    let (width, height) = (
      Double(session.pictureSize.width), Double(session.pictureSize.height)
    )
    let points = made.trajectory.points.map { ($0.location.x * width, $0.location.y * height) }
    guard points.count > 1 else { return "" }
    let least = width / 20
    let across = Plot.Axis(
      over: points.map { $0.0 }, title: "pixels across", least: least)
    let down = Plot.Axis(
      over: points.map { $0.1 }, title: "pixels down", least: least
    ).flipped
    // As long for a pixel one way as the other, so that the path has its shape.
    let shape = abs(down.to - down.from) / abs(across.to - across.from)
    var plot = Plot(height: min(300, max(135, 54 + 262 * shape)), x: across, y: down)
    for (index, point) in points.enumerated() {
      plot.dot(point, radius: index == 0 ? 4 : 2.5, class: index == 0 ? "now" : "seen")
    }
    var fit = "It is so steep that no parabola over the picture's width fits it."
    if let equation = made.trajectory.equation {
      let left = points.map { $0.0 }.min() ?? 0
      let right = points.map { $0.0 }.max() ?? 0
      plot.line(
        (0...40).map { step in
          let x = left + (right - left) * Double(step) / 40
          return (x, equation.y(at: x / width) * height)
        }, class: "fit")
      let off = points.map { abs($0.1 - equation.y(at: $0.0 / width) * height) }.sorted()
      fit =
        "Half of its \(points.count) points lie within \(fixed(off[off.count / 2], places: 1)) pixels"
        + " of the fitted parabola."
    }
    let release = plot.place(points[0])
    plot.add(
      """
      <text class="mark-word" x="\(release.x)" y="\(release.y + 15)" \
      text-anchor="\(made.isFlightToRight ? "start" : "end")">first seen free</text>
      """)
    return """
      <figure><h4>Its path</h4>
      \(plot.svg(label: "The path of throw \(made.number) and its parabola"))
      <figcaption><p>\(fit)</p></figcaption></figure>
      """
  }

  // MARK: The body

  /// Of each angle, by its place; none where the throwing arm was not seen.
  typealias Courses = [[(time: Double, degrees: Double?)]]

  /// Before and after the release, in seconds: what is drawn of a throw's poses.
  private static let window = -0.8...0.5

  private func course(of made: Throw) -> Courses {
    guard let side = made.throwingSide(aspectRatio: aspectRatio) else { return [] }
    return BodyAngle.allCases.map { angle in
      made.course(of: angle, side: side, aspectRatio: aspectRatio)
        .filter { Self.window.contains($0.time) }
    }
  }

  /// One axis for all throws, so that they can be compared.
  private var bodyAxes: [Plot.Axis] {
    let all = throwsMade.map { course(of: $0) }.filter { !$0.isEmpty }
    return BodyAngle.allCases.map { angle in
      let values = all.flatMap { $0[angle.place] }.compactMap { $0.degrees }
      return Plot.Axis(over: values, title: "degrees", least: 40, ticks: 3)
    }
  }

  private func bodyPlots(
    _ made: Throw, axes: [Plot.Axis], courses: [Int: Courses]
  ) -> Markup {
    guard let side = made.throwingSide(aspectRatio: aspectRatio),
      let own = courses[made.number], !own.isEmpty
    else {
      return "<p class=\"note\">The throwing arm was not seen, so there are no joint angles.</p>"
    }
    let hasCompany = throwsMade.contains {
      $0.number != made.number && $0.style.label == made.style.label
        && $0.throwingSide(aspectRatio: aspectRatio) == side
    }
    let plots = BodyAngle.allCases.map { angle -> Markup in
      let line = own[angle.place]
      guard line.contains(where: { $0.degrees != nil }) else {
        return """
          <figure><h4>\(name(of: angle, side: side))</h4>\
          <p class="note">Its joints were not seen.</p></figure>
          """
      }
      var plot = bodyPlot(axes[angle.place])
      plot.add("<use href=\"#\(storeName(angle, side, made.style.label))\"/>")
      plot.mark(x: 0, label: "release")
      plot.line(points(line), class: "own")
      return """
        <figure><h4>\(name(of: angle, side: side))</h4>\
        \(plot.svg(label: description(angle, side: side, line)))</figure>
        """
    }
    return """
      <div class="body">\(plots)</div>
      <p class="note">180° is a straight arm or leg; the upper arm hangs at 0° and is raised at 180°; \
      the trunk leans towards the board above 0°.\
      \(hasCompany ? " Thin lines: the other throws of this style." : "")</p>
      """
  }

  private func bodyPlot(_ axis: Plot.Axis) -> Plot {
    Plot(
      height: 150,
      x: Plot.Axis(
        from: Self.window.lowerBound, to: Self.window.upperBound, ticks: [-0.8, -0.4, 0, 0.4],
        places: 1, title: "seconds from the release"),
      y: axis)
  }

  private func storeName(_ angle: BodyAngle, _ side: BodySide, _ style: ThrowStyle) -> String {
    "\(side.rawValue)-\(angle.rawValue)-\(style.rawValue)"
  }

  /// The lines of all throws of a style, once for all the plots that show them behind their own.
  private func store(axes: [Plot.Axis], courses: [Int: Courses]) -> Markup {
    var groups: [Markup] = []
    for angle in BodyAngle.allCases {
      for side in BodySide.allCases {
        for style in ThrowStyle.allCases {
          var plot = bodyPlot(axes[angle.place])
          for made in throwsMade where made.style.label == style {
            guard made.throwingSide(aspectRatio: aspectRatio) == side else { continue }
            guard let own = courses[made.number], !own.isEmpty else { continue }
            plot.line(points(own[angle.place]), class: "others")
          }
          groups.append("<g id=\"\(storeName(angle, side, style))\">\(plot.content)</g>")
        }
      }
    }
    return "<svg class=\"store\" aria-hidden=\"true\"><defs>\(groups)</defs></svg>"
  }

  private func points(
    _ course: [(time: Double, degrees: Double?)]
  ) -> [(x: Double, y: Double?)] {
    course.map { ($0.time, $0.degrees) }
  }

  private func name(of angle: BodyAngle, side: BodySide) -> String {
    switch angle {
    case .elbow: "\(side.capitalized) elbow"
    case .shoulder: "\(side.capitalized) shoulder"
    case .knee: "\(side.capitalized) knee"
    case .trunkLean: "Lean of the trunk"
    }
  }

  private func description(
    _ angle: BodyAngle, side: BodySide, _ line: [(time: Double, degrees: Double?)]
  ) -> String {
    let seen = line.compactMap { point in point.degrees.map { (point.time, $0) } }
    let atRelease = seen.min { abs($0.0) < abs($1.0) }.map { fixed($0.1, places: 0) } ?? "–"
    let (low, high) = (seen.map { $0.1 }.min() ?? 0, seen.map { $0.1 }.max() ?? 0)
    return "\(name(of: angle, side: side)) over time: between \(fixed(low, places: 0)) and"
      + " \(fixed(high, places: 0)) degrees, \(atRelease) at the release"
  }
}
