public import ArgumentParser
public import DiceGame
public import Inference
public import VisionCore

// How the values of options are spelt on the command line.

extension Precision: ExpressibleByArgument {}

extension Split: ExpressibleByArgument {}

/// A type whose few cases have a name on the command line.
private protocol Spelt: Equatable {
  static var spellings: [(name: String, value: Self)] { get }
}

extension Spelt {
  fileprivate static func value(of name: String) -> Self? {
    spellings.first { $0.name == name }?.value
  }
  fileprivate static var names: [String] { spellings.map(\.name) }
  fileprivate var name: String { Self.spellings.first { $0.value == self }?.name ?? "" }
}

extension RollRule: ExpressibleByArgument, Spelt {
  fileprivate static let spellings: [(name: String, value: Self)] = [
    ("steady", .steady), ("consecutive-frames", .consecutiveFrames),
  ]

  public init?(argument: String) {
    guard let value = Self.value(of: argument) else { return nil }
    self = value
  }
  public static var allValueStrings: [String] { names }
  public var defaultValueDescription: String { name }
}

extension CropAndScale: ExpressibleByArgument, Spelt {
  fileprivate static let spellings: [(name: String, value: Self)] = [
    ("scale-to-fit", .scaleToFit), ("scale-to-fill", .scaleToFill), ("center-crop", .centerCrop),
  ]

  public init?(argument: String) {
    guard let value = Self.value(of: argument) else { return nil }
    self = value
  }
  public static var allValueStrings: [String] { names }
  public static var allValueDescriptions: [String: String] { [:] }
  public var defaultValueDescription: String { name }
}

/// The four ways a camera can be held; mirrored orientations come from EXIF only.
extension ImageOrientation: ExpressibleByArgument, Spelt {
  fileprivate static let spellings: [(name: String, value: Self)] = [
    ("up", .up), ("right", .right), ("down", .down), ("left", .left),
  ]

  public init?(argument: String) {
    guard let value = Self.value(of: argument) else { return nil }
    self = value
  }
  public static var allValueStrings: [String] { names }
  public var defaultValueDescription: String { name }
  public static var allValueDescriptions: [String: String] { [:] }
}
