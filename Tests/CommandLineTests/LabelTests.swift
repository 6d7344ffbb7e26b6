import FlyingFox
import Foundation
import Testing
import VisionCore
import VisionRequests

@testable import playfield

/// The page of `dice label`, and the file that it writes.
@Suite("Labelling photographs") struct LabelTests {
  private let folder: TemporaryFolder

  /// Two photographs of a 1 and a 2, and a file of another kind.
  init() throws {
    folder = try TemporaryFolder()
    try folder.write("no photograph", to: "photos/notes.txt")
    try folder.picture("photos/a.jpg")
    try folder.picture("photos/b.png")
  }

  private var photos: String { folder.url.appending(path: "photos").path }

  private func set() throws -> LabelSet {
    try LabelSet(
      folder: photos, request: RecognizeDiceRequest(model: try DiceModel(path: Program.model)))
  }

  private func ask(
    _ path: String, _ method: HTTPMethod = .GET, of set: LabelSet, body: String = "",
    headers: [HTTPHeader: String] = [:]
  ) async throws -> HTTPResponse {
    let own: [HTTPHeader: String] = [.host: "localhost:8081", .contentType: "application/json"]
    return try await LabelPage(photographs: set).handleRequest(
      HTTPRequest(
        method: method, version: .http11, path: path, query: [],
        headers: own.merging(headers) { $1 }, body: Data(body.utf8)))
  }

