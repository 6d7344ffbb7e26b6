extension Sequence where Element: Comparable {
  /// The middle element by size, the upper of the two for an even count; `nil` for an empty sequence.
  ///
  /// - Complexity: O(*n*) on average
  @inlinable
  package func median() -> Element? {
    var elements = Array(self)
    return elements.takeMedian()
  }
}

extension Array where Element: Comparable {
  /// The same, in place: reorders the array.
  @inlinable
  package mutating func takeMedian() -> Element? {
    guard !isEmpty else { return nil }
    // Hoare's selection: the middle comes to its place, the smaller before it.
    let middle = count / 2
    var (low, high) = (0, count - 1)
    while low < high {
      let pivot = self[middle]
      var (left, right) = (low, high)
      while left <= right {
        while self[left] < pivot { left += 1 }
        while self[right] > pivot { right -= 1 }
        if left <= right {
          swapAt(left, right)
          left += 1
          right -= 1
        }
      }
      if right < middle { low = left }
      if left > middle { high = right }
    }
    return self[middle]
  }
}
