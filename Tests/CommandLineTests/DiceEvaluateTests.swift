import Foundation
import Testing

/// `playfield dice evaluate`, from outside.
@Suite struct DiceEvaluateTests {
  let folder: TemporaryFolder

  /// A set of one photo read rightly, one with a die misread, one with a distractor.
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

  @Test func `photos that were not read rightly are written beside their truth`() throws {
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
    #expect(run.lines.last?.hasPrefix("mine  test        1     2") == true, "\(run.output)")
    #expect(run.status == 66)
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
