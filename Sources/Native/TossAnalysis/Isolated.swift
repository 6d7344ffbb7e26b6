/// A value for work that goes on beside its owner's, one piece at a time.
///
/// The work cannot suspend, so nothing can come in between: an actor alone would not give that.
actor Isolated<Value: ~Copyable & Sendable> {
  private var value: Value

  init(_ value: consuming sending Value) { self.value = value }

  func withValue<Result: Sendable, Failure>(
    _ work: @Sendable (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try work(&value)
  }
}
