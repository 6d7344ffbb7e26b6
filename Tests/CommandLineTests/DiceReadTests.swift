import Foundation
import Testing
import VisionCore

/// `playfield dice read`, from outside.
@Suite struct DiceReadTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `values are printed from left to right, with their sum`() throws {
    let picture = try folder.picture("table.png")
    let run = try Program.run("dice", "read", picture, "--model", Program.model)
    #expect(run.output == "\(picture): 1 + 2 = 3\n")
    #expect(run.errors.isEmpty)
    #expect(run.status == 0)
  }

  @Test func `a picture without dice says so`() throws {
    let picture = try folder.picture("table.png", spots: [])
    let run = try Program.run("dice", "read", picture, "--model", Program.model)
    #expect(run.output == "\(picture): no dice\n")
    #expect(run.status == 0)
  }

  @Test func `JSON has the keys of the manual, and boxes of the upright picture`() throws {
    let picture = try folder.picture("table.png", spots: [Spot(3, x: 64, y: 96)])
    let run = try Program.run("dice", "read", picture, "--model", Program.model, "--json")
    let line = try #require(run.lines.first)
    #expect(
      line.hasPrefix(
        #"{"file": "\#(picture)", "width": 160, "height": 120, "dice": [{"value": 3, "confidence": "#
      ), "\(line)")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(Set(object.keys) == ["file", "width", "height", "dice", "sum", "milliseconds"])
    let dice = try #require(object["dice"] as? [[String: Any]])
    let box = try #require(dice.first?["box"] as? [Double])
    for (side, expected) in zip(box, [0.125, 0.3, 0.2, 0.267]) {
      #expect(abs(side - expected) < 0.06, "\(box)")
    }
  }

  @Test func `orientation turns the picture before it is read`() throws {
    let picture = try folder.picture("table.png", spots: [Spot(3, x: 64, y: 96)])
    let run = try Program.run(
      "dice", "read", picture, "--model", Program.model, "--json", "--orientation", "right")
    #expect(run.output.contains(#""width": 120, "height": 160"#), "\(run.output)")
  }

  struct BadInput: Sendable {
    let name: String
    /// Nothing where there is no file.
    let content: Data?
    let sentence: String
    let status: Int32
  }

  static let badInputs = [
    BadInput(
      name: "missing.jpg", content: nil,
      sentence: "There is no file '%'. Check the name and the folder.", status: 66),
    BadInput(
      name: "empty.jpg", content: Data(),
      sentence: "'%' is empty (0 bytes). Copy it again from where it came.", status: 65),
    BadInput(
      name: "letter.jpg", content: Data("Dear reader, this is no picture at all.".utf8),
      sentence: "'%' holds no picture. Name a JPEG, PNG, WebP, HEIC, AVIF, GIF, TIFF or BMP file.",
      status: 65),
  ]

  @Test("A bad input is named in a sentence, the others are still read", arguments: badInputs)
  func badInput(input: BadInput) throws {
    let bad = "\(folder.path)/\(input.name)"
    if let content = input.content { try folder.write(content, to: input.name) }
    let good = try folder.picture("good.png")
    let sentence = input.sentence.replacing("%", with: bad)

    let run = try Program.run("dice", "read", bad, good, "--model", Program.model)
    #expect(run.output == "\(good): 1 + 2 = 3\n")
    #expect(run.errors == "Error: \(sentence)\n")
    #expect(run.status == input.status)

    let json = try Program.run("dice", "read", bad, good, "--model", Program.model, "--json")
    #expect(json.lines.count == 2)
    #expect(json.lines.first == #"{"file": "\#(bad)", "error": "\#(sentence)"}"#)
    #expect(json.status == input.status)
  }

  @Test func `a picture that breaks off is no reason to crash`() throws {
    let whole = try Data(contentsOf: URL(filePath: folder.picture("whole.jpg")))
    for count in [1, 3, 20, 200, whole.count / 2, whole.count - 2] {
      let cut = try folder.write(whole.prefix(count), to: "cut.jpg")
      let run = try Program.run("dice", "read", cut, "--model", Program.model)
      #expect(run.status == 65, "\(count) bytes: \(run.errors)")
      #expect(run.errors.contains(cut), "\(count) bytes: \(run.errors)")
    }
  }

  @Test func `a picture is known by its content, not by its name`() throws {
    let png = try Data(contentsOf: URL(filePath: folder.picture("table.png")))
    let misnamed = try folder.write(png, to: "misnamed.jpg")
    let run = try Program.run("dice", "read", misnamed, "--model", Program.model)
    #expect(run.output == "\(misnamed): 1 + 2 = 3\n")
    #expect(run.status == 0)
  }

  @Test func `a folder without pictures and a film are reported`() throws {
    let film = try folder.roll("roll.mp4", frames: 3)
    let run = try Program.run("dice", "read", folder.path, film, "--model", Program.model)
    #expect(
      run.errors == """
        Error: There is no picture in the folder '\(folder.path)'.
        Error: '\(film)' is a video, and a picture is wanted. 'playfield dice watch', 'toss analyze' \
        and 'vision' read videos.

        """)
    #expect(run.status == 66)
  }

  @Test func `annotated pictures lie in a folder that is made for them`() throws {
    let pictures = [try folder.picture("a/table.png"), try folder.picture("b/table.png")]
    let run = try Program.run(
      "dice", "read", pictures[0], pictures[1], "--model", Program.model, "--annotate",
      "\(folder.path)/out/marked")
    #expect(run.status == 0, "\(run.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/out/marked")
    #expect(names.sorted() == ["table-2.jpg", "table.jpg"])
  }

  @Test func `a folder that cannot be made is reported before work begins`() throws {
    let picture = try folder.picture("table.png")
    let run = try Program.run(
      "dice", "read", picture, "--model", Program.model, "--annotate", "\(picture)/out")
    #expect(
      run.errors
        == "Error: Cannot make the folder '\(picture)/out'. Name one that you may write to.\n")
    #expect(run.output.isEmpty)
    #expect(run.status == 64)
  }

  @Test func `a model that is not there is named`() throws {
    let picture = try folder.picture("table.png")
    let run = try Program.run("dice", "read", picture, "--model", "\(folder.path)/none.onnx")
    #expect(run.errors.contains("\(folder.path)/none.onnx"))
    #expect(run.status == 66)
  }

  @Test(
    "Wrong usage ends with 64 and says what is right",
    arguments: [
      (["dice", "read"], "Name a file, or a list with --files-from."),
      (["dice", "roll"], "Unexpected argument 'roll'"),
      (["dice", "read", "a.jpg", "--orientation", "sideways"], "'up', 'right', 'down' or 'left'"),
      (["dice", "read", "a.jpg", "--confidence-threshold", "2"], "give 0 to 1"),
      (["dice", "read", "a.jpg", "--iou-threshold", "x"], "The value 'x' is invalid"),
      (["dice", "read", "a.jpg", "--threads", "0"], "give 1 or more"),
      (["dice", "read", "a.jpg", "--precision", "f16"], "'f32', 'bf16' or 'int8'"),
      (["dice", "watch", "a.mp4", "--every", "0"], "give 1 or more"),
      (["dice", "watch", "a.mp4", "--rule", "x"], "'steady' and 'consecutive-frames'"),
    ])
  func usage(arguments: [String], sentence: String) throws {
    let run = try Program.finish(Program.start(arguments))
    #expect(run.errors.contains(sentence), "\(run.errors)")
    #expect(run.output.isEmpty)
    #expect(run.status == 64)
  }

  @Test(
    "Every command has help",
    arguments: [["dice"], ["dice", "read"], ["dice", "watch"], ["dice", "evaluate"]])
  func help(command: [String]) throws {
    let run = try Program.finish(Program.start(command + ["--help"]))
    #expect(run.output.contains("USAGE: playfield \(command.joined(separator: " "))"))
    #expect(run.status == 0)
  }

  @Test func `a reader that goes away ends the program quietly`() throws {
    let pictures = try (0..<40).map { try folder.picture("\($0).png") }
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments =
      ["-c", #"program=$0; "$program" dice read "$@" | head -n 1"#, Program.url.path] + pictures
      + ["--model", Program.model]
    let (output, errors) = (Pipe(), Pipe())
    (shell.standardOutput, shell.standardError) = (output, errors)
    try shell.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    #expect(String(decoding: text, as: UTF8.self) == "\(pictures[0]): 1 + 2 = 3\n")
    #expect(try (errors.fileHandleForReading.readToEnd() ?? Data()).isEmpty)
    shell.waitUntilExit()
  }

  @Test func `a marked copy never lands on a picture that is read`() throws {
    let picture = try folder.picture("table.jpg")
    let before = try Data(contentsOf: URL(filePath: picture))
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/links", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/links/table.jpg", withDestinationPath: picture)
    for place in [folder.path, "\(folder.path)/links"] {
      let run = try Program.run(
        "dice", "read", picture, "--model", Program.model, "--annotate", place)
      #expect(
        run.errors == """
          Error: '\(place)/table.jpg' is an input, and writing would destroy it. Name another place.

          """)
      #expect(run.output.isEmpty)
      #expect(run.status == 64)
      #expect(try Data(contentsOf: URL(filePath: picture)) == before)
    }
  }

  @Test func `what was read is printed also when its marked copy cannot be written`() throws {
    let picture = try folder.picture("table.png")
    let taken = "\(folder.path)/marked/table.jpg"
    try FileManager.default.createDirectory(atPath: taken, withIntermediateDirectories: true)
    let run = try Program.run(
      "dice", "read", picture, "--model", Program.model, "--annotate", "\(folder.path)/marked")
    #expect(run.output == "\(picture): 1 + 2 = 3\n")
    #expect(run.errors.contains(taken), "\(run.errors)")
    #expect(run.status != 0)
  }

  @Test func `a bad input gives the status also where an output fails before`() throws {
    let picture = try folder.picture("table.png")
    let nowhere = "\(folder.path)/nowhere.jpg"
    // A link into a folder that is missing: wrong use, reported when the copy is written.
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/marked", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/marked/table.jpg", withDestinationPath: "/proc/none/table.jpg")
    let run = try Program.run(
      "dice", "read", picture, nowhere, "--model", Program.model, "--annotate",
      "\(folder.path)/marked")
    #expect(run.errors.split(separator: "\n").count == 2, "\(run.errors)")
    #expect(run.errors.contains(nowhere))
    #expect(run.status == 66)
  }

  @Test func `a folder that nobody may write to is reported before work begins`() throws {
    let picture = try folder.picture("table.png")
    let run = try Program.run(
      "dice", "read", picture, "--model", Program.model, "--annotate", "/proc/marked")
    #expect(
      run.errors
        == "Error: Cannot make the folder '/proc/marked'. Name one that you may write to.\n")
    #expect(run.output.isEmpty)
    #expect(run.status == 64)
  }

  @Test func `results that cannot be written end the program in a sentence`() throws {
    let picture = try folder.picture("table.png")
    let run = try Program.shell(
      #""$program" dice read '\#(picture)' --model "$model" > /dev/full"#)
    #expect(
      run.errors == """
        Error: The results could not be written: No space left on device. Check the space left on \
        the disk.

        """)
    #expect(run.status == 70)
  }

  @Test func `errors that cannot be reported do not stop the program`() throws {
    let picture = try folder.picture("table.png")
    let run = try Program.shell(
      #""$program" dice read /nowhere.jpg '\#(picture)' --model "$model" 2> /dev/full"#)
    #expect(run.output == "\(picture): 1 + 2 = 3\n")
    #expect(run.status == 66)
  }

  @Test func `a reader that goes away ends the program quietly where SIGPIPE is ignored, too`()
    throws
  {
    let picture = try folder.picture("table.png")
    let run = try Program.shell(
      #"trap '' PIPE; { sleep 1; "$program" dice read '\#(picture)' --model "$model"; } | true"#)
    #expect(run.errors.isEmpty, "\(run.errors)")
  }

  @Test func `the networks are found by a program that PATH leads to`() throws {
    let picture = try folder.picture("table.png")
    try folder.write(try Data(contentsOf: URL(filePath: Program.model)), to: "Models/dice.onnx")
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/bin", withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: Program.url.path, toPath: "\(folder.path)/bin/playfield")
    // Away from the checkout OpenVINO has to be named, and this network has no weights for plain Swift.
    let openVINO = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../.deps/python/openvino-2026.4.1").standardizedFileURL.path
    let run = try Program.shell(
      """
      unset PLAYFIELD_MODELS; export PLAYFIELD_OPENVINO='\(openVINO)'; cd / && PATH='\(folder.path)/bin':$PATH playfield dice read '\(picture)'
      """)
    #expect(run.output == "\(picture): 1 + 2 = 3\n", "\(run.errors)")
  }

  @Test(
    "Every kind of picture is read",
    arguments: [
      ("grey.png", ["-pix_fmt", "gray"], []),
      ("deep.png", ["-pix_fmt", "rgb48be"], [1, 2]),
      ("deep.tiff", ["-pix_fmt", "rgb48le"], [1, 2]),
      ("moving.gif", ["-vf", "loop=4:1"], [1, 2]),
      ("moving.webp", ["-vf", "loop=4:1", "-c:v", "libwebp_anim", "-lossless", "1"], [1, 2]),
      ("moving.png", ["-vf", "loop=4:1", "-f", "apng"], [1, 2]),
    ] as [(String, [String], [Int])])
  func kinds(name: String, options: [String], values: [Int]) throws {
    let table = try folder.picture("table.png")
    let picture = "\(folder.path)/kind-\(name)"
    try ffmpeg(["-i", table] + options + [picture])
    let run = try Program.run("dice", "read", picture, "--model", Program.model, "--json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any],
      "\(run.errors)")
    #expect((object["dice"] as? [[String: Any]])?.compactMap { $0["value"] as? Int } == values)
    #expect(object["width"] as? Int == 160)
    #expect(object["height"] as? Int == 120)
    #expect(run.status == 0)
  }

  @Test("JPEGs in inks and in grey are read", arguments: [(inks, "1"), (grey, "no dice")])
  func channels(content: Data, result: String) throws {
    let picture = try folder.write(content, to: "channels.jpg")
    let run = try Program.run("dice", "read", picture, "--model", Program.model)
    #expect(run.output == "\(picture): \(result)\n", "\(run.errors)")
    #expect(run.status == 0)
  }

  @Test(arguments: ["one.png", "one.jpg", "one.bmp"])
  func `a picture of one pixel is read`(name: String) throws {
    let picture = "\(folder.path)/\(name)"
    try ffmpeg(["-f", "lavfi", "-i", "color=white:s=1x1,format=rgb24", "-frames:v", "1", picture])
    let run = try Program.run("dice", "read", picture, "--model", Program.model)
    #expect(run.output == "\(picture): no dice\n", "\(run.errors)")
    #expect(run.status == 0)
  }

  @Test func `a picture of 100 megapixels is read`() throws {
    let picture = "\(folder.path)/large.jpg"
    try ffmpeg([
      "-f", "lavfi", "-i", "color=white:s=12500x8000,format=gray", "-frames:v", "1", picture,
    ])
    let run = try Program.run("dice", "read", picture, "--model", Program.model, "--json")
    #expect(run.output.contains(#""width": 12500, "height": 8000, "dice": []"#), "\(run.errors)")
    #expect(run.status == 0)
  }

  @Test func `a huge file is refused before it is read`() throws {
    let (jpeg, zeros) = ("\(folder.path)/huge.jpg", "\(folder.path)/zeros.jpg")
    for (path, start) in [(jpeg, [0xFF, 0xD8, 0xFF, 0xE0]), (zeros, [])] as [(String, [UInt8])] {
      try Data(start).write(to: URL(filePath: path))
      try #require(truncate(path, 1 << 40) == 0)
    }
    let run = try Program.run("dice", "read", jpeg, zeros, "--model", Program.model)
    #expect(
      run.errors == """
        Error: '\(jpeg)' has more than 1000 MB, the most that is read. Is it the right file?
        Error: '\(zeros)' holds no picture. Name a JPEG, PNG, WebP, HEIC, AVIF, GIF, TIFF or BMP file.

        """)
    #expect(run.status == 65)
  }

  @Test("A network of another kind is named", arguments: ["list", "one-size", "two-inputs"])
  func unsuitableModel(name: String) throws {
    let picture = try folder.picture("table.png")
    let model = URL(filePath: Program.model).deletingLastPathComponent()
      .appending(path: "\(name).onnx").path
    let run = try Program.run("dice", "read", picture, "--model", model)
    #expect(run.errors.contains("'\(model)' has "), "\(run.errors)")
    #expect(run.status == 65)
  }

  @Test func `help says which way a picture is turned`() throws {
    let run = try Program.run("dice", "read", "--help")
    let words = run.output.split { $0.isWhitespace }.joined(separator: " ")
    #expect(words.contains("'right' turns the picture 90 degrees clockwise"), "\(run.output)")
  }
}

