import PlayfieldWeb

/// Prints the JavaScript through which the page reads what the module says.
@main
struct WebInterface {
  static func main() {
    print(InterfaceScript.text, terminator: "")
  }
}
