import ArgumentParser

/// Leaves out warnings and progress.
struct QuietOption: ParsableArguments {
  @Flag(help: "Leave out warnings and progress; errors and results are printed as before.")
  var quiet = false

  /// Whether the call has it. Known before any command runs.
  static let isGiven = CommandLine.arguments.prefix { $0 != "--" }.contains("--quiet")
}

/// Prints a note or a warning to standard error.
func printNotice(_ line: String) {
  if !QuietOption.isGiven { printToStandardError(line) }
}
