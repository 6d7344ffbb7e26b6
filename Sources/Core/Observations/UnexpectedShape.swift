/// A network answered with a tensor of another shape than its reader knows.
package struct UnexpectedShape: Error, Hashable {
  package var tensor: String
  package var expected: [Int]
  package var actual: [Int]

  package init(tensor: String, expected: [Int], actual: [Int]) {
    self.tensor = tensor
    self.expected = expected
    self.actual = actual
  }
}
