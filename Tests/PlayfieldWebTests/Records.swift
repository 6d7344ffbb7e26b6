/// The records of a list, as the page reads them.
func records(_ list: UnsafePointer<Double>?, length: Int) -> [[Double]] {
  guard let list else { return [] }
  return (0..<Int(list[0])).map { index in
    (0..<length).map { list[1 + index * length + $0] }
  }
}
