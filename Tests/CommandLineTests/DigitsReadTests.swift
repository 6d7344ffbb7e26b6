import Foundation
import Handwriting
import Testing
import VisionCore

@testable import playfield

/// `playfield digits read`, from outside, with the published network.
@Suite struct DigitsReadTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let samples = RealDiceTests.project.appending(path: "Samples/numbers.jsonl").path
  /// An upright line: a one.
  static let one = #"{"strokes": [[[3, 0], [3, 50], [3, 100]]]}"#

  @Test func `our own numbers are read, and the right ones counted`() throws {
    let run = try Program.run("digits", "read", Self.samples)
    #expect(run.status == 0, "\(run.errors)")
    let labels = ["42", "07", "351", "68", "19", "24", "90", "7", "100", "358"]
    for (index, (line, label)) in zip(run.lines, labels).enumerated() {
      #expect(line.hasPrefix("\(Self.samples):\(index + 1): \(label), "))
      #expect(line.hasSuffix(" % sure"))
    }
    #expect(run.lines[10].hasPrefix("digits  numbers  right"))
    #expect(run.lines.count == 15, "a table of numbers of one, two and three digits, and of all")
    #expect(run.lines.last?.hasPrefix("all          10     10  100.0 %") == true)
  }

  @Test func `JSON has the keys of the manual`() throws {
    let run = try Program.run("digits", "read", Self.samples, "--json")
    #expect(run.lines.count == 10)
    #expect(run.errors == "10 of 10 numbers are right (100.0 %).\n")
    let line = try #require(run.lines.dropFirst().first)
    #expect(
      line.hasPrefix(#"{"label": "07", "number": "07", "digits": [{"digit": 0, "confidence": "#))
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(Set(object.keys) == ["label", "number", "digits", "confidence"])
    let digits = try #require(object["digits"] as? [[String: Any]])
    #expect(digits.map { $0["strokes"] as? [Int] } == [[0], [1, 2]])
    #expect(digits.allSatisfy { Set($0.keys) == ["digit", "confidence", "box", "strokes"] })
    let box = try #require(digits[0]["box"] as? [Double])
    #expect(box.count == 4 && box[3] > 80 && box[3] < 120, "\(box), in the unit of the ink")
  }

  @Test func `without a label there is none in the answer, and nothing is counted`() throws {
    let file = try folder.write(Self.one, to: "one.jsonl")
    let json = try Program.run("digits", "read", file, "--json")
    #expect(json.output.hasPrefix(#"{"number": "1", "#), "\(json.output)")
    #expect(json.errors.isEmpty)
    #expect(try Program.run("digits", "read", file).lines.count == 1)
  }

  @Test func `a wrong answer is named beside what was meant`() throws {
    let file = try folder.write(
      Self.one.replacing("{", with: #"{"label": 7, "#), to: "seven.jsonl")
    let run = try Program.run("digits", "read", file)
    #expect(run.lines[0].hasSuffix(" % sure, but it is 7"), "\(run.output)")
  }

  struct BadLine: Sendable {
    let content: String
    let sentence: String
  }

  static let form = #"A line is {"strokes": [[[x, y], …], …], "label"?}."#

  @Test(
    "A bad line is named with its number, the others are still read",
    arguments: [
      BadLine(content: "strokes", sentence: "it is not JSON. \(form)"),
      BadLine(content: #"{"strokes": [[[1, 2"#, sentence: "it is not JSON. \(form)"),
      BadLine(content: #"{"strokes": [[[NaN, 2]]]}"#, sentence: "it is not JSON. \(form)"),
      BadLine(content: "[1, 2]", sentence: "it is not an object. \(form)"),
      BadLine(content: "{}", sentence: "strokes is missing. \(form)"),
      BadLine(content: #"{"strokes": null}"#, sentence: "strokes is null. \(form)"),
      BadLine(content: #"{"strokes": 7}"#, sentence: "strokes is not a list. \(form)"),
      BadLine(content: #"{"strokes": [[1, 2]]}"#, sentence: "strokes[0][0] is not a list. \(form)"),
      BadLine(
        content: #"{"strokes": [[["1", 2]]]}"#,
        sentence: "strokes[0][0][0] is not a number. \(form)"),
      BadLine(
        content: #"{"strokes": [[[1, 2]]], "label": []}"#, sentence: "label is not a text. \(form)"),
      BadLine(
        content: #"{"strokes": [[[1, 2], [3]]]}"#,
        sentence: "strokes[0][1] has 1 numbers. A point is [x, y]."),
      BadLine(
        content: #"{"strokes": [[[1, 2e300]]]}"#,
        sentence:
          "strokes[0][0] lies too far out. Give coordinates from -1000000000 to 1000000000."),
      BadLine(
        content: #"{"strokes": []}"#,
        sentence: "there is no point in its strokes. A stroke is [[x, y], …]."),
      BadLine(
        content: #"{"strokes": [[], []]}"#,
        sentence: "there is no point in its strokes. A stroke is [[x, y], …]."),
    ])
  func badLine(line: BadLine) throws {
    let file = try folder.write("\(Self.one)\n\n\(line.content)\n\(Self.one)\n", to: "ink.jsonl")
    let run = try Program.run("digits", "read", file)
    #expect(
      run.lines.map { String($0.prefix(file.count + 5)) } == ["\(file):1: 1", "\(file):4: 1"])
    #expect(run.errors == "Error: '\(file)', line 3: \(line.sentence)\n")
    #expect(run.status == 65)

    let json = try Program.run("digits", "read", file, "--json")
    #expect(json.lines.count == 3)
    let object =
      try JSONSerialization.jsonObject(with: Data(json.lines[1].utf8)) as? [String: String]
    #expect(object == ["file": file, "error": "'\(file)', line 3: \(line.sentence)"])
  }

  @Test func `a number too large for JSON's reader is an error, too`() throws {
    let file = try folder.write(#"{"strokes": [[[1e999, 2]]]}"#, to: "ink.jsonl")
    let run = try Program.run("digits", "read", file)
    #expect(run.errors.hasPrefix("Error: '\(file)', line 1: "), "\(run.errors)")
    #expect(run.status == 65)
  }

  @Test(
    "A bad file is named in a sentence, the others are still read",
    arguments: [
      (nil, "There is no file '%'. Check the name and the folder.", 66),
      ("", "'%' is empty (0 bytes). Copy it again from where it came.", 65),
      (
        " \n\r\n",
        """
        '%' has only blank lines. Give lines such as \
        {"strokes": [[[0, 0], [0, 9]]], "label": "1"}.
        """, 65
      ),
    ] as [(String?, String, Int32)])
  func badFile(content: String?, sentence: String, status: Int32) throws {
    let bad = "\(folder.path)/bad.jsonl"
    if let content { try folder.write(content, to: "bad.jsonl") }
    let good = try folder.write(Self.one, to: "good.jsonl")
    let run = try Program.run("digits", "read", bad, good)
    #expect(run.errors == "Error: \(sentence.replacing("%", with: bad))\n")
    #expect(run.lines.count == 1)
    #expect(run.status == status)
  }

  @Test func `a compressed file and a folder say what to do`() throws {
    let file = try folder.write(Data([0x1F, 0x8B, 8, 0]), to: "ink.jsonl.gz")
    let run = try Program.run("digits", "read", file, folder.path)
    #expect(
      run.errors == """
        Error: '\(file)' is compressed. Unpack it with 'gunzip --keep', and name the copy.
        Error: There is no file of JSON Lines in the folder '\(folder.path)'.

        """)
    #expect(run.status == 65)
  }

  @Test func `lines may end as on Windows, have more numbers, empty strokes and other keys`() throws
  {
    let line = #"{"id": 5, "strokes": [[], [[3, 0, 0.5, 9], [3, 100, 0.5, 10]]], "writer": "a"}"#
    let file = try folder.write("\(line)\r\n\(line)\r\n", to: "ink.jsonl")
    let run = try Program.run("digits", "read", file, "--json")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines.count == 2)
    #expect(run.lines[0].contains(#""strokes": [1]"#), "counted as in the line: \(run.output)")
  }

  @Test func `a tap is no number`() throws {
    let file = try folder.write(#"{"strokes": [[[5, 5]]]}"#, to: "tap.jsonl")
    #expect(try Program.run("digits", "read", file).output == "\(file):1: no number\n")
    #expect(
      try Program.run("digits", "read", file, "--json").output
        == #"{"number": "", "digits": [], "confidence": 0}"# + "\n")
  }

  @Test("A network that will not do is named", arguments: [nil, "", "0123456789"] as [String?])
  func badModel(content: String?) throws {
    let model = "\(folder.path)/network.safetensors"
    if let content { try folder.write(content, to: "network.safetensors") }
    let run = try Program.run("digits", "read", Self.samples, "--model", model)
    #expect(run.errors.contains(model), "\(run.errors)")
    #expect(run.output.isEmpty)
    #expect(run.status == (content == nil ? 66 : 65))
  }

  @Test func `the network of the dice cannot read digits`() throws {
    let model = RealDiceTests.project.appending(path: "Models/dice.safetensors").path
    let run = try Program.run("digits", "read", Self.samples, "--model", model)
    #expect(
      run.errors == "Error: '\(model)' holds another network than the one that reads digits.\n")
    #expect(run.status == 65)
  }

  @Test("The commands have help", arguments: [["digits"], ["digits", "read"]])
  func help(command: [String]) throws {
    let run = try Program.finish(Program.start(command + ["--help"]))
    #expect(run.output.contains("USAGE: playfield \(command.joined(separator: " "))"))
    #expect(run.status == 0)
  }

  // MARK: Other people's ink

  private static let ink = RealDiceTests.shared.appending(
    path: "data/digits/unipen_numbers.jsonl.gz")

  @Test(
    "Numbers of people whom the network has never met are read",
    .enabled(
      if: FileManager.default.fileExists(atPath: ink.path),
      "needs the ink of ../shared, or of PLAYFIELD_SHARED"))
  func neverMet() throws {
    let file = "\(folder.path)/numbers.jsonl"
    let run = try Program.shell(
      "gunzip --stdout '\(Self.ink.path)' > '\(file)' && \"$program\" digits read '\(file)' --json")
    var right = 0
    for line in run.lines {
      let answer = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      right += answer?["number"] as? String == answer?["label"] as? String ? 1 : 0
    }
    #expect(run.lines.count == 223)
    #expect(right * 100 >= 87 * run.lines.count, "\(right) of \(run.lines.count)")
  }
}
