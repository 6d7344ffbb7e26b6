import Foundation
import Testing
import VisionCore

@testable import playfield

@Suite struct EvaluationTests {
  @Test func `the table stands in columns, with a dash where nothing can be said`() {
    var first = Evaluation(set: "white-tray", split: "test")
    let box = BoundingBox(x: 0.1, y: 0.1, width: 0.1, height: 0.1)
    let die = DieObservation(label: .six, confidence: 0.9, boundingBox: box)
    first.score.add([die], truth: DiceTruth(dice: .boxes([die])))
    first.score.add([die], truth: DiceTruth(dice: .boxes([]), distractors: [box]))
    first.meanAP50 = 0.98765
    #expect(
      EvaluationTable(rows: [first, Evaluation(set: "none", split: "all")]).description == """
        set         split  photos  dice    right  wrong  missed    extra  photos right  mAP50  not a pip die
        white-tray  test        2     1  100.0 %  0.0 %   0.0 %  100.0 %        50.0 %  0.988        100.0 %
        none        all         0     0        –      –       –        –             –      –              –
        """)
  }

  @Test(
    "Percentages have one place",
    arguments: [
      (1, 3, "33.3 %"), (2, 3, "66.7 %"), (0, 5, "0.0 %"), (3, 0, "–"), (1, 1, "100.0 %"),
    ])
  func percent(part: Int, whole: Int, expected: String) {
    #expect(TextTable.percent(part, of: whole) == expected)
  }

  @Test(
    "The test photos are read, or all without any",
    arguments: [
      (nil, ["train", "test"], Split.test, 1), (nil, ["train", "train"], .all, 2),
      (.train, ["train", "test"], .train, 1), (.all, ["train", "test"], .all, 2),
      (.test, ["train"], .test, 0), (nil, [], .all, 0),
    ] as [(Split?, [String], Split, Int)])
  func split(wish: Split?, splits: [String], expected: Split, count: Int) {
    let photos = splits.map {
      DiceDataSet.Photo(path: "a.jpg", truth: DiceTruth(dice: .boxes([])), split: $0)
    }
    let chosen = Split.choose(wish, of: photos)
    #expect(chosen.split == expected)
    #expect(chosen.photos.count == count)
  }

  @Test func `a data set's boxes become normalized, unclear dice and distractors stand apart`()
    throws
  {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      {"info": {}, "categories": [], "images": [
        {"id": 1, "file_name": "a.jpg", "width": 200, "height": 100, "split": "test"},
        {"id": 2, "file_name": "b.jpg", "width": 10, "height": 10, "values": [3, 3]}],
       "annotations": [
        {"id": 1, "image_id": 1, "category_id": 5, "bbox": [20, 20, 10, 10], "iscrowd": 0},
        {"id": 2, "image_id": 1, "category_id": 7, "bbox": [0, 0, 100, 50], "iscrowd": 1},
        {"id": 3, "image_id": 1, "category_id": 8, "bbox": [100, 50, 100, 50], "iscrowd": 0}]}
      """, to: "annotations.json")
    let set = try DiceDataSet(folder: folder.path)
    #expect(set.name == folder.url.lastPathComponent)
    #expect(set.photos.map(\.path) == ["a.jpg", "b.jpg"].map { "\(folder.path)/\($0)" })
    try folder.picture("images/a.jpg")
    #expect(
      try DiceDataSet(folder: folder.path).photos.map(\.path)
        == ["a.jpg", "b.jpg"].map { "\(folder.path)/images/\($0)" })
    #expect(
      set.photos[0].truth
        == DiceTruth(
          dice: .boxes([
            DieObservation(
              label: .five, confidence: 1,
              boundingBox: BoundingBox(x: 0.1, y: 0.2, width: 0.05, height: 0.1))
          ]),
          ignored: [BoundingBox(x: 0, y: 0, width: 0.5, height: 0.5)],
          distractors: [BoundingBox(x: 0.5, y: 0.5, width: 0.5, height: 0.5)]))
    #expect(set.photos[1].truth == DiceTruth(dice: .values([.three, .three])))
    #expect(set.photos.map(\.split) == ["test", nil])
  }
}

@Suite struct TerminalTests {
  @Test(
    "A bar fills up",
    arguments: [
      (0, "Reading ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0 %"),
      (50, "Reading ███████████████░░░░░░░░░░░░░░░ 50 %"),
      (100, "Reading ██████████████████████████████ 100 %"),
    ])
  func bar(percent: Int, expected: String) {
    #expect(ProgressBar.line("Reading", percent: percent) == expected)
  }

  @Test(
    "A camera has a name, anything else is a file",
    arguments: [
      ("camera", 0), ("camera:2", 2), ("camera:-1", nil), ("camera:x", nil), ("clip.mp4", nil),
      ("./camera", nil),
    ] as [(String, Int?)])
  func camera(name: String, index: Int?) {
    #expect(cameraIndex(name) == index)
  }

  @Test func `inputs of one name get pictures of their own`() throws {
    let folder = try TemporaryFolder()
    var output = try OutputFolder(path: folder.path + "/out", sparing: [])
    #expect(try output.path(for: "a/1.png") == "\(folder.path)/out/1.jpg")
    #expect(try output.path(for: "b/1.jpg") == "\(folder.path)/out/1-2.jpg")
    #expect(try output.path(for: "b/1.jpg", in: "set") == "\(folder.path)/out/set-1.jpg")
  }
}
