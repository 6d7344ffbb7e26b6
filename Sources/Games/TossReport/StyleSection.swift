internal import BeanBagToss
internal import VisionCore

extension ReportPage {
  /// Means and spread by style, and how angle and speed went together.
  var styleSection: Markup {
    let groups = figures.byStyle
    var rows = groups.map { row($0.style.words, $0.throwsMade) }
    if groups.count > 1 { rows.append(row("all", figures, class: "all")) }
    return """
      <section class="sheet">
      <h2>Style by style</h2>
      <p class="note">Means of each style's throws, and how far they scatter (±). The confidence is that of \
      the style itself.</p>
      <div class="wide" tabindex="0" role="region" aria-label="Means by style">
      <table class="stack">
      <thead><tr><th scope="col">Style</th><th scope="col">Throws</th>\
      <th scope="col">Hole</th><th scope="col">Board</th><th scope="col">Off</th>\
      <th scope="col">Points</th><th scope="col">Confidence</th>\(quantityHeads)</tr></thead>
      <tbody>\(rows)</tbody></table>
      </div>
      \(angleAndSpeed)
      </section>
      """
  }

  var quantityHeads: [Markup] {
    quantities.map { quantity in "<th scope=\"col\">\(quantity.name)</th>" }
  }

  private func row(
    _ name: String, _ throwsMade: [ThrowFigures], class mark: String = ""
  ) -> Markup {
    let counts = [
      ("Throws", throwsMade.count), ("Hole", throwsMade.count(of: .hole)),
      ("Board", throwsMade.count(of: .board)), ("Off", throwsMade.count(of: .off)),
      ("Points", throwsMade.points),
    ]
    return """
      <tr class="\(mark)"><th scope="row">\(name)</th>\
      \(counts.map { cell($0.0, "\($0.1)") })\(cell("Confidence", confidence(of: throwsMade)))\
      \(means(of: throwsMade))</tr>
      """
  }

  /// Of the styles; a throw without a clear one has none.
  private func confidence(of throwsMade: [ThrowFigures]) -> String {
    let those = throwsMade.compactMap { $0.style }.filter { $0.style != .none }
    guard !those.isEmpty else { return "–" }
    let mean = those.reduce(0) { $0 + $1.confidence } / Float(those.count)
    return ThrowStyleObservation(style: .none, confidence: mean).percent
  }

  private func means(of throwsMade: [ThrowFigures]) -> [Markup] {
    quantities.map { cell($0.name, $0.text($0.spread(of: throwsMade))) }
  }

  /// A cell that knows its head: on a telephone they stand side by side.
  func cell(_ head: String, _ text: String) -> Markup {
    "<td data-label=\"\(head)\">\(text)</td>"
  }

  /// What the bags had in common that went in, and those that did not.
  private var byOutcome: Markup {
    let rows = Outcome.allCases.compactMap { outcome -> Markup? in
      let those = figures.filter { $0.outcome == outcome }
      guard !those.isEmpty else { return nil }
      return "<tr><th scope=\"row\">\(outcome.words)</th>\(means(of: those))</tr>"
    }
    return """
      <div><h3>By where they landed</h3>
      <div class="wide" tabindex="0" role="region" aria-label="Means by where the bags landed">
      <table class="stack"><thead><tr><th scope="col">Bags</th>\(quantityHeads)</tr></thead>
      <tbody>\(rows)</tbody></table></div>
      </div>
      """
  }

  private var angleAndSpeed: Markup {
    let (angle, speed) = (quantities[0], quantities[1])
    let points = figures.compactMap { made in
      angle.estimate(made).flatMap { a in speed.estimate(made).map { (made, a, $0) } }
    }
    guard points.count > 1 else { return "" }
    func ends(_ value: Double, _ error: Double) -> [Double] { [value - error, value + error] }
    var plot = Plot(
      width: 400, height: 240,
      x: .init(
        over: points.flatMap { ends($0.1.value, drawn($0.1.error)) },
        title: "release angle, degrees", least: 4),
      y: .init(
        over: points.flatMap { ends($0.2.value, drawn($0.2.error)) },
        title: "speed, \(speed.unit)", least: 1))
    for (made, angle, speed) in points {
      let error = (x: drawn(angle.error), y: drawn(speed.error))
      let at = plot.place((angle.value, speed.value))
      let (left, right) = (
        plot.place((angle.value - error.x, speed.value)).x,
        plot.place((angle.value + error.x, speed.value)).x
      )
      let (top, bottom) = (
        plot.place((angle.value, speed.value + error.y)).y,
        plot.place((angle.value, speed.value - error.y)).y
      )
      plot.add(
        """
        <path class="error" d="M\(left) \(at.y)H\(right)M\(at.x) \(top)V\(bottom)"/>\
        \(sign(made.outcome, x: at.x, y: at.y, size: 5))\
        <text class="tag" x="\(at.x + 7)" y="\(at.y - 6)">\(made.number)</text>
        """)
    }
    return """
      <div class="pair"><figure><h3>Angle and speed together</h3>
      \(plot.svg(label: "Speed against release angle of \(counted(points.count, "throw")); "
        + "the table of all throws has the same figures"))
      <figcaption>\(legend)<p>The cross through a sign is how far the figure may be off.</p>\
      </figcaption></figure>\(byOutcome)</div>
      """
  }

  /// What is so uncertain would leave no room for the other throws.
  private func drawn(_ error: Double) -> Double { error.isFinite ? min(error, 20) : 0 }
}
