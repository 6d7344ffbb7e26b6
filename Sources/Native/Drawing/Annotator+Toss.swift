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
      let lettering = Lettering(width: width, height: height)
      let score = Card(
        headline: toss.score, lines: toss.scoreCaption.isEmpty ? [] : [toss.scoreCaption],
        isAtRight: true, lettering: lettering)
      var figures = Card(
        headline: toss.headline, lines: toss.lines, isAtRight: false, lettering: lettering)
      var below = figures
      below.isAtRight = true
      if !score.headline.isEmpty { below.top = score.box.maxY + lettering.gap }
      func hidden(by card: Card) -> Int {
        let box = card.box
        return toss.keptClear.count { box.contains(x: $0.x * width, y: $0.y * height) }
      }
      if hidden(by: below) < hidden(by: figures) { figures = below }
      figures.draw(canvas)
      score.draw(canvas)
      lettering.draw(status: toss.status, canvas)
    }
  }
}

/// A headline and lines below it, on a dark panel with round corners at one side of the picture.
private struct Card {
  var headline: String
  var lines: [String]
  var isAtRight: Bool
  var top: Double
  let lettering: Lettering

  init(headline: String, lines: [String], isAtRight: Bool, lettering: Lettering) {
    (self.headline, self.lines, self.isAtRight) = (headline, lines, isAtRight)
    self.lettering = lettering
    top = lettering.margin
  }

  var box: PixelRectangle {
    let widest = max(
      Canvas.width(of: headline, capHeight: lettering.large),
      lines.map { Canvas.width(of: $0, capHeight: lettering.small) }.max() ?? 0)
    let width = widest + 2 * lettering.padding
    return PixelRectangle(
      x: isAtRight ? lettering.width - lettering.margin - width : lettering.margin, y: top,
      width: width,
      height: 2 * lettering.padding + lettering.large + Double(lines.count) * lettering.leading)
  }

  func draw(_ canvas: Canvas) {
    guard !headline.isEmpty else { return }
    let box = box
    canvas.fill(box, radius: lettering.small * 0.9, Lettering.panel)
    func write(_ text: String, baseline: Double, capHeight: Double, _ ink: Canvas.Ink) {
      let reach = Canvas.width(of: text, capHeight: capHeight)
      let x = isAtRight ? box.maxX - lettering.padding - reach : box.x + lettering.padding
      canvas.write(text, x: x, baseline: baseline, capHeight: capHeight, ink)
    }
    let baseline = box.y + lettering.padding + lettering.large
    write(headline, baseline: baseline, capHeight: lettering.large, Annotator.accent)
    for (index, line) in lines.enumerated() {
      write(
        line, baseline: baseline + Double(index + 1) * lettering.leading,
        capHeight: lettering.small, index == 0 ? Annotator.white : Lettering.soft)
    }
  }
}

/// The sizes of what is written on a picture.
private struct Lettering {
  let width: Double
  let height: Double

  /// The height of small capitals: in a portrait picture smaller, so that two cards fit.
  var small: Double { max(6, min((width * height).squareRoot() / 52, width / 38)) }
  var large: Double { small * 1.75 }
  var margin: Double { small * 1.3 }
  var padding: Double { small * 1.1 }
  var leading: Double { small * 1.95 }
  /// Between one card and the next below it.
  var gap: Double { small * 0.8 }

  static let panel = Canvas.Ink(red: 24, green: 27, blue: 36, opacity: 0.78)
  static let soft = Canvas.Ink(red: 214, green: 219, blue: 230)

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
