/// What distinguishes a call from others over the same clips, as it stands in their last lines.
enum CallSettings {
  /// What may differ between a call and the one that goes on with it.
  private static let free: Set<String> = ["--resume", "--quiet"]

  /// A short name of a call's arguments, whatever their order.
  ///
  /// - Parameters:
  ///   - arguments: Without the program's name.
  ///   - inputs: Those that name clips.
  /// - Returns: 16 digits.
  static func name(of arguments: [String], without inputs: [String]) -> String {
    var settings: [String] = []
    var skipsValue = false
    for argument in arguments where !inputs.contains(argument) && !free.contains(argument) {
      if skipsValue {
        skipsValue = false
      } else if ["--threads", "--timeout"].contains(argument) {
        skipsValue = true
      } else if !["--threads=", "--timeout="].contains(where: argument.hasPrefix) {
        settings.append(argument)
      }
    }
    // FNV-1a of 64 bits: http://www.isthe.com/chongo/tech/comp/fnv/
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in settings.sorted().joined(separator: "\0").utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