  private func object(_ response: HTTPResponse) async throws -> [String: Any] {
    try #require(
      JSONSerialization.jsonObject(with: try await response.bodyData) as? [String: Any])
  }

  private func file() throws -> [String: Any] {
    try #require(
      JSONSerialization.jsonObject(
        with: Data(contentsOf: URL(filePath: "\(photos)/annotations.json"))) as? [String: Any])
  }

  @Test func `photographs are listed, and shown with the dice as they are read`() async throws {
    let set = try set()
    let list = try await object(ask("/photos", of: set))["photos"] as? [[String: Any]]
    #expect(list?.map { $0["name"] as? String } == ["a.jpg", "b.png"])
    #expect(list?.map { $0["isLabelled"] as? Bool } == [false, false])
    let photo = try await object(ask("/photos/0", of: set))
    let boxes = try #require(photo["boxes"] as? [[String: Any]])
    #expect(boxes.map { $0["category"] as? Int } == [1, 2])
    #expect(photo["width"] as? Int == 160 && photo["isLabelled"] as? Bool == false)
    let picture = try await ask("/photos/1.jpg", of: set).bodyData
    #expect(picture.prefix(2) == Data([0xFF, 0xD8]))
    for path in ["/photos/2", "/photos/2.jpg", "/photos/-1", "/photos/a", "/../notes.txt"] {
      #expect(try await ask(path, of: set).statusCode == .notFound, "\(path)")
    }
    #expect(!FileManager.default.fileExists(atPath: "\(photos)/annotations.json"))
  }

  @Test func `what is saved is a data set, by which reading is measured`() async throws {
    let set = try set()
    let body = #"{"boxes": [{"box": [0.2, 0.4, 0.05, 0.0667], "category": 5}]}"#
    #expect(try await ask("/photos/1", .PUT, of: set, body: body).statusCode == .noContent)
    #expect(
      try await ask("/photos/0", .PUT, of: set, body: #"{"boxes": []}"#).statusCode == .noContent)
    #expect(await set.entries.map(\.isLabelled) == [true, true])

    let data = try DiceDataSet(folder: photos)
    #expect(data.photos.map { URL(filePath: $0.path).lastPathComponent } == ["b.png", "a.jpg"])
    guard case .boxes(let dice) = data.photos[0].truth.dice else {
      Issue.record("no boxes")
      return
    }
    #expect(dice.map(\.label) == [.five] && abs(dice[0].boundingBox.x - 0.2) < 0.001)
    #expect(FileManager.default.fileExists(atPath: data.photos[0].path))
    // Another run of the program goes on with it.
    let photo = try await object(ask("/photos/1", of: try self.set()))
    #expect(photo["isLabelled"] as? Bool == true)
    #expect((photo["boxes"] as? [[String: Any]])?.first?["category"] as? Int == 5)
  }

  @Test func `what labelling knows nothing of is kept`() async throws {
    try folder.write(
      #"""
      {"info": {"licence": "ours"}, "categories": [{"id": 1, "name": "one"}],
       "images": [{"id": 7, "file_name": "a.jpg", "width": 160, "height": 120, "split": "test"},
                  {"id": 9, "file_name": "gone.jpg", "width": 100, "height": 100, "values": [6]}],
       "annotations": [{"id": 3, "image_id": 7, "category_id": 1, "bbox": [32, 48, 8, 8], "by": "Ada"},
                       {"id": 4, "image_id": 7, "category_id": 7, "bbox": [80, 48, 8, 8]}]}
      """#, to: "photos/annotations.json")
    let set = try set()
    let photo = try await object(ask("/photos/0", of: set))
    var boxes = try #require(photo["boxes"] as? [[String: Any]])
    #expect(boxes.map { $0["id"] as? Int } == [3, 4])
    boxes[0]["category"] = 2
    boxes[1] = ["box": [0.5, 0.5, 0.1, 0.1], "category": 8]
    let body = String(
      decoding: try JSONSerialization.data(withJSONObject: ["boxes": boxes]), as: UTF8.self)
    #expect(try await ask("/photos/0", .PUT, of: set, body: body).statusCode == .noContent)

    let file = try file()
    #expect((file["info"] as? [String: String]) == ["licence": "ours"])
    let images = try #require(file["images"] as? [[String: Any]])
    #expect(images.count == 2 && images[0]["split"] as? String == "test")
    #expect(images[1]["values"] as? [Int] == [6])
    let annotations = try #require(file["annotations"] as? [[String: Any]])
    #expect(annotations.map { $0["id"] as? Int } == [3, 5], "4 is gone")
    #expect(annotations[0]["by"] as? String == "Ada" && annotations[0]["category_id"] as? Int == 2)
    #expect(annotations[0]["bbox"] as? [Double] == [32, 48, 8, 8])
    #expect(annotations[1]["category_id"] as? Int == 8)
    let categories = try #require(file["categories"] as? [[String: Any]])
    #expect(categories.count == 8 && categories[0]["name"] as? String == "one")
  }

  @Test func `what has not been corrected is kept as it is`() async throws {
    try folder.write(
      #"""
      {"images": [{"id": 1, "file_name": "a.jpg", "width": 160, "height": 120},
                  {"id": 2, "file_name": "b.png", "width": 160, "height": 120, "values": [1, 2]}],
       "annotations": [
        {"id": 1, "image_id": 1, "category_id": 1, "bbox": [32.04, 48, 8, 8], "segmentation": [[1]]},
        {"id": 2, "image_id": 1, "category_id": 2, "bbox": [80, 48, 8, 8], "segmentation": [[2]]},
        {"id": 3, "image_id": 1, "category_id": 3, "bbox": [200, 48, 8, 8]}]}
      """#, to: "photos/annotations.json")
    let set = try set()
    #expect(await set.entries.map(\.isLabelled) == [true, false], "values are no boxes")
    var boxes = try #require(
      try await object(ask("/photos/0", of: set))["boxes"] as? [[String: Any]])
    #expect(boxes.map { $0["id"] as? Int } == [1, 2], "3 lies beside the picture")
    boxes[1]["box"] = [0.25, 0.5, 0.1, 0.1]
    // Another of the same id, and one that is nothing in tenths of a pixel.
    boxes.append(["box": [0.75, 0.5, 0.1, 0.1], "category": 6, "id": 2])
    boxes.append(["box": [0.1, 0.1, 0.0001, 0.1], "category": 5])
    let body = String(
      decoding: try JSONSerialization.data(withJSONObject: ["boxes": boxes]), as: UTF8.self)
    #expect(try await ask("/photos/0", .PUT, of: set, body: body).statusCode == .noContent)

    let annotations = try #require(try file()["annotations"] as? [[String: Any]])
    let byID = Dictionary(uniqueKeysWithValues: annotations.map { ($0["id"] as? Int ?? 0, $0) })
    #expect(byID.keys.sorted() == [1, 2, 3, 4])
    #expect(byID[1]?["bbox"] as? [Double] == [32.04, 48, 8, 8] && byID[1]?["segmentation"] != nil)
    #expect(byID[2]?["bbox"] as? [Double] == [40, 60, 16, 12] && byID[2]?["segmentation"] == nil)
    #expect(byID[3]?["bbox"] as? [Double] == [200, 48, 8, 8])
    #expect(byID[4]?["category_id"] as? Int == 6)
    _ = try DiceDataSet(folder: photos)
  }

  @Test func `a body that is too long is refused`() async throws {
    let body = #"{"boxes": []}"# + String(repeating: " ", count: 1_000_000)
    #expect(try await ask("/photos/0", .PUT, of: set(), body: body).statusCode == .payloadTooLarge)
    #expect(!FileManager.default.fileExists(atPath: "\(photos)/annotations.json"))
  }

  @Test(
    "only boxes of dice are saved",
    arguments: [
      "", "[]", #"{"boxes": 1}"#, #"{"boxes": [{"box": [0, 0, 1], "category": 1}]}"#,
      #"{"boxes": [{"box": [0, 0, 0, 1], "category": 1}]}"#,
      #"{"boxes": [{"box": [0.5, 0, 0.6, 1], "category": 1}]}"#,
      #"{"boxes": [{"box": [0, 0, 1, 1], "category": 9}]}"#,
    ])
  func noBoxes(body: String) async throws {
    #expect(try await ask("/photos/0", .PUT, of: set(), body: body).statusCode == .badRequest)
    #expect(!FileManager.default.fileExists(atPath: "\(photos)/annotations.json"))
  }

  @Test(
    "only a local page is answered",
    arguments: [
      [HTTPHeader("Origin"): "http://evil.example"],
      [.contentType: "text/plain"],
    ] as [[HTTPHeader: String]])
  func strangers(headers: [HTTPHeader: String]) async throws {
    let answer = try await ask(
      "/photos/0", .PUT, of: set(), body: #"{"boxes": []}"#, headers: headers)
    #expect(answer.statusCode == .forbidden)
    #expect(!FileManager.default.fileExists(atPath: "\(photos)/annotations.json"))
  }

  @Test func `a photograph that cannot be read is reported, and the others are shown`() async throws
  {
    try Data(contentsOf: URL(filePath: "\(photos)/a.jpg")).prefix(300)
      .write(to: URL(filePath: "\(photos)/a.jpg"))
    let set = try set()
    let answer = try await ask("/photos/0", of: set)
    #expect(answer.statusCode == .unprocessableContent)
    #expect(String(decoding: try await answer.bodyData, as: UTF8.self).contains("a.jpg"))
    #expect(try await ask("/photos/1", of: set).statusCode == .ok)
  }

  @Test func `a folder without photographs, and a file that is no data set, are refused`() throws {
    try folder.write("no photograph", to: "empty/notes.txt")
    let empty = try Program.run(
      "dice", "label", folder.url.appending(path: "empty").path, "--model", Program.model)
    #expect(empty.status == 66 && empty.output.isEmpty && empty.errors.contains("no photograph"))
    try folder.write("{}", to: "photos/annotations.json")
    let damaged = try Program.run("dice", "label", photos, "--model", Program.model)
    #expect(damaged.status == 65 && damaged.errors.contains("annotations.json"))
    #expect(try String(contentsOfFile: "\(photos)/annotations.json", encoding: .utf8) == "{}")
  }

  @Test func `the server lets in no host but this machine's`() throws {
    let process = try Program.start([
      "dice", "label", photos, "--model", Program.model, "--port", "0",
    ])
    defer { process.terminate() }
    let errors = (process.standardError as! Pipe).fileHandleForReading
    var line = Data()
    while line.last != UInt8(ascii: "\n"), let byte = try errors.read(upToCount: 1), !byte.isEmpty {
      line += byte
    }
    let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    let port = try #require(text.split(separator: ":").last.flatMap { UInt16($0) }, "\(text)")
    for (host, status) in [("localhost:\(port)", 200), ("evil.example:\(port)", 403)] {
      let caller = try Caller(port: port)
      caller.send("GET /photos HTTP/1.1\r\nHost: \(host)\r\n\r\n")
      #expect(caller.answer().hasPrefix("HTTP/1.1 \(status) "), "\(host)")
    }
  }
}
