package import BeanBagToss
internal import VisionCore

/// The page from its head to its foot; the sections are in files of their own.
package struct ReportPage {
  let session: Session
  /// The games before this one, the oldest first; `nil` where no history has them.
  let earlier: [SessionSummary]?
  let units: UnitSystem
  /// Where the picture of the field comes from, if there is one: an address of data.
  let field: String?
  /// Where throws by themselves come from, by their numbers: addresses of data, or files next to the page.
  let clips: [Int: String]
  let areClipsFiles: Bool
  /// When the game began, for machines and in words.
  let date: (machine: String, words: String)

  package init(
    session: Session, earlier: [SessionSummary]? = nil, units: UnitSystem, field: String? = nil,
    clips: [Int: String] = [:], areClipsFiles: Bool = false, date: (machine: String, words: String)
  ) {
    (self.session, self.earlier, self.units) = (session, earlier, units)
    (self.field, self.clips, self.areClipsFiles) = (field, clips, areClipsFiles)
    self.date = date
  }

  /// The page as HTML.
  package var text: String { markup.text }

  /// Without those that were said to be none.
  var throwsMade: [Throw] { session.throwsMade.filter { !$0.isWithdrawn } }
  var figures: [ThrowFigures] { throwsMade.map { $0.figures } }
  var scoreboard: Scoreboard { Scoreboard(rules: session.rules, throwsMade: figures) }
  var quantities: [Quantity] { Quantity.all(units) }
  /// The picture's width divided by its height.
  var aspectRatio: Double {
    Double(max(1, session.pictureSize.width)) / Double(max(1, session.pictureSize.height))
  }

  var markup: Markup {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
    style-src '\(Markup(trusted: ReportStyle.hash))'; img-src data:; media-src \(mediaSource); \
    base-uri 'none'; form-action 'none'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <meta name="color-scheme" content="light dark">
    <title>\(session.source): \(counted(throwsMade.count, "throw"))</title>
    <link rel="icon" href="data:,">
    <style>\(Markup(trusted: ReportStyle.sheet))</style>
    </head>
    <body>
    \(head)
    <main>
    \(throwsMade.isEmpty ? emptyGame : sections)
    </main>
    \(foot)
    </body>
    </html>

    """
  }

  /// Clips are in the page, or beside it: on a disk or on a server.
  private var mediaSource: Markup {
    areClipsFiles ? "'self' file:" : "data:"
  }

  private var sections: Markup {
    """
    \(fieldSection)
    \(styleSection)
    \(earlierSection)
    \(throwSections)
    \(tableSection)
    """
  }

  private var emptyGame: Markup {
    """
    <section class="sheet">
    <h2>No throw was seen</h2>
    <p>The camera has to stand still and see the thrower and the board, and a bag has to fly for a \
    quarter of a second. <code>playfield vision trajectories</code> shows what was seen to fly.</p>
    </section>
    """
  }

  private var head: Markup {
    """
    <header class="hero">
    <p class="kicker">Bean-bag toss · \(session.rules.words)</p>
    <h1><strong>\(scoreboard.text)</strong> \(isOnePoint ? "point" : "points")</h1>
    <p class="lead">\(scoreLine)</p>
    \(throwsMade.isEmpty ? "" : bags)
    <p class="origin"><span>\(session.source)</span> · \
    <time datetime="\(date.machine)">\(date.words)</time></p>
    </header>
    """
  }

  private var isOnePoint: Bool {
    session.rules.preset == .practice && scoreboard.score.first == 1
  }

  private var scoreLine: String {
    guard !throwsMade.isEmpty else { return "No throws" }
    let landed = Outcome.allCases.map { "\(figures.count(of: $0)) \($0.words)" }
    let line = counted(throwsMade.count, "throw") + ": " + landed.joined(separator: ", ")
    return session.rules.preset == .cornhole ? "\(line). \(sides)" : line
  }

  /// What the points of two sides mean.
  private var sides: String {
    if let winner = scoreboard.winner { return "The \(winner.rawValue) side has won." }
    guard let round = scoreboard.rounds.last, !round.isComplete else {
      return "The side that began comes first."
    }
    return "The side that began comes first; the last round is not over, and would leave"
      + " \(round.net.first) : \(round.net.second)."
  }

  /// The bags in the order in which they were thrown, each a way to its throw.
  private var bags: Markup {
    let items = throwsMade.map { made -> Markup in
      """
      <li><a class="bag \(made.outcome.rawValue)" href="#throw-\(made.number)" \
      aria-label="Throw \(made.number): \(made.outcome.words), \(counted(made.points, "point"))">\
      <b>\(made.points)</b><span>\(made.number)</span></a></li>
      """
    }
    return "<ol class=\"bags\" aria-label=\"Points of each throw\">\(items)</ol>"
  }

  private var foot: Markup {
    """
    <footer>
    <h2>How to read the figures</h2>
    <p>Angle and speed are those at the release, above the horizontal, in the plane in which the bag \
    flew; the distance goes along the ground from the release to where the bag came down. “±” after \
    one throw's figure is its standard error: two times out of three the true value lies within it. \
    “±” after a mean is how far the throws scatter about it (their standard deviation). A dash \
    stands for what could not be measured: without the whole board in view the scale is unknown.</p>
    <p>Joint angles are those that the camera sees. Filmed from the side they are nearly those of \
    the body; filmed from behind, compare them from throw to throw only.</p>
    <p>Made by Playfield \(playfieldVersion) on the machine that read the clip. This page loads nothing and \
    sends nothing.</p>
    </footer>
    """
  }

  /// The sign of how a bag ended, which can be recognized without its colour.
  func sign(_ outcome: Outcome, x: Double, y: Double, size: Double) -> Markup {
    switch outcome {
    case .hole:
      return "<circle class=\"sign hole\" cx=\"\(x)\" cy=\"\(y)\" r=\"\(size)\"/>"
    case .board:
      return """
        <rect class="sign board" x="\(x - size)" y="\(y - size)" width="\(size * 2)" \
        height="\(size * 2)"/>
        """
    case .off:
      return """
        <path class="sign off" d="M\(x - size) \(y - size)L\(x + size) \(y + size)\
        M\(x - size) \(y + size)L\(x + size) \(y - size)"/>
        """
    }
  }

  var legend: Markup {
    let items = Outcome.allCases.map { outcome -> Markup in
      """
      <li><svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">\
      \(sign(outcome, x: 8, y: 8, size: 5))</svg>\(outcome.words)</li>
      """
    }
    return "<ul class=\"legend\">\(items)</ul>"
  }
}
