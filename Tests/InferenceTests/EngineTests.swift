import CZlib
import Foundation
import Testing

@testable import Inference

/// Where OpenVINO is looked for, and the files that plain Swift reads.
@Suite("Engines")
struct EngineTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "engines-\(UUID().uuidString)")

  private func write(_ names: String...) throws {
    for name in names {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: file)
    }
  }

  private func libraries(_ environment: [String: String] = [:]) -> [String] {
    OpenVINO.libraries(
      environment: environment, executable: folder.appending(path: "bin/playfield").path
    ).map { $0.replacing(folder.path + "/", with: "") }
  }

  @Test func `OpenVINO is looked for beside the program, in its checkout, then in the system`()
    throws
  {
    defer { try? FileManager.default.removeItem(at: folder) }
    let wheel = ".deps/python/openvino-2026.4.1/openvino/libs/libopenvino_c.so.2641"
    try write(
      "bin/playfield", "Package.swift", "Makefile", "Models/dice.onnx", wheel,
      ".deps/python/openvino-2026.4.1.part/openvino/libs/libopenvino_c.so.1"
    )
    #expect(libraries() == [wheel, "libopenvino_c.so"])
    // Of several the newest, and beside the program first.
    let newer = ".deps/python/openvino-2026.10.0/openvino/libs/libopenvino_c.so.2700"
    try write(newer, "bin/" + wheel)
    #expect(libraries() == ["bin/" + wheel, newer, wheel, "libopenvino_c.so"])
    for other in [newer, "bin/" + wheel] {
      try FileManager.default.removeItem(at: folder.appending(path: other))
    }
    // Set, but to nothing.
    #expect(libraries(["PLAYFIELD_OPENVINO": ""]) == [wheel, "libopenvino_c.so"])
  }

  @Test func `the folder that the environment names is the only one`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("bin/playfield", "here/libopenvino_c.so.1", "wheel/openvino/libs/libopenvino_c.so.2")
    for (name, found) in [
      ("here", "here/libopenvino_c.so.1"), ("wheel", "wheel/openvino/libs/libopenvino_c.so.2"),
      ("empty", "empty/libopenvino_c.so"),
    ] {
      #expect(libraries(["PLAYFIELD_OPENVINO": folder.appending(path: name).path]) == [found])
    }
  }

  @Test func `plain Swift never needs OpenVINO`() throws {
    #expect(try Engine.portable.isPortable)
  }

  private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var length = compressBound(uLong(bytes.count))
    var target = [UInt8](repeating: 0, count: Int(length))
    #expect(compress(&target, &length, bytes, uLong(bytes.count)) == Z_OK)
    return Array(target.prefix(Int(length)))
  }

  @Test func `what was deflated is read, however much smaller it became`() {
    for bytes in [
      [], [7], [UInt8](repeating: 0, count: 3_000_000), (0..<70_000).map { UInt8($0 & 255) },
    ] {
      #expect(PortableForm.inflated(Self.deflated(bytes)) == bytes)
    }
  }

  @Test func `what is damaged, cut short or too large is refused`() {
    let whole = Self.deflated((0..<5000).map { UInt8($0 * $0 & 255) })
    for count in stride(from: 0, to: whole.count, by: 7) {
      #expect(PortableForm.inflated(Array(whole.prefix(count))) == nil, "\(count) bytes")
    }
    for place in [0, 1, 40, whole.count - 1] {
      var damaged = whole
      damaged[place] ^= 0x55
      #expect(PortableForm.inflated(damaged) == nil, "byte \(place)")
    }
    #expect(PortableForm.inflated(Self.deflated([UInt8](repeating: 1, count: 65 << 20))) == nil)
  }

  @Test
  func `weights that are missing, damaged or another network's are refused with their reason`()
    throws
  {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("empty.safetensors", "damaged.safetensors.z")
    func session(_ name: String) throws -> InferenceSession {
      try InferenceSession(
        contentsOf: "/nowhere/network.onnx",
        portable: PortableForm(weights: folder.appending(path: name).path) { _, image in [image] },
        engine: .portable)
    }
    #expect(
      throws: InferenceError.weightsNotFound(path: folder.appending(path: "no.safetensors").path)
    ) {
      try session("no.safetensors")
    }
    for name in ["empty.safetensors", "damaged.safetensors.z"] {
      do throws(InferenceError) {
        _ = try Result { try session(name) }.mapError { $0 as! InferenceError }.get()
        Issue.record("\(name) was read")
      } catch {
        guard case .weightsUnsuitable(let path, _) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(path.hasSuffix(name))
      }
    }
  }
}
