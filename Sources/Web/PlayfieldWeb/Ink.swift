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
internal import PortableInference
internal import VisionCore

/// The network; absent until `ink_load`.
private nonisolated(unsafe) var network: DigitNetwork?
private nonisolated(unsafe) var page = InkPage()
/// The stroke that is being drawn.
private nonisolated(unsafe) var points: [InkPoint] = []
private nonisolated(unsafe) var list = RecordList()
/// The picture that was asked for last.
private nonisolated(unsafe) let picture = UnsafeMutablePointer<Float>.allocate(
  capacity: DigitPicture.side * DigitPicture.side)

/// Takes the weights.
///
/// - Returns: 0, or a ``WebFault``; the weights that were loaded before then stay.
@_expose(wasm, "ink_load") @_cdecl("ink_load")
public func inkLoad(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
  guard let bytes, count > 0 else { return WebFault.badArgument.rawValue }
  let file = [UInt8](UnsafeBufferPointer(start: bytes, count: Int(count)))
  let weights: Safetensors
  do throws(SafetensorsError) {
    weights = try Safetensors(file)
  } catch {
    return WebFault.damagedWeights.rawValue
  }
  do throws(NetworkError) {
    network = try DigitNetwork(weights)
  } catch {
    return WebFault.otherNetwork.rawValue
  }
  return 0
}

/// Adds a point to the stroke that is being drawn; the first one begins it.
@_expose(wasm, "ink_add_point") @_cdecl("ink_add_point")
public func inkAddPoint(_ x: Double, _ y: Double) {
  points.append(InkPoint(x: x, y: y))
}

/// Ends the stroke that is being drawn, and reads the page.
@_expose(wasm, "ink_end_stroke") @_cdecl("ink_end_stroke")
public func inkEndStroke() -> Int32 {
  defer { points.removeAll(keepingCapacity: true) }
  guard let network else { return WebFault.outOfTurn.rawValue }
  if let stroke = Stroke(points: points) { page.add(stroke, reader: network.scores) }
  return Int32(page.digits.count)
}

/// Takes the last stroke back, and reads the page.
@_expose(wasm, "ink_undo") @_cdecl("ink_undo")
public func inkUndo() -> Int32 {
  guard let network else { return WebFault.outOfTurn.rawValue }
  page.undo(reader: network.scores)
  return Int32(page.digits.count)
}

/// Takes all ink back.
@_expose(wasm, "ink_clear") @_cdecl("ink_clear")
public func inkClear() -> Int32 {
  points.removeAll(keepingCapacity: true)
  page.clear()
  return 0
}

/// How sure it is that all digits are right, 0…1.
@_expose(wasm, "ink_confidence") @_cdecl("ink_confidence")
public func inkConfidence() -> Float { page.confidence }

/// The digits that are read now, as a list of records.
@_expose(wasm, "ink_digits") @_cdecl("ink_digits")
public func inkDigits() -> UnsafePointer<Double>? {
  list.removeAll()
  for digit in page.digits { list.append(digit, as: digitRecord) }
  return list.share()
}

@_expose(wasm, "ink_digit_picture") @_cdecl("ink_digit_picture")
public func inkDigitPicture(_ digit: Int32) -> UnsafePointer<Float>? {
  guard let pixels = observation(digit)?.picture.pixels else { return nil }
  picture.update(from: pixels, count: pixels.count)
  return UnsafePointer(picture)
}

private func observation(_ digit: Int32) -> DigitObservation? {
  page.digits.indices.contains(Int(digit)) ? page.digits[Int(digit)] : nil
}
