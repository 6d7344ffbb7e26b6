import Foundation
import Testing
import VisionCore

/// `playfield dice evaluate`, from outside.
@Suite struct DiceEvaluateTests {
  let folder: TemporaryFolder

  /// A set of one photo read correctly, one with a die misread, one with a distractor.
  init() throws {
    folder = try TemporaryFolder()
    for name in ["right", "wrong", "other"] {
      try folder.picture("mine/images/\(name).png", spots: [Spot(1, x: 64), Spot(2, x: 160)])
    }
    try folder.write(
      """
      {"images": [
        {"id": 1, "file_name": "right.png", "width": 320, "height": 240, "split": "test"},
        {"id": 2, "file_name": "wrong.png", "width": 320, "height": 240, "split": "test"},
        {"id": 3, "file_name": "other.png", "width": 320, "height": 240, "split": "train"}],
       "annotations": [
        {"image_id": 1, "category_id": 1, "bbox": [64, 96, 16, 16]},
        {"image_id": 1, "category_id": 2, "bbox": [160, 96, 16, 16]},
        {"image_id": 2, "category_id": 1, "bbox": [64, 96, 16, 16]},
        {"image_id": 2, "category_id": 6, "bbox": [160, 96, 16, 16]},
        {"image_id": 3, "category_id": 1, "bbox": [64, 96, 16, 16]},
        {"image_id": 3, "category_id": 8, "bbox": [160, 96, 16, 16]}]}
      """, to: "mine/annotations.json")
  }

  @Test func `the test photos are counted, and the table says so`() throws {
    let run = try Program.run("dice", "evaluate", "\(folder.path)/mine", "--model", Program.model)
    let words = run.lines.map { $0.split(separator: " ").map(String.init) }
    #expect(words.count == 2)
    #expect(words.last?.prefix(6) == ["mine", "test", "2", "4", "75.0", "%"], "\(run.output)")
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test func `JSON has the keys of the manual, in that order`() throws {
    let run = try Program.run(
      "dice", "evaluate", "\(folder.path)/mine", "--model", Program.model, "--json", "--split",
      "all")
    #expect(
      run.output.hasPrefix(
        #"{"set": "mine", "photos": 3, "dice": 5, "right": 4, "wrong": 1, "missed": 0, "extra": 1, "photosRight": 1, "mAP50": "#
      ), "\(run.output)")
    #expect(run.output.hasSuffix(#", "notPipDice": 1, "notPipDiceReported": 1}"# + "\n"))
  }

  @Test func `photos that were not read correctly are written beside their truth`() throws {
    let run = try Program.run(
      "dice", "evaluate", "\(folder.path)/mine", "--model", Program.model, "--errors",
      "\(folder.path)/errors")
    #expect(run.status == 0, "\(run.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/errors")
    #expect(names == ["mine-wrong.jpg"])
  }

