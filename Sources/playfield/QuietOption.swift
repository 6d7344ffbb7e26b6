import ArgumentParser

/// Leaves out warnings and progress.
struct QuietOption: ParsableArguments {
  @Flag(help: "Leave out warnings and progress; errors and results are printed as before.")
  var quiet = false

  /// Whether the call has it. It is known before any command runs, and to what has no command's options.
  static let isGiven = CommandLine.arguments.prefix { $0 != "--" }.contains("--quiet")
}

/// Says where people read it what is no error.
func printNotice(_ line: String) {
  if !QuietOption.isGiven { printToStandardError(line) }
}
