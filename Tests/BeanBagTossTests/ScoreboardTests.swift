import BeanBagToss
import Testing
import VisionCore

/// Bags as a word of letters: h in the hole, b on the board, o off, ? not known yet.
private func board(_ rules: ScoringRules, _ word: String, sides: String = "") -> Scoreboard {
  var board = Scoreboard(rules: rules)
  let owners = sides.map { $0 == "1" ? Side.first : .second }
  for (index, letter) in word.filter({ $0 != " " }).enumerated() {
    let outcome: Outcome? =
      switch letter {
      case "h": .hole
      case "b": .board
      case "o": .off
      default: nil
      }
    let side = owners.indices.contains(index) ? owners[index] : nil
    board.add(Scoreboard.Bag(outcome: outcome, style: .underhand, side: side))
  }
  return board
}

@Test(
  "A practice adds up eight throws",
  arguments: [
    ("", 0, false),
    ("hbo", 4, false),
    // A bag whose rest nobody saw is worth nothing, but thrown.
    ("h?bbbbbb", 9, true),
    // What is thrown afterwards does not count.
    ("bbbbbbbb hhh", 8, true),
  ])
func practice(word: String, score: Int, isOver: Bool) {
  let scoreboard = board(.practice, word)
  #expect(scoreboard.score == Scoreboard.Tally(first: score))
  #expect(scoreboard.isOver == isOver)
  #expect(scoreboard.rounds.isEmpty && scoreboard.winner == nil)
}

@Test(
  "Points of a round cancel each other, and the side that scores begins the next one",
  arguments: [
    // The first side's bags are the first, third, fifth and seventh.
    ("bobobobo", (4, 0), Side.first),
    ("obobobob", (0, 4), .second),
    // 3 + 1 + 1 against 1 + 1: three are left.
    ("hbbbbooo", (3, 0), .first),
    ("hhhhhhhh", (0, 0), .first),
    // Nobody scores: who began begins again, here the second side.
    ("ohoooooo oooooooo", (0, 3), .second),
    // The second side begins the second round, so its bags are now the first, third, …
    ("ohoooooo hoooooob", (0, 5), .second),
    // A round that is not complete counts for nothing yet.
    ("ohoooooo hhh", (0, 3), .first),
  ] as [(String, (Int, Int), Side)])
func cancellation(word: String, score: (Int, Int), next: Side) {
  var scoreboard = board(.cornhole, word)
  #expect(scoreboard.score == Scoreboard.Tally(first: score.0, second: score.1))
  scoreboard.add(Scoreboard.Bag())
  #expect(scoreboard.rounds.last?.sides.last == next)
}

@Test func `where bags show whose they are, that counts and not the turn`() {
  let scoreboard = board(.cornhole, "hhbbooob", sides: "11112222")
  #expect(scoreboard.rounds[0].gross == Scoreboard.Tally(first: 8, second: 1))
  #expect(scoreboard.score == Scoreboard.Tally(first: 7))
}

@Test func `a game is won at 21 when the round is over, and not before`() {
  // 12 points a round for the first side: four in the hole.
  let twelve = "hohohoho "
  var scoreboard = board(.cornhole, twelve + "hohoho")
  #expect(scoreboard.score.first == 12 && !scoreboard.isOver)
  scoreboard.add(Scoreboard.Bag(outcome: .hole))
  #expect(!scoreboard.isOver)
  scoreboard.add(Scoreboard.Bag(outcome: .off))
  #expect(scoreboard.score.first == 24 && scoreboard.isOver && scoreboard.winner == .first)
  scoreboard.add(Scoreboard.Bag(outcome: .hole))
  #expect(scoreboard.score.first == 24 && scoreboard.countedBags == 16)
  #expect(scoreboard.points(of: 16) == 3, "what it is worth, though it does not count")
  #expect(scoreboard.points(of: 0) == 3 && scoreboard.points(of: -1) == 0, "there is no such bag")
}

@Test func `a bag that slides in later changes the score and who begins`() {
  var scoreboard = board(.cornhole, "bboooooo b")
  #expect(scoreboard.score == Scoreboard.Tally() && scoreboard.rounds[1].opener == .first)
  scoreboard.correct(1) { $0.outcome = .hole }
  #expect(scoreboard.score == Scoreboard.Tally(second: 2))
  #expect(scoreboard.rounds[1].opener == .second && scoreboard.rounds[1].sides == [.second])
  scoreboard.correct(1) { $0.outcome = .off }
  #expect(scoreboard.score == Scoreboard.Tally(first: 1))
  scoreboard.correct(99) { $0.outcome = .hole }
  #expect(scoreboard.score == Scoreboard.Tally(first: 1), "there is no such bag")
}

@Test func `the style of a throw may be known later than its outcome`() {
  var scoreboard = board(.practice, "h")
  #expect(scoreboard.points(of: 0) == 3)
  scoreboard.correct(0) { $0.style = .underleg }
  #expect(scoreboard.points(of: 0) == 15 && scoreboard.score.first == 15)
}
