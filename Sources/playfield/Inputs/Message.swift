import Foundation

/// What goes over the pipes between a call and the processes that read its inputs: a kind, the
/// number of bytes, and the bytes.
struct Message: Equatable {
  enum Kind: UInt8 {
    /// To a reader: an input to be read.
    case input
    /// From a reader: text for standard output, and for standard error.
    case output, errors
    /// From a reader: its networks are loaded.
    case ready
    /// From a reader: an input was read, or none can be.
    case end, fault
  }

  var kind: Kind
  var content: [UInt8]

  /// An input to be read.
  struct Request: Codable {
    var path: String
    var name: String
    var isOneOfSeveral: Bool
  }

  /// What became of an input.
  struct End: Codable {
    /// The exit status that it calls for; `nil` where nothing failed.
    var status: Int32?
    /// Whether it was read to its end; not where the reader was asked to stop.
    var isWhole: Bool
    /// What is summed up over all inputs.
    var total: Data
  }

  /// Why nothing can be read.
  struct Fault: Codable {
    var status: Int32
    var sentence: String
  }

  init(_ kind: Kind, _ content: [UInt8]) { (self.kind, self.content) = (kind, content) }

  init(_ kind: Kind, encoding value: some Encodable) {
    // Numbers and text can always be encoded.
    self.init(kind, [UInt8]((try? JSONEncoder().encode(value)) ?? Data()))
  }

  func decoded<Value: Decodable>(as type: Value.Type) -> Value? {
    try? JSONDecoder().decode(type, from: Data(content))
  }

  var bytes: [UInt8] {
    let count = UInt32(content.count)
    return [kind.rawValue] + (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) } + content
  }

  /// Removes the first whole message from what was received; `nil` where there is no whole one.
  init?(from bytes: inout [UInt8]) {
    guard bytes.count >= 5, let kind = Kind(rawValue: bytes[0]) else { return nil }
    let count = (0..<4).reduce(0) { $0 | Int(bytes[1 + $1]) << (8 * $1) }
    guard bytes.count >= 5 + count else { return nil }
    self.init(kind, Array(bytes[5..<5 + count]))
    bytes.removeSubrange(..<(5 + count))
  }
}
