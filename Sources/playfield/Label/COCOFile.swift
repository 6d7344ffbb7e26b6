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

    /// Whether it says the same as another: nothing has been corrected.
    fileprivate func isLike(_ other: Box) -> Bool {
      category == other.category && isInPlace(of: other)
    }

    /// Whether it lies where another does.
    fileprivate func isInPlace(of other: Box) -> Bool {
      zip(box, other.box).allSatisfy { abs($0 - $1) < 1e-6 }
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
    guard let data = try? Data(contentsOf: url),
      let object = try? JSONSerialization.jsonObject(with: data),
      let members = object as? [String: Any]
    else {
      // What cannot be read must not be replaced.
      throw Failure(
        status: .unreadable,
        sentence: "'\(url.path(percentEncoded: false))' is no COCO file: it cannot be read.")
    }
    content = members
  }

  private var images: [[String: Any]] { content["images"] as? [[String: Any]] ?? [] }
  private var annotations: [[String: Any]] { content["annotations"] as? [[String: Any]] ?? [] }

  /// The photographs that have been labelled, be there a die or not. One of which only values are known has not.
  var labelled: Set<String> {
    Set(images.filter { !hasValues($0) }.compactMap { $0["file_name"] as? String })
  }

  /// The boxes of a photograph that can be shown.
  ///
  /// - Parameter name: The photograph's, in its folder.
  /// - Returns: `nil` where it was never labelled, or only values are known of it.
  func boxes(of name: String) -> [Box]? {
    guard let image = images.first(where: { $0["file_name"] as? String == name }),
      !hasValues(image), let id = number(image["id"]),
      let width = number(image["width"]), let height = number(image["height"])
    else { return nil }
    return annotations.filter { number($0["image_id"]) == id }
      .compactMap { box(of: $0, width: width, height: height) }
  }

  /// An annotation as a box, of what lies in the picture; `nil` for one that cannot be shown.
  private func box(of annotation: [String: Any], width: Double, height: Double) -> Box? {
    let sides = (annotation["bbox"] as? [Any] ?? []).compactMap(number)
    guard sides.count == 4, let category = integer(annotation["category_id"]) else { return nil }
    let (left, top) = (limited(sides[0] / width), limited(sides[1] / height))
    let box = Box(
      box: [
        left, top, limited((sides[0] + sides[2]) / width) - left,
        limited((sides[1] + sides[3]) / height) - top,
      ],
      category: category, id: integer(annotation["id"]))
    return box.isSound ? box : nil
  }

  /// Puts boxes in the place of those that were shown of a photograph. An annotation that could not be shown
  /// is kept, and one whose box has not changed is kept as it is.
  ///
  /// - Parameters:
  ///   - name: The photograph's, in its folder.
  ///   - boxes: All of the photograph; those that are nothing in tenths of a pixel are left out.
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
    var (before, hidden): ([(annotation: [String: Any], box: Box)], [[String: Any]]) = ([], [])
    for annotation in annotations where number(annotation["image_id"]) == image {
      if let box = box(of: annotation, width: width, height: height) {
        before.append((annotation, box))
      } else {
        hidden.append(annotation)
      }
    }
    var next = highest(annotations)
    var corrected: [[String: Any]] = []
    for box in boxes {
      // Each is corrected once: a second box of the same id is another one.
      let index = before.firstIndex {
        $0.box.id == box.id && (box.id != nil || $0.box.isLike(box))
      }
      let known = index.map { before.remove(at: $0) }
      if let known, known.box.isLike(box) {
        corrected.append(known.annotation)
        continue
      }
      let bbox = zip(box.box, [width, height, width, height]).map { rounded($0 * $1) }
      guard bbox[2] > 0, bbox[3] > 0 else { continue }
      var annotation = known?.annotation ?? [:]
      if annotation["id"] == nil {
        next += 1
        annotation["id"] = next
      }
      annotation["image_id"] = Int(image)
      annotation["category_id"] = box.category
      annotation["iscrowd"] = annotation["iscrowd"] ?? 0
      if known?.box.isInPlace(of: box) != true {
        annotation["bbox"] = bbox
        annotation["area"] = rounded(bbox[2] * bbox[3])
        // It was the outline of what lay elsewhere.
        annotation["segmentation"] = nil
      }
      corrected.append(annotation)
    }
    content["images"] = images
    content["annotations"] =
      annotations.filter { number($0["image_id"]) != image } + hidden + corrected
    nameCategories()
  }

  private mutating func nameCategories() {
    // Categories that are not a list are left alone.
    guard var known = content["categories", default: [[String: Any]]()] as? [[String: Any]]
    else { return }
    for (id, name) in Self.categories
    where !known.contains(where: { number($0["id"]) == Double(id) }) {
      known.append(["id": id, "name": name])
    }
    content["categories"] = known
  }

  /// Writes the file: it is the old one or the new one at any moment.
  ///
  /// - Throws: That it cannot be written.
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
    entries.compactMap { integer($0["id"]) }.max() ?? 0
  }

  /// Tenths of a pixel, as data sets have them.
  private func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }

  private func limited(_ value: Double) -> Double { min(max(value, 0), 1) }

  private func number(_ value: Any?) -> Double? { (value as? NSNumber)?.doubleValue }

  private func integer(_ value: Any?) -> Int? { number(value).flatMap { Int(exactly: $0) } }

  /// Whether only values are known of a photograph, as data sets have it.
  private func hasValues(_ image: [String: Any]) -> Bool {
    image["values"] != nil && !(image["values"] is NSNull)
  }
}
