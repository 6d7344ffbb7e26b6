import Foundation
import PageInterface
import Testing

@testable import PlayfieldWeb

@Suite("The module's area for ink")
final class InkAreaTests {
  private var session = Session()

  private static let project = URL(filePath: #filePath).appending(path: "../../..")
    .standardizedFileURL

  private func load(_ model: String, bytes: Int? = nil) throws -> Int32 {
    let file = [UInt8](
      try Data(contentsOf: Self.project.appending(path: "Models/\(model).safetensors")))
    return file.withUnsafeBufferPointer {
      session.ink.load($0.baseAddress, Int32(bytes ?? $0.count))
    }
  }

  private func write(_ points: [[Double]]) -> Int32 {
    for point in points { session.ink.addPoint(point[0], point[1]) }
    return session.ink.endStroke()
  }

  private var number: [Double] {
    records(session.ink.digits(), length: digitRecord.shape.length).map { $0[0] }
  }

  private let one = (0...10).map { [200, Double($0) * 10] }
  private let zero = (0...20).map { step in
    let angle = Double(step) / 20 * 2 * Double.pi
    return [60 - 30 * sin(angle), 50 - 50 * cos(angle)]
  }

  @Test func `strokes are read as they end, undone and cleared`() throws {
    #expect(try load("digits") == 0)
    #expect(session.ink.clear() == 0)
    #expect(write(one) == 1)
    #expect(write(zero) == 2)
    #expect(number == [0, 1])
    #expect(session.ink.confidence > 0.7)
    let picture = UnsafeBufferPointer(start: session.ink.picture(of: 0), count: 28 * 28)
    #expect(picture.max() == 1 && picture[14 * 28 + 14] == 0, "a ring is free in the middle")

    #expect(session.ink.undo() == 1)
    #expect(number == [1])
    #expect(session.ink.clear() == 0)
    #expect(session.ink.confidence == 0)
  }

  @Test func `a stroke without a point that can be drawn leaves nothing`() throws {
    #expect(try load("digits") == 0)
    #expect(session.ink.clear() == 0)
    #expect(write(one) == 1)
    #expect(session.ink.endStroke() == 1, "no stroke was begun")
    session.ink.addPoint(.nan, 1)
    #expect(session.ink.endStroke() == 1, "nor is this one")
    #expect(session.ink.undo() == 0, "there is one stroke to take back")
  }

  @Test func `what is not there is a fault, not a trap`() throws {
    #expect(try load("digits") == 0)
    #expect(session.ink.clear() == 0)
    for digit in [Int32(0), -1, .max] {
      #expect(session.ink.picture(of: digit) == nil)
    }
    #expect(session.ink.undo() == 0)
  }

  @Test func `damaged and foreign weights are distinguished, and leave the old ones`() throws {
    #expect(try load("digits") == 0)
    #expect(try load("digits", bytes: 1000) == WebFault.damagedWeights.rawValue)
    #expect(try load("dice") == WebFault.otherNetwork.rawValue)
    #expect(session.ink.load(nil, 5) == WebFault.badArgument.rawValue)
    #expect(session.ink.clear() == 0)
    #expect(write(one) == 1)
    #expect(number == [1])
  }
}
