internal import BeanBagToss
internal import VisionCore

extension ReportPage {
  /// The picture of the field with all paths over it.
  var fieldSection: Markup {
    """
    <section class="sheet">
    <h2>The field</h2>
    <figure>
    <svg class="field" viewBox="0 0 \(fieldWidth) \(fieldHeight)" role="group" \
    aria-label="The field with the paths of \(counted(throwsMade.count, "throw"))">\
    \(backdrop)\(board)\(throwsMade.map(path(of:)))\
    <g class="numbers" aria-hidden="true">\
    \(throwsMade.enumerated().map { number(of: $1, place: $0) })</g></svg>
    <figcaption>\(legend)\
    <p>Each path leads to its throw.\
    \(field == nil ? " The picture itself was not kept." : "")</p></figcaption>
    </figure>
    </section>
    """
  }

  private var fieldWidth: Double { 1000 }
  private var fieldHeight: Double { fieldWidth / aspectRatio }

  private func place(_ point: NormalizedPoint) -> (x: Double, y: Double) {
    (point.x * fieldWidth, point.y * fieldHeight)
  }

  private var backdrop: Markup {
    guard let field else {
      return """
        <rect class="nothing" x="0" y="0" width="\(fieldWidth)" height="\(fieldHeight)"/>
        """
    }
    return """
      <image href="\(Markup(trusted: field))" x="0" y="0" width="\(fieldWidth)" \
      height="\(fieldHeight)" preserveAspectRatio="none"/>
      """
  }

  private var board: Markup {
    guard let board = session.board else { return "" }
    let corners = board.corners.all.map(place).map { point -> Markup in "\(point.x),\(point.y) " }
    let center = place(board.hole.center)
    return """
      <g class="board-outline"><polygon points="\(corners)"/>\
      <ellipse cx="\(center.x)" cy="\(center.y)" rx="\(board.hole.radii.first * fieldWidth)" \
      ry="\(board.hole.radii.second * fieldWidth)" \
      transform="rotate(\(board.hole.angle) \(center.x) \(center.y))"/></g>
      """
  }

  private func path(of made: Throw) -> Markup {
    let points = made.trajectory.points.map { place($0.location) }
    guard let last = points.last else { return "" }
    let line = points.map { point -> Markup in "\(point.x),\(point.y) " }
    return """
      <a class="path \(made.outcome.rawValue)" href="#throw-\(made.number)" \
      aria-label="Throw \(made.number), \(made.style.words), \(made.outcome.words)">\
      <polyline class="casing" points="\(line)"/><polyline points="\(line)"/>\
      \(sign(made.outcome, x: last.x, y: last.y, size: 8))</a>
      """
  }

  /// Paths lie close together where they begin and end, so their numbers lie along them in turn.
  private func number(of made: Throw, place index: Int) -> Markup {
    let points = made.trajectory.points.map { place($0.location) }
    guard !points.isEmpty else { return "" }
    let share = throwsMade.count < 2 ? 0.5 : Double(index) / Double(throwsMade.count - 1)
    let at = points[Int((0.12 + 0.72 * share) * Double(points.count - 1))]
    return """
      <g class="\(made.outcome.rawValue)"><circle cx="\(at.x)" cy="\(at.y)" r="15"/>\
      <text x="\(at.x)" y="\(at.y)" dy="0.35em" text-anchor="middle">\(made.number)</text></g>
      """
  }
}
