// Reading handwriting: the page sends points of ink, and asks for the digits.
//
//     ink_load(pointer, count)          the weights, Models/digits.safetensors; once, before all else
//     ink_add_point(x, y)               a point of the stroke that is being drawn; y down, any unit
//     ink_end_stroke()                  the pen leaves: reads the page
//     ink_undo()                        takes the last ended stroke back, and reads the page
//     ink_clear()                       takes all back
//
// The last three return how many digits are read now, from left to right: ink_digits(), a list of
// `digitRecord`, and of each
//
//     ink_digit_picture(digit)          pointer to 28 · 28 floats, row by row: what the network saw, ink 1 on 0
//
// and ink_confidence() is the confidence of the whole number. What a pointer leads to stays until the
// next call that returns a pointer. A digit that is not there is a null pointer.

internal import Handwriting
internal import PageInterface
internal import PortableInference
internal import VisionCore

/// What is written on the paper.
struct InkArea: ~Copyable {
  /// Absent until its weights are loaded.
  private var network: DigitNetwork?
  private var page = InkPage()
  /// The stroke that is being drawn.
  private var points: [InkPoint] = []
  private var list = RecordList()
  /// The picture that was asked for last.
  private var picture = SharedMemory<Float>()

  /// Takes the weights.
  ///
  /// - Returns: 0, or a ``WebFault``; the weights that were loaded before then stay.
  mutating func load(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
    loadNetwork(bytes, count) { weights throws(NetworkError) in
      network = try DigitNetwork(weights)
    }
  }

  /// Adds a point to the stroke that is being drawn; the first one begins it.
  mutating func addPoint(_ x: Double, _ y: Double) { points.append(InkPoint(x: x, y: y)) }

  /// Ends the stroke that is being drawn, and reads the page.
  mutating func endStroke() -> Int32 {
    defer { points.removeAll(keepingCapacity: true) }
    guard let network else { return WebFault.outOfTurn.rawValue }
    if let stroke = Stroke(points: points) { page.add(stroke, reader: network.scores) }
    return Int32(page.digits.count)
  }

  /// Takes the last stroke back, and reads the page.
  mutating func undo() -> Int32 {
    guard let network else { return WebFault.outOfTurn.rawValue }
    page.undo(reader: network.scores)
    return Int32(page.digits.count)
  }

  /// Takes all ink back.
  mutating func clear() -> Int32 {
    points.removeAll(keepingCapacity: true)
    page.clear()
    return 0
  }

  /// How sure it is that all digits are right, 0…1.
  var confidence: Float { page.confidence }

  /// The digits that are read now, as a list of records.
  mutating func digits() -> UnsafePointer<Double> { list.share(page.digits, as: digitRecord) }

  /// What the network saw of a digit; `nil` for one that is not there.
  mutating func picture(of digit: Int32) -> UnsafePointer<Float>? {
    guard page.digits.indices.contains(Int(digit)) else { return nil }
    return picture.fill(page.digits[Int(digit)].picture.pixels)
  }
}

// MARK: - Exports

@_expose(wasm, "ink_load") @_cdecl("ink_load")
public func inkLoad(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
  session.ink.load(bytes, count)
}

@_expose(wasm, "ink_add_point") @_cdecl("ink_add_point")
public func inkAddPoint(_ x: Double, _ y: Double) { session.ink.addPoint(x, y) }

@_expose(wasm, "ink_end_stroke") @_cdecl("ink_end_stroke")
public func inkEndStroke() -> Int32 { session.ink.endStroke() }

@_expose(wasm, "ink_undo") @_cdecl("ink_undo")
public func inkUndo() -> Int32 { session.ink.undo() }

@_expose(wasm, "ink_clear") @_cdecl("ink_clear")
public func inkClear() -> Int32 { session.ink.clear() }

@_expose(wasm, "ink_confidence") @_cdecl("ink_confidence")
public func inkConfidence() -> Float { session.ink.confidence }

@_expose(wasm, "ink_digits") @_cdecl("ink_digits")
public func inkDigits() -> UnsafePointer<Double> { session.ink.digits() }

@_expose(wasm, "ink_digit_picture") @_cdecl("ink_digit_picture")
public func inkDigitPicture(_ digit: Int32) -> UnsafePointer<Float>? {
  session.ink.picture(of: digit)
}
