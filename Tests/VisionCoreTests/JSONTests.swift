import Testing

@testable import VisionCore

@Suite("JSON")
struct JSONTests {
  @Test(
    "a text is read, and written as it is usual",
    arguments: [
      (" {\"a\" : [1,2.50,-0.125] ,\"b\":null}\n", "{\"a\": [1, 2.5, -0.125], \"b\": null}"),
      ("[true,false,{},[]]", "[true, false, {}, []]"),
      // Escapes, a pair of surrogates, and one that is alone.
      ("\"\\u00e9\\n\\/\\ud83c\\udfb2\\ud83c!\"", "\"é\\n/🎲\u{FFFD}!\""),
      ("0.000001", "1e-06"),
      ("1e3", "1000"), ("-12E-1", "-1.2"), ("1.5e300", "1.5e+300"),
      ("123456789012345", "123456789012345"),
    ])
  func texts(text: String, written: String) throws {
    #expect(try JSON(parsing: Array(text.utf8)).text == written)
  }

  @Test(
    "anything else is refused where it stops being JSON",
    arguments: [
      ("", 0), ("{", 1), ("[1,]", 3), ("{\"a\" 1}", 5), ("{a: 1}", 1), ("tru", 0), ("01", 1),
      ("1.", 2), (".5", 0), ("1e", 2), ("+1", 0), ("\"a", 2), ("\"\\x\"", 2), ("\"\\u12g4\"", 5),
      ("\"a\nb\"", 2), ("[1] 2", 4), ("nullx", 4), ("NaN", 0),
    ])
  func faults(text: String, offset: Int) {
    #expect(throws: JSON.SyntaxError(offset: offset)) { try JSON(parsing: Array(text.utf8)) }
  }

  @Test func `what is nested too deep is refused`() throws {
    let deep = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
    #expect(throws: JSON.SyntaxError(offset: 64)) { try JSON(parsing: deep) }
    let nested = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    #expect(try JSON(parsing: Array(nested.utf8)).text == nested)
  }

  @Test(
    "numbers are the nearest that there are",
    arguments: [
      // Number, and how many units in the last place it may be off: up to 15 digits and 22 powers of ten are exact.
      (0.1, 0), (123456.789012, 0), (1_764_550_000.123, 0), (0.30000001, 0), (-9.81, 0),
      (1.0 / 3, 1), (5e-324, 0), (1.7976931348623157e308, 16), (2.2250738585072014e-308, 16),
    ])
  func numbers(number: Double, error: Double) throws {
    let read = try JSON(parsing: Array("\(number)".utf8)).number
    let value = try #require(read)
    #expect(abs(value - number) <= error * number.ulp)
    guard abs(number) < 1e12 else { return }
    let rounded = JSON.number(number, places: 6)
    #expect(try JSON(parsing: Array(rounded.text.utf8)).number == rounded.number)
  }

  @Test func `a value has what it holds, and nothing else`() throws {
    let json = try JSON(parsing: Array("{\"a\": 2, \"b\": [\"x\"], \"c\": true}".utf8))
    #expect(json["a"]?.number == 2 && json["a"]?.integer == 2 && json["a"]?.string == nil)
    #expect(json["b"]?.array?.first?.string == "x" && json["b"]?["x"] == nil)
    #expect(json["c"]?.boolean == true && json["c"]?.number == nil && json["d"] == nil)
  }
}
