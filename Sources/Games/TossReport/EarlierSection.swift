internal import BeanBagToss
internal import VisionCore

extension ReportPage {
  /// What is new against the games before, by the same rules; nothing where no history has them.
  var earlierSection: Markup {
    guard let earlier else { return "" }
    let games =
      earlier
      .filter { $0.rules.preset == session.rules.preset && !$0.throwsMade.isEmpty }
      .map { $0.scored(by: session.rules) }
    guard !games.isEmpty else {
      return """
        <section class="sheet">
        <h2>Against earlier games</h2>
        <p>This is the first game by these rules in the history. The next report shows what has \
        changed since.</p>
        </section>
        """
    }
    let before = games.flatMap { $0.throwsMade }
    return """
      <section class="sheet">
      <h2>Against earlier games</h2>
      <p class="note">This game against \(counted(games.count, "earlier game")) with \
      \(counted(before.count, "throw")).</p>
      <div class="pair narrow"><figure><h3>Points a throw, game by game</h3>\(course(games))</figure>
      <div><h3>What has changed</h3>
      <div class="wide" tabindex="0" role="region" aria-label="Change against earlier games">
      <table class="stack">
      <thead><tr><th scope="col">Figure</th><th scope="col">Earlier</th><th scope="col">Now</th>\
      <th scope="col">Change</th><th scope="col">Is it chance?</th></tr></thead>
      <tbody>\(changes(before).map { row(of: $0) })</tbody></table>
      </div></div></div>
      <p class="note">“Hardly” stands where throws that are made alike would differ so much less than \
      one time in twenty. Of twenty such lines one says so by chance all the same.</p>
      </section>
      """
  }

  private func course(_ games: [SessionSummary]) -> Markup {
    let shown = games.suffix(19).map { ($0.throwsMade.points, $0.throwsMade.count) }
    let all = (shown + [(figures.points, figures.count)]).map { Double($0.0) / Double($0.1) }
    let first = games.count - shown.count + 1
    let numbers = (0..<all.count).map { Double(first + $0) }
    let step = all.count > 10 ? 2 : 1
    var plot = Plot(
      width: 400, height: 220,
      x: Plot.Axis(
        from: numbers[0] - 0.5, to: numbers[all.count - 1] + 0.5,
        ticks: stride(from: all.count - 1, through: 0, by: -step).map { numbers[$0] }, places: 0,
        title: "game, the last is this one"),
      y: Plot.Axis(over: all + [0], title: "points a throw", least: 2))
    plot.line(zip(numbers, all).map { ($0, $1) }, class: "thread")
    for (number, points) in zip(numbers, all) {
      let isLast = number == numbers[all.count - 1]
      plot.dot((number, points), radius: isLast ? 6 : 4, class: isLast ? "now" : "then")
    }
    let list = all.map { fixed($0, places: 1) }.joined(separator: ", ")
    return plot.svg(label: "Points a throw in the last \(all.count) games: \(list)")
  }

  private struct Change {
    let name: String
    let earlier: String
    let now: String
    let change: String
    let chance: Double?
  }

  private func row(of change: Change) -> Markup {
    let verdict =
      switch change.chance {
      case nil: "too few throws"
      case .some(..<0.05): "hardly"
      case .some: "may be"
      }
    return """
      <tr><th scope="row">\(change.name)</th>\(cell("Earlier", change.earlier))\
      \(cell("Now", change.now))\(cell("Change", change.change))\(cell("Chance?", verdict))</tr>
      """
  }

  private func changes(_ before: [ThrowFigures]) -> [Change] {
    var changes: [Change] = []
    let points = Quantity(name: "Points a throw", unit: "", suffix: "", places: 1) {
      Estimate(value: Double($0.points), error: 0)
    }
    changes.append(contentsOf: change(points, name: points.name, before, figures))
    changes.append(share("In the hole", before) { $0.outcome == .hole })
    changes.append(share("In the hole or on the board", before) { $0.outcome != .off })
    for (style, now) in figures.byStyle {
      let then = before.filter { $0.style.label == style }
      for quantity in quantities {
        changes += change(quantity, name: "\(quantity.name), \(style.words)", then, now)
      }
    }
    return changes
  }

  private func change(
    _ quantity: Quantity, name: String, _ before: [ThrowFigures], _ now: [ThrowFigures]
  ) -> [Change] {
    guard let then = quantity.spread(of: before), let now = quantity.spread(of: now) else {
      return []
    }
    return [
      Change(
        name: name, earlier: quantity.text(then), now: quantity.text(now),
        change: signed(quantity.text(abs(now.mean - then.mean)), now.mean - then.mean),
        chance: now.chanceOfDifference(from: then))
    ]
  }

  private func share(
    _ name: String, _ before: [ThrowFigures], _ isSo: (ThrowFigures) -> Bool
  ) -> Change {
    let then = (before.filter(isSo).count, before.count)
    let now = (figures.filter(isSo).count, figures.count)
    let difference = Double(now.0) / Double(now.1) - Double(then.0) / Double(then.1)
    func text(_ share: (Int, Int)) -> String {
      "\(share.0) of \(share.1) (\(fixed(Double(share.0) / Double(share.1) * 100, places: 0)) %)"
    }
    return Change(
      name: name, earlier: text(then), now: text(now),
      change: signed("\(fixed(abs(difference) * 100, places: 0)) %", difference),
      chance: chanceOfShares(then, now))
  }

  private func signed(_ size: String, _ value: Double) -> String {
    // What is rounded to nothing has no direction.
    let isNothing = !size.utf8.contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
    let sign = isNothing ? "±" : value > 0 ? "+" : "−"
    return sign + size
  }
}
