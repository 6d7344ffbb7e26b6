import Foundation
import Testing
import VisionCore

/// `playfield vision throw-style`, from outside, with the published network.
@Suite struct VisionThrowStyleTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Made-up sequences, two of each style.
  static let recordings = RealDiceTests.project
    .appending(path: "Tests/Fixtures/throw-motions.jsonl").path
  /// Somebody who stands still, for three frames.
  static let standing = line(frame: frame)
  static let frame = """
    [[50, 10, 1], [40, 30, 1], [60, 30, 1], [38, 50, 1], [62, 50, 1], [38, 68, 1], [62, 68, 1], \
    [44, 65, 1], [56, 65, 1], [44, 95, 1], [56, 95, 1], [44, 125, 1], [56, 125, 1]]
    """
  static let names = """
    ["head", "rightShoulder", "leftShoulder", "rightElbow", "leftElbow", "rightWrist", "leftWrist", \
    "rightHip", "leftHip", "rightKnee", "leftKnee", "rightAnkle", "leftAnkle"]
    """

  static func line(
    id: String = #""a""#, names: String = names, rest: String = #""size": [100, 150]"#,
    frame: String
  ) -> String {
    #"{"id": \#(id), "names": \#(names), \#(rest), "frames": [\#(frame), \#(frame), \#(frame)]}"#
  }

  private func object(_ line: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  @Test func `made-up throws are classified as in training`() throws {
    let lines = try String(contentsOfFile: Self.recordings, encoding: .utf8).split(separator: "\n")
    let json = try Program.run("vision", "throw-style", Self.recordings, "--json")
    #expect(json.status == 0, "\(json.errors)")
    let text = try Program.run("vision", "throw-style", Self.recordings)
    try #require(json.lines.count == lines.count && text.lines.count == lines.count)
    let styles = ["overhand", "underhand", "underleg", "none"]
    for (index, line) in lines.enumerated() {
      let expected = try object(String(line))
      let probabilities = try #require(expected["probabilities"] as? [Double])
      let best = probabilities.firstIndex(of: probabilities.max() ?? 0) ?? 0
      let id = try #require(expected["id"] as? String)
      #expect(json.lines[index].hasPrefix(#"{"id": "\#(id)", "label": "\#(styles[best])", "#))
      let found = try object(json.lines[index])
      #expect(Set(found.keys) == ["id", "label", "confidence"])
      #expect(abs(try #require(found["confidence"] as? Double) - probabilities[best]) < 0.005)
      #expect(text.lines[index].hasPrefix("\(id): \(styles[best]), "))
      #expect(text.lines[index].hasSuffix(" % sure"))
    }
  }

  @Test func `what the network was shown is written with what it answered`() throws {
    let inspection = folder.url.appending(path: "inspection").path
    let run = try Program.run(
      "vision", "throw-style", Self.recordings, "--json", "--inspect", inspection)
    #expect(run.status == 0, "\(run.errors)")
    let lines = try String(
      contentsOfFile: "\(inspection)/throw-motions.jsonl", encoding: .utf8
    ).split(separator: "\n").map { try object(String($0)) }
    try #require(lines.count == run.lines.count)
    for (line, answer) in zip(lines, try run.lines.map(object)) {
      #expect(line["id"] as? String == answer["id"] as? String)
      let looks = try #require(line["looks"] as? [[String: Any]])
      let label = try #require(answer["label"] as? String)
      for look in looks {
        let joints = try #require(look["joints"] as? [String: [[Double]]])
        #expect(joints.count == 13 && joints.values.allSatisfy { $0.count == 60 })
        let sum = (look["probabilities"] as? [String: Double])?.values.reduce(0, +)
        #expect(abs((sum ?? 0) - 1) < 0.001)
      }
      guard looks.count == 1 else { continue }
      let only = try #require(looks[0]["probabilities"] as? [String: Double])
      #expect(only[label] == answer["confidence"] as? Double)
    }
  }

  /// A sequence, as far as it is read.
  struct Sequence: Codable {
    var id: String
    var names: [String]
    var size: [Double]?
    var fps: Double?
    var frames: [[[Double?]?]]

    /// - Parameter joint: Is given x, y and whether it is visible.
    mutating func change(_ joint: ([Double]) -> [Double?]?) {
      frames = frames.map { $0.map { $0.flatMap { joint($0.compactMap { $0 }) } } }
    }
  }

  /// Two ways to say the same.
  struct Variant: Sendable, CustomTestStringConvertible {
    let what: String
    /// Among the ``recordings``: the third is an underleg throw, of which the network is less than sure.
    var index = 2
    var first: @Sendable (inout Sequence) -> Void = { _ in }
    var second: @Sendable (inout Sequence) -> Void = { _ in }
    /// A word of the second's line, and another in its place.
    var word = (old: "", new: "")

    var testDescription: String { what }

    /// Takes the joints that are not visible away, as they are: nobody knows where they are.
    @Sendable static func hide(_ sequence: inout Sequence) {
      sequence.change { $0[2] > 0 ? $0 : nil }
    }
  }

  static let variants = [
    Variant(what: "no size", second: { $0.size = nil }),
    Variant(
      what: "an unknown size", second: { $0.size = nil }, word: (#""fps""#, #""size":null,"fps""#)),
    Variant(what: "no frame rate, of the usual one", index: 0, second: { $0.fps = nil }),
    Variant(
      what: "an unknown frame rate", index: 0, second: { $0.fps = nil },
      word: (#""names""#, #""fps":null,"names""#)),
    Variant(what: "a number for an id", word: (#""made-02""#, "7")),
    Variant(
      what: "words with signs between them",
      second: {
        $0.names = $0.names.map {
          $0.replacing("right", with: "Right_").replacing("left", with: "LEFT ")
        }
      }),
    Variant(
      what: "a joint that nobody knows",
      second: {
        $0.names.insert("tail", at: 0)
        $0.frames = $0.frames.map { [[999_999_999_999, -5, 1]] + $0 }
      }),
    Variant(
      what: "visibility as COCO has it",
      second: { $0.change { [$0[0], $0[1], $0[2] > 0 ? 2 : 0] } }),
    Variant(
      what: "parts of the picture",
      second: { $0.change { [$0[0] / 1280, $0[1] / 720, $0[2]] } }),
    Variant(
      what: "joints that are nowhere, without numbers", first: Variant.hide,
      second: { $0.change { $0[2] > 0 ? $0 : [nil, nil, 0] } }),
    Variant(
      what: "joints that are nowhere, in the corner", first: Variant.hide,
      second: { $0.change { $0[2] > 0 ? $0 : [0, 0, 0] } }),
    Variant(
      what: "joints that are nowhere, far away", first: Variant.hide,
      second: { $0.change { $0[2] > 0 ? $0 : [9000, 0, 0] } }),
    Variant(
      what: "no visibilities", first: { $0.change { [$0[0], $0[1], 1] } },
      second: { $0.change { [$0[0], $0[1]] } }),
  ]

  @Test("what says the same is read the same", arguments: variants)
  func same(variant: Variant) throws {
    let lines = try String(contentsOfFile: Self.recordings, encoding: .utf8).split(separator: "\n")
    let line = Data(lines[variant.index].utf8)
    var (first, second) = (
      try JSONDecoder().decode(Sequence.self, from: line),
      try JSONDecoder().decode(Sequence.self, from: line)
    )
    variant.first(&first)
    variant.second(&second)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var texts = try [first, second].map { String(decoding: try encoder.encode($0), as: UTF8.self) }
    if !variant.word.old.isEmpty {
      texts[1] = texts[1].replacing(variant.word.old, with: variant.word.new)
    }
    try #require(texts[0] != texts[1])
    let file = try folder.write(texts.joined(separator: "\r\n"), to: "a.jsonl")
    let run = try Program.run("vision", "throw-style", file, "--json")
    try #require(run.status == 0 && run.lines.count == 2, "\(run.errors)")
    let answers = try run.lines.map { try object($0) }
    let labels = answers.map { $0["label"] as? String }
    #expect(labels[0] == labels[1] && labels[0] != "none")
    let confidences = try answers.map { try #require($0["confidence"] as? Double) }
    #expect(abs(confidences[0] - confidences[1]) < 0.001)
  }

  @Test func `a body without legs that stands still throws nothing`() throws {
    let line = Self.line(
      names: #"["leftShoulder", "rightShoulder", "leftHip", "rightHip"]"#,
      frame: "[[60, 30], [40, 30], [56, 65], [44, 65]]")
    let file = try folder.write(line, to: "a.jsonl")
    let run = try Program.run("vision", "throw-style", file, "--json")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try object(run.lines[0])["label"] as? String == "none")
  }

  static let form =
    #"A line is {"id", "names", "size", "fps"?, "frames": [[[x, y, visible], …], …]}."#

  @Test(
    "A bad line is named with its number, the others are still read",
    arguments: [
      ("joints", "it is not JSON. \(form)"),
      ("{}", "id is missing. \(form)"),
      (#"{"id": "a", "frames": []}"#, "names is missing. \(form)"),
      (#"{"id": "a", "names": ["leftHip"]}"#, "frames is missing. \(form)"),
      (#"{"id": "a", "names": ["leftHip"], "frames": []}"#, "there is no frame in it. \(form)"),
      (
        #"{"id": "a", "names": ["leftHip"], "frames": [[["1", 2, 1]]]}"#,
        "frames[0][0][0] is not a number. \(form)"
      ),
      (
        #"{"id": "a", "names": ["leftHip"], "frames": [[[1, 2, 1]], [[1]]]}"#,
        "frames[1][0] has 1 numbers. A joint is [x, y, visible]."
      ),
      (
        #"{"id": "a", "names": ["leftHip"], "frames": [[]]}"#,
        "frames[0] has 0 joints, but there are 1 names."
      ),
      (
        #"{"id": "a", "names": ["leftHip"], "fps": 0, "frames": [[[1, 2, 1]]]}"#,
        "fps is 0.0. Give 1 to 1000 frames a second, or leave it out."
      ),
      (
        #"{"id": "a", "names": ["leftHip"], "fps": 1e-300, "frames": [[[1, 2, 1]]]}"#,
        "fps is 1e-300. Give 1 to 1000 frames a second, or leave it out."
      ),
      (
        #"{"id": "a", "names": ["tail"], "frames": [[[1, 2, 1]]]}"#,
        """
        none of its names is known. Give names such as leftShoulder, rightWrist, leftHip; and at \
        least a shoulder or a hip.
        """
      ),
    ])
  func badLine(content: String, sentence: String) throws {
    let file = try folder.write(
      "\(Self.standing)\n\n\(content)\n\(Self.standing)\n", to: "poses.jsonl")
    let run = try Program.run("vision", "throw-style", file, "--json")
    #expect(run.status == 65)
    #expect(run.errors == "Error: '\(file)', line 3: \(sentence)\n")
    try #require(run.lines.count == 3)
    #expect(try object(run.lines[0])["label"] as? String == "none")
    #expect(
      try object(run.lines[1]) as? [String: String]
        == ["file": file, "error": "'\(file)', line 3: \(sentence)"])
    #expect(try object(run.lines[2])["label"] as? String == "none")
  }

  @Test(
    "A bad file is named in a sentence, the others are still read",
    arguments: [
      (nil, "There is no file '%'. Check the name and the folder.", 66),
      ("", "'%' is empty (0 bytes). Copy it again from where it came.", 65),
      (" \n\r\n", "'%' has only blank lines. \(form)", 65),
    ] as [(String?, String, Int32)])
  func badFile(content: String?, sentence: String, status: Int32) throws {
    let bad = "\(folder.path)/bad.jsonl"
    if let content { try folder.write(content, to: "bad.jsonl") }
    let good = try folder.write(Self.standing, to: "good.jsonl")
    let run = try Program.run("vision", "throw-style", bad, good)
    #expect(run.errors == "Error: \(sentence.replacing("%", with: bad))\n")
    #expect(run.lines.count == 1)
    #expect(run.status == status)
  }

  @Test func `a compressed file says what to do`() throws {
    let file = try folder.write(Data([0x1F, 0x8B, 8, 0]), to: "poses.jsonl.gz")
    let run = try Program.run("vision", "throw-style", file)
    #expect(
      run.errors
        == "Error: '\(file)' is compressed. Unpack it with 'gunzip --keep', and name the copy.\n")
    #expect(run.status == 65)
  }

  @Test("A network that will not do is named", arguments: [nil, "", "0123456789"] as [String?])
  func badModel(content: String?) throws {
    let model = "\(folder.path)/network.onnx"
    if let content { try folder.write(content, to: "network.onnx") }
    let run = try Program.run("vision", "throw-style", Self.recordings, "--model", model)
    #expect(run.errors.contains(model), "\(run.errors)")
    #expect(run.output.isEmpty)
    #expect(run.status == (content == nil ? 66 : 65))
  }

  // MARK: Real throws

  private static let jhmdb = RealDiceTests.shared.appending(path: "data/throws/jhmdb.jsonl.gz")

  @Test(
    "Real throws of a data set are distinguished from what else people do",
    .enabled(
      if: FileManager.default.fileExists(atPath: jhmdb.path),
      "needs the sequences of ../shared, or of PLAYFIELD_SHARED"))
  func real() throws {
    let joints = Self.jhmdb.deletingLastPathComponent().appending(path: "joints.json")
    let all = try object(String(contentsOf: joints, encoding: .utf8))
    let names = try #require((all["jhmdb"] as? [String: Any])?["names"] as? [String])
    let lines = try Program.shell("gunzip --stdout '\(Self.jhmdb.path)'").lines
    // All throws, and of the rest as many as a test has time for.
    let unpacked = lines.enumerated().filter { index, line in
      index % 8 == 0 || line.contains(#""label": "throw""#) || line.contains(#""label":"throw""#)
    }.map(\.element)
    let added = #"{"names": \#(String(describing: names)), "#
    let file = try folder.write(
      unpacked.map { added + $0.dropFirst() }.joined(separator: "\n"), to: "jhmdb.jsonl")
    let run = try Program.run("vision", "throw-style", file, "--json")
    try #require(run.lines.count == unpacked.count, "\(run.errors)")
    var (throwsMade, recognized, others, called) = (0, 0, 0, 0)
    for (line, answer) in zip(unpacked, run.lines) {
      let isThrow = try object(line)["label"] as? String == "throw"
      let label = try object(answer)["label"] as? String
      if isThrow {
        throwsMade += 1
        recognized += label == "overhand" ? 1 : 0
      } else {
        others += 1
        called += label == "none" ? 0 : 1
      }
    }
    // The network was trained on them: this holds the program to its network, no more.
    #expect(throwsMade == 35)
    #expect(recognized * 100 >= throwsMade * 94, "\(recognized) of \(throwsMade)")
    #expect(called * 100 <= others, "\(called) of \(others)")
  }
}
