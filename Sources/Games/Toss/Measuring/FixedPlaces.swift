/// A number with exactly so many places, and a true minus sign.
package func fixed(_ number: Double, places: Int) -> String {
  guard number.isFinite, abs(number) < 1e12 else { return "–" }
  var scale = 1.0
  for _ in 0..<places { scale *= 10 }
  let scaled = Int((abs(number) * scale).rounded())
  let digits = String(scaled)
  let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
  let sign = number < 0 && scaled != 0 ? "−" : ""
  return sign + (places == 0 ? padded : "\(padded.dropLast(places)).\(padded.suffix(places))")
}
