internal import PortableInference

/// A network's answer as numbers in a row, to go from worker to worker: how many parts it has; then of each
/// the number of its extents, these, and its values.
enum TossAnswer {
  static func numbers(of answers: [NetworkAnswer]) -> [Float] {
    var numbers = [Float(answers.count)]
    for answer in answers {
      numbers.append(Float(answer.shape.count))
      numbers += answer.shape.map { Float($0) }
      numbers += answer.values
    }
    return numbers
  }

  /// `nil` for anything else.
  static func read(_ numbers: UnsafeBufferPointer<Float>) -> [NetworkAnswer]? {
    var place = 0
    func next(_ range: ClosedRange<Int>) -> Int? {
      guard place < numbers.count, let number = Int(exactly: numbers[place]), range.contains(number)
      else { return nil }
      place += 1
      return number
    }
    guard let parts = next(0...8) else { return nil }
    var answers: [NetworkAnswer] = []
    for _ in 0..<parts {
      guard let rank = next(1...4) else { return nil }
      var (shape, count) = ([Int](), 1)
      for _ in 0..<rank {
        guard let extent = next(0...1 << 20) else { return nil }
        shape.append(extent)
        let (product, overflows) = count.multipliedReportingOverflow(by: extent)
        guard !overflows else { return nil }
        count = product
      }
      guard count <= numbers.count - place else { return nil }
      answers.append(NetworkAnswer(shape: shape, values: Array(numbers[place..<place + count])))
      place += count
    }
    return place == numbers.count ? answers : nil
  }
}
