/// Numbers from one on at the same distance from each other.
///
/// As `stride` gives them but for the last bit: that asks for a multiplication with an addition in one rounding, which
/// WebAssembly does not have.
///
/// - Parameters:
///   - first: The first number.
///   - last: None is above it.
///   - step: From one to the next, above 0.
/// - Returns: The numbers; none where the last one is below the first.
package func evenSteps(from first: Double, through last: Double, by step: Double) -> [Double] {
  precondition(step > 0, "steps have a length")
  var numbers: [Double] = []
  var number = first
  while number <= last {
    numbers.append(number)
    number = first + Double(numbers.count) * step
  }
  return numbers
}
