import Foundation

/// The machine that was measured, in one line.
enum Machine {
  static var description: String {
    let info = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let model = info.split(separator: "\n").first { $0.hasPrefix("model name") }
    let name = model?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
    let cores = ProcessInfo.processInfo.processorCount
    let vectors = ["avx512f", "avx2", "neon"].first { info.contains($0) } ?? "unknown vectors"
    return "\(name ?? "unknown processor"), \(cores) cores, \(vectors)"
  }

  static var date: String {
    Date.now.formatted(.iso8601.year().month().day())
  }
}