  @Test func `a folder without annotations is named, the others are still evaluated`() throws {
    let run = try Program.run(
      "dice", "evaluate", folder.path, "\(folder.path)/mine", "--model", Program.model)
    #expect(
      run.errors == """
        Error: No 'annotations.json' in '\(folder.path)'. Name a folder that holds it and 'images/'.

        """)
    #expect(run.lines.count == 2)
    #expect(run.status == 66)
  }

  @Test func `a photo that is missing is named, the others are still counted`() throws {
    try FileManager.default.removeItem(atPath: "\(folder.path)/mine/images/right.png")
    let run = try Program.run("dice", "evaluate", "\(folder.path)/mine", "--model", Program.model)
    #expect(
      run.errors == """
        Error: There is no file '\(folder.path)/mine/images/right.png'. Check the name and the folder.

        """)
    // Its dice are missed: a set does not get easier by a photo that nobody can open.
    let words = run.lines.last?.split(separator: " ").map(String.init)
    #expect(
      words?.prefix(11) == [
        "mine", "test", "2", "4", "25.0", "%", "25.0", "%", "50.0", "%", "0.0",
      ], "\(run.output)")
    #expect(run.status == 66)
  }

  @Test func `with JSON a photo that is missing has a line of its own`() throws {
    let photo = "\(folder.path)/mine/images/right.png"
    try FileManager.default.removeItem(atPath: photo)
    let run = try Program.run(
      "dice", "evaluate", "\(folder.path)/mine", "--model", Program.model, "--json")
    #expect(run.lines.count == 2)
    #expect(
      run.lines.first?.hasPrefix(#"{"file": "\#(photo)", "error": "There is no file"#) == true)
    #expect(run.lines.last?.contains(#""photos": 2, "dice": 4, "right": 1"#) == true)
    #expect(run.lines.last?.contains(#""missed": 2"#) == true, "\(run.output)")
    #expect(run.status == 66)
  }

  @Test func `a photo without dice that cannot be read is not right`() throws {
    try folder.write(
      #"{"images": [{"id": 1, "file_name": "no.png", "width": 8, "height": 8}], "annotations": []}"#,
      to: "mine/annotations.json")
    let run = try Program.run(
      "dice", "evaluate", "\(folder.path)/mine", "--model", Program.model, "--json")
    #expect(run.lines.last?.contains(#""photos": 1, "dice": 0"#) == true)
    #expect(run.lines.last?.contains(#""photosRight": 0"#) == true, "\(run.output)")
  }

  @Test func `a picture of a failure never lands on a photo`() throws {
    let photos = "\(folder.path)/mine/images"
    try FileManager.default.createSymbolicLink(
      atPath: "\(photos)/mine-wrong.jpg", withDestinationPath: "\(photos)/wrong.png")
    let before = try Data(contentsOf: URL(filePath: "\(photos)/wrong.png"))
    let run = try Program.run(
      "dice", "evaluate", "\(folder.path)/mine", "--model", Program.model, "--errors", photos)
    #expect(run.errors.contains("'\(photos)/mine-wrong.jpg' is an input"), "\(run.errors)")
    #expect(run.output.isEmpty)
    #expect(run.status == 64)
    #expect(try Data(contentsOf: URL(filePath: "\(photos)/wrong.png")) == before)
  }

  @Test(
    "An entry that cannot be used is named",
    arguments: [
      (
        #"{"id": 1, "file_name": "a", "width": 0, "height": 9}"#, "",
        "images[0] ('a') is 0.0 x 9.0 pixels"
      ),
      (#"{"id": 1, "file_name": "a", "height": 9}"#, "", "images[0].width is missing"),
      (
        #"{"id": 1, "file_name": "a", "width": "9", "height": 9}"#, "",
        "images[0].width is not a number"
      ),
      (
        #"{"id": 1, "file_name": "a", "width": 9, "height": 9, "values": [1, 7]}"#, "",
        "images[0] ('a') has the value 7, give 1 to 6"
      ),
      (
        #"{"id": 1, "file_name": "a", "width": 9, "height": 9}"#,
        #"{"image_id": 2, "category_id": 1, "bbox": [1, 1, 2, 2]}"#,
        "annotations[0] is of image 2, which is not listed"
      ),
      (
        #"{"id": 1, "file_name": "a", "width": 9, "height": 9}"#,
        #"{"image_id": 1, "category_id": 9, "bbox": [1, 1, 2, 2]}"#,
        "annotations[0] has the category 9, give 1 to 8"
      ),
      (
        #"{"id": 1, "file_name": "a", "width": 9, "height": 9}"#,
        #"{"image_id": 1, "category_id": 1, "bbox": [1, 1, 2]}"#,
        "annotations[0] has the box [1.0, 1.0, 2.0], give x, y, width and height"
      ),
      ("nonsense", "", "it is not JSON"),
    ])
  func unusable(image: String, annotation: String, reason: String) throws {
    let file = try folder.write(
      #"{"images": [\#(image)], "annotations": [\#(annotation)]}"#, to: "mine/annotations.json")
    let run = try Program.run("dice", "evaluate", "\(folder.path)/mine", "--model", Program.model)
    #expect(run.errors == "Error: '\(file)' is no COCO file: \(reason).\n")
    #expect(run.status == 65)
  }

  @Test func `annotations that are not COCO are named`() throws {
    try folder.write("[]", to: "mine/annotations.json")
    let run = try Program.run("dice", "evaluate", "\(folder.path)/mine", "--model", Program.model)
    #expect(
      run.errors.hasPrefix("Error: '\(folder.path)/mine/annotations.json' is no COCO file"),
      "\(run.errors)")
    #expect(run.status == 65)
  }
}
