import Foundation
import VisionCore

/// The `annotations.json` of a folder of photographs, in COCO's format. What labelling knows nothing of is
/// kept as it is.
struct COCOFile {
  /// A box of a photograph.
  struct Box: Codable, Hashable, Sendable {
    /// x, y, width and height, from 0 to 1 of the upright picture.
    var box: [Double]
    /// 1 to 6 for a value, 7 for a die too unclear to be judged, 8 for what is no pip die.
    var category: Int
    /// Of the annotation that it corrects.
    var id: Int?
    /// Of one that the program proposes.
    var confidence: Double?

    var isSound: Bool {
      box.count == 4 && box.allSatisfy { (0...1).contains($0) } && box[2] > 0 && box[3] > 0
        && box[0] + box[2] <= 1.000001 && box[1] + box[3] <= 1.000001
        && COCOFile.categories.contains { $0.id == category }
    }
  }

  private static let categories: [(id: Int, name: String)] =
    (1...6).map { ($0, "\($0)") } + [(7, "ignore"), (8, "distractor")]

  private let url: URL
  private var content: [String: Any]

  /// - Parameter folder: The data set's; the file in it may be missing.
  /// - Throws: Why the file that is there cannot be used.
  init(inFolder folder: String) throws(Failure) {
    url = URL(filePath: folder, directoryHint: .isDirectory).appending(path: "annotations.json")
    guard FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) else {
      content = [:]
      return
    }
    // What is measured by is what may be corrected.
    _ = try DiceDataSet(folder: folder)
    let object = (try? Data(contentsOf: url)).flatMap {
      try? JSONSerialization.jsonObject(with: $0)
    }
    content = object as? [String: Any] ?? [:]
  }

  private var images: [[String: Any]] { content["images"] as? [[String: Any]] ?? [] }
  private var annotations: [[String: Any]] { content["annotations"] as? [[String: Any]] ?? [] }

  /// The photographs that have been labelled, be there a die or not.
  var labelled: Set<String> { Set(images.compactMap { $0["file_name"] as? String }) }

  /// The boxes of a photograph; `nil` where it was never labelled, or only values are known of it.
  func boxes(of name: String) -> [Box]? {
    guard let image = images.first(where: { $0["file_name"] as? String == name }),
      image["values"] == nil, let id = number(image["id"]).map({ Int($0) }),
      let width = number(image["width"]), let height = number(image["height"])
    else { return nil }
    return annotations.filter { number($0["image_id"]) == Double(id) }.compactMap { annotation in
      guard let bbox = annotation["bbox"] as? [Any],
        let category = number(annotation["category_id"])
      else { return nil }
      let sides = bbox.compactMap(number)
      let (left, top) = (limited(sides[0] / width), limited(sides[1] / height))
      return Box(
        box: [
          left, top, limited((sides[0] + sides[2]) / width) - left,
          limited((sides[1] + sides[3]) / height) - top,
        ],
        category: Int(category), id: number(annotation["id"]).map { Int($0) })
    }.filter(\.isSound)
  }

  /// Puts boxes in the place of those that a photograph has had.
  ///
  /// - Parameters:
  ///   - name: The photograph's, in its folder.
  ///   - boxes: All of the photograph.
  ///   - size: Of the upright picture.
  mutating func replaceBoxes(of name: String, with boxes: [Box], size: PixelSize) {
    var images = images
    let index = images.firstIndex { $0["file_name"] as? String == name } ?? images.endIndex
    if index == images.endIndex {
      images.append([
        "id": 1 + highest(images), "file_name": name, "width": size.width, "height": size.height,
      ])
    }
    // The boxes say more than the values did.
    images[index]["values"] = nil
    let image = number(images[index]["id"]) ?? 0
    let (width, height) = (
      number(images[index]["width"]) ?? Double(size.width),
      number(images[index]["height"]) ?? Double(size.height)
    )
    let before = annotations.filter { number($0["image_id"]) == image }
    var next = highest(annotations)
    let corrected = boxes.map { box -> [String: Any] in
      var annotation =
        before.first { box.id != nil && number($0["id"]) == box.id.map(Double.init) } ?? [:]
      if annotation["id"] == nil {
        next += 1
        annotation["id"] = next
      }
      let bbox = zip(box.box, [width, height, width, height]).map { rounded($0 * $1) }
      annotation["image_id"] = Int(image)
      annotation["category_id"] = box.category
      annotation["bbox"] = bbox
      annotation["area"] = rounded(bbox[2] * bbox[3])
      annotation["iscrowd"] = annotation["iscrowd"] ?? 0
      return annotation
    }
    content["images"] = images
    content["annotations"] = annotations.filter { number($0["image_id"]) != image } + corrected
    nameCategories()
  }

  private mutating func nameCategories() {
    var known = content["categories"] as? [[String: Any]] ?? []
    for (id, name) in Self.categories
    where !known.contains(where: { number($0["id"]) == Double(id) }) {
      known.append(["id": id, "name": name])
    }
    content["categories"] = known
  }

  /// Writes the file: it is the old one or the new one at any moment.
  func write() throws(Failure) {
    do {
      let data = try JSONSerialization.data(
        withJSONObject: content, options: [.sortedKeys, .withoutEscapingSlashes])
      try (data + Data("\n".utf8)).write(to: url, options: .atomic)
    } catch {
      throw Failure(
        status: .fault,
        sentence: """
          '\(url.path(percentEncoded: false))' cannot be written. Check the folder's permissions and the \
          space left on the disk.
          """)
    }
  }

  private func highest(_ entries: [[String: Any]]) -> Int {
    Int(entries.compactMap { number($0["id"]) }.max() ?? 0)
  }

  /// Tenths of a pixel, as data sets have them.
  private func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }

  private func limited(_ value: Double) -> Double { min(max(value, 0), 1) }

  private func number(_ value: Any?) -> Double? { (value as? NSNumber)?.doubleValue }
}
