import Foundation
import VisionCore

/// Photos of dice whose truth is known: a folder with `images/` and `annotations.json` (COCO).
struct DiceDataSet {
  struct Photo {
    let path: String
    let truth: DiceTruth
    /// `train` or `test`; `nil` where the set does not say.
    let split: String?
  }

  let name: String
  let photos: [Photo]

  init(folder: String) throws(Failure) {
    let url = URL(filePath: folder, directoryHint: .isDirectory)
    let file = url.appending(path: "annotations.json")
    guard FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) else {
      throw Failure(
        status: .missing,
        sentence: "No 'annotations.json' in '\(folder)'. Name a folder that holds it and 'images/'."
      )
    }
    do {
      let coco = try JSONDecoder().decode(COCO.self, from: Data(contentsOf: file))
      name = url.standardizedFileURL.lastPathComponent
      photos = coco.photos(in: url.appending(path: "images"))
    } catch {
      throw Failure(
        status: .unreadable,
        sentence: "'\(file.path(percentEncoded: false))' is no COCO file: \(error).")
    }
  }
}

/// The part of COCO's format that data sets of dice use. Categories 1 to 6 are values, 7 dice too
/// unclear to be judged, 8 things that are no pip dice.
private struct COCO: Decodable {
  struct Image: Decodable {
    let id: Int
    let fileName: String
    let width: Double
    let height: Double
    let split: String?
    /// The values to be seen, where a set has no boxes.
    let values: [UInt8]?

    enum CodingKeys: String, CodingKey {
      case id, width, height, split, values
      case fileName = "file_name"
    }
  }

  struct Annotation: Decodable {
    let imageID: Int
    let category: Int
    /// x, y, width, height in pixels.
    let bbox: [Double]

    enum CodingKeys: String, CodingKey {
      case bbox
      case imageID = "image_id"
      case category = "category_id"
    }
  }

  static let ignored = 7
  static let distractor = 8

  let images: [Image]
  let annotations: [Annotation]

  func photos(in folder: URL) -> [DiceDataSet.Photo] {
    let annotations = Dictionary(grouping: annotations, by: \.imageID)
    return images.map { image in
      DiceDataSet.Photo(
        path: folder.appending(path: image.fileName).path(percentEncoded: false),
        truth: truth(of: image, annotations: annotations[image.id] ?? []), split: image.split)
    }
  }

  private func truth(of image: Image, annotations: [Annotation]) -> DiceTruth {
    if let values = image.values {
      return DiceTruth(dice: .values(values.compactMap(DieValue.init)))
    }
    func boxes(_ category: Int) -> [BoundingBox] {
      annotations.filter { $0.category == category && $0.bbox.count == 4 }.map {
        BoundingBox(
          x: $0.bbox[0] / image.width, y: $0.bbox[1] / image.height,
          width: $0.bbox[2] / image.width, height: $0.bbox[3] / image.height)
      }
    }
    return DiceTruth(
      dice: .boxes(
        DieValue.allCases.flatMap { value in
          boxes(value.pips).map {
            DieObservation(label: value, confidence: 1, boundingBox: $0)
          }
        }),
      ignored: boxes(Self.ignored), distractors: boxes(Self.distractor))
  }
}
