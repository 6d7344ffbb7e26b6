/// What distinguishes a call from others over the same inputs; it stands in their last lines.
enum CallSettings {
  /// What may differ between a stopped call and the one that continues it.
  private static let free: Set<Substring> = [
    "--files-from", "--jobs", "--quiet", "--resume", "--threads", "--timeout",
  ]

  /// A short name of a call's arguments, whatever the order of its options.
  ///
  /// - Parameters:
  ///   - arguments: Without the program's name.
  ///   - inputs: Those that name inputs.
  /// - Returns: 16 digits.
  static func name(of arguments: [String], without inputs: [String]) -> String {
    // Each option with its values.
    let inputs = Set(inputs)
    var settings: [[Substring]] = [[]]
    for argument in arguments where !inputs.contains(argument) {
      if argument.hasPrefix("--") {
        settings.append(argument.split(separator: "=", maxSplits: 1))
      } else {
        settings[settings.count - 1].append(argument[...])
      }
    }
    let names = settings.filter { !free.contains($0.first ?? "") }
      .map { $0.joined(separator: "=") }.sorted()
    // FNV-1a of 64 bits: http://www.isthe.com/chongo/tech/comp/fnv/
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in names.joined(separator: "\0").utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
