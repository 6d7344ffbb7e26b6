public import VisionCore

/// What is shown of a game of bean-bag toss in a frame.
public struct TossPicture: Sendable {
  public var board: GameboardObservation?
  public var people: [HumanBodyPoseObservation] = []
  public var trajectories: [TrajectoryObservation] = []
  /// The running score, and what it counts.
  public var score = ""
  public var scoreCaption = ""
  /// The last throw: a headline, and lines below it.
  public var headline = ""
  public var lines: [String] = []
  /// What these are not to hide as far as it goes: the last throw's path and its thrower.
  public var keptClear: [NormalizedPoint] = []
  /// What the game waits for.
  public var status = ""

  public init() {}
}

extension Annotator {
  /// Draws a game of bean-bag toss: the board and its hole outlined, people, paths, the score at the top
  /// right, the last throw's figures at the top left, or below the score where they hide less of what
  /// is to be kept clear.
  ///
  /// - Parameters:
  ///   - toss: With everything in coordinates of `image`, which stands upright.
  ///   - time: The picture's, in seconds: paths that ended long before it are left out.
  ///   - image: The picture that is drawn on.
  public func draw(toss: TossPicture, at time: Double, on image: inout RGBImage) {
    let (width, height) = (Double(image.width), Double(image.height))
    Canvas.draw(on: &image) { canvas in
      let line = max(1.5, (width * height).squareRoot() / 400)
      if let board = toss.board {
        outline(board, width: width, height: height, line: line, canvas)
      }
    }
    draw(people: toss.people, on: &image)
    draw(trajectories: toss.trajectories, at: time, on: &image)
    Canvas.draw(on: &image) { canvas in
      let card = Card(width: width, height: height)
      let score = card.place(
        headline: toss.score, lines: toss.scoreCaption.isEmpty ? [] : [toss.scoreCaption],
        isAtRight: true)
      let atLeft = card.place(headline: toss.headline, lines: toss.lines, isAtRight: false)
      var atRight = card.place(headline: toss.headline, lines: toss.lines, isAtRight: true)
      if !toss.score.isEmpty { atRight.y = score.maxY + card.gap }
      func hidden(by box: PixelRectangle) -> Int {
        toss.keptClear.count { box.contains(x: $0.x * width, y: $0.y * height) }
      }
      let isAtRight = hidden(by: atRight) < hidden(by: atLeft)
      card.draw(
        headline: toss.headline, lines: toss.lines, in: isAtRight ? atRight : atLeft,
        isAtRight: isAtRight, canvas)
      card.draw(
        headline: toss.score, lines: toss.scoreCaption.isEmpty ? [] : [toss.scoreCaption],
        in: score, isAtRight: true, canvas)
      card.draw(status: toss.status, canvas)
    }
  }
}

/// Text on dark panels with round corners.
private struct Card {
  let width: Double
  let height: Double

  /// The height of small capitals: in a portrait picture smaller, so that two cards fit.
  private var small: Double {
    max(6, min((width * height).squareRoot() / 52, width / 38))
  }
  private var large: Double { small * 1.75 }
  private var margin: Double { small * 1.3 }
  private var padding: Double { small * 1.1 }
  private var leading: Double { small * 1.95 }
  /// Between one card and the next below it.
  var gap: Double { small * 0.8 }

  static let panel = Canvas.Ink(red: 24, green: 27, blue: 36, opacity: 0.78)
  static let soft = Canvas.Ink(red: 214, green: 219, blue: 230)

  /// The room that a text takes, in a corner at the top.
  func place(headline: String, lines: [String], isAtRight: Bool) -> PixelRectangle {
    let widest = max(
      Canvas.width(of: headline, capHeight: large),
      lines.map { Canvas.width(of: $0, capHeight: small) }.max() ?? 0)
    return PixelRectangle(
      x: isAtRight ? width - margin - widest - 2 * padding : margin, y: margin,
      width: widest + 2 * padding,
      height: 2 * padding + large + Double(lines.count) * leading)
  }

  func draw(
    headline: String, lines: [String], in box: PixelRectangle, isAtRight: Bool, _ canvas: Canvas
  ) {
    guard !headline.isEmpty else { return }
    canvas.fill(box, radius: small * 0.9, Self.panel)
    func write(_ text: String, baseline: Double, capHeight: Double, _ ink: Canvas.Ink) {
      let reach = Canvas.width(of: text, capHeight: capHeight)
      let x = isAtRight ? box.maxX - padding - reach : box.x + padding
      canvas.write(text, x: x, baseline: baseline, capHeight: capHeight, ink)
    }
    write(headline, baseline: box.y + padding + large, capHeight: large, Annotator.accent)
    for (index, line) in lines.enumerated() {
      write(
        line, baseline: box.y + padding + large + Double(index + 1) * leading, capHeight: small,
        index == 0 ? Annotator.white : Self.soft)
    }
  }

  /// A line at the foot of the picture, set smaller until it fits.
  func draw(status: String, _ canvas: Canvas) {
    guard !status.isEmpty else { return }
    var size = small
    let room = width - 2 * margin - 2 * padding
    size *= min(1, room / Canvas.width(of: status, capHeight: size))
    let wide = Canvas.width(of: status, capHeight: size)
    let tall = size * 2.6
    let box = PixelRectangle(
      x: (width - wide) / 2 - padding, y: height - margin - tall, width: wide + 2 * padding,
      height: tall)
    canvas.fill(box, radius: tall / 2, Self.panel)
    canvas.write(
      status, x: box.x + padding, baseline: box.y + (tall + size) / 2, capHeight: size,
      Annotator.white)
  }
}
