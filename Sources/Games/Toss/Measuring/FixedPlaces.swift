/// A number with exactly this many places, at most 6, and a true minus sign.
package func fixed(_ number: Double, places: Int) -> String {
  guard number.isFinite, abs(number) < 1e12 else { return "–" }
  var scale: Int64 = 1
  for _ in 0..<places { scale *= 10 }
  let scaled = Int64((abs(number) * Double(scale)).rounded())
  let sign = number < 0 && scaled != 0 ? "−" : ""
  guard places > 0 else { return "\(sign)\(scaled)" }
  let fraction = "\(scaled % scale)"
  let zeros = String(repeating: "0", count: places - fraction.utf8.count)
  return "\(sign)\(scaled / scale).\(zeros)\(fraction)"
}
