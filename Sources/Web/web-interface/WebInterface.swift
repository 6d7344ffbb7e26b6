import PageInterface
import PlayfieldToss
import PlayfieldWeb

/// Prints the JavaScript through which a page reads what its module says: of the `games`, or of the `toss`.
@main
struct WebInterface {
  static func main() {
    let isToss = CommandLine.arguments.last == "toss"
    print(
      isToss
        ? PageInterface.toss.script(from: "PlayfieldToss/Interface")
        : PageInterface.games.script(from: "PlayfieldWeb/Interface"),
      terminator: "")
  }
}