/// A red square of 8 pixels on white, in inks as Adobe's programs store them; 160 x 120, by Pillow.
private let inks = Data(
  base64Encoded: """
    /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwANCQoLCggNCwoLDg4NDxMgFRMSEhMnHB4XIC4pMTAuKS0sMzpKPjM2RjcsLUBXQUZM
    TlJTUjI+WmFaUGBKUVJP/8AAFAgAeACgBEMRAE0RAFkRAEsRAP/EABYAAQEBAAAAAAAAAAAAAAAAAAAHCP/EABQQAQAAAAAA
    AAAAAAAAAAAAAAD/2gAOBEMATQBZAEsAAD8ApynKcpwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
    AAAAAAAAAAAAAAAzEzEDTrToAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/9k=
    """, options: .ignoreUnknownCharacters)!

/// The same square in one channel of grey.
private let grey = Data(
  base64Encoded: """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdB
    RkxOUlNSMj5aYVpQYEpRUk//wAALCAB4AKABAREA/8QAFQABAQAAAAAAAAAAAAAAAAAAAAf/xAAUEAEAAAAAAAAAAAAAAAAA
    AAAA/9oACAEBAAA/AKcAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAiK3AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
    AAAAAAAAAAAAAAAAAAAAAAAAAP/Z
    """, options: .ignoreUnknownCharacters)!
