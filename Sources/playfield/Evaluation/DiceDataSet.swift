import Foundation
import VisionCore

/// Photos of dice whose truth is known: a folder with `annotations.json` (COCO), and the photos in `images/` or
/// beside it.
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
    func unreadable(_ reason: String) -> Failure {
      Failure(
        status: .unreadable,
        sentence: "'\(file.path(percentEncoded: false))' is no COCO file: \(reason).")
    }
    let coco: COCO
    do {
      coco = try JSONDecoder().decode(COCO.self, from: Data(contentsOf: file))
    } catch let error as DecodingError {
      throw unreadable(error.sentence)
    } catch {
      throw unreadable("it cannot be read")
    }
    if let fault = coco.fault { throw unreadable(fault) }
    name = url.standardizedFileURL.lastPathComponent
    photos = coco.photos(in: Self.imageFolder(of: url))
  }

  /// Where the photos of a data set lie: in `images`, or in the folder itself.
  static func imageFolder(of folder: URL) -> URL {
    let images = folder.appending(path: "images", directoryHint: .isDirectory)
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(
      atPath: images.path(percentEncoded: false), isDirectory: &isFolder)
    return isThere && isFolder.boolValue ? images : folder
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

  /// What keeps the annotations from being used, and in which entry; nil where nothing does. An
  /// entry that were passed over would make the measure a lie.
  var fault: String? {
    var known: Set<Int> = []
    for (index, image) in images.enumerated() {
      guard known.insert(image.id).inserted else {
        return "images[\(index)] ('\(image.fileName)') has the id \(image.id) of another"
      }
      guard image.width >= 1, image.height >= 1 else {
        return "images[\(index)] ('\(image.fileName)') is \(image.width) x \(image.height) pixels"
      }
      if let value = image.values?.first(where: { DieValue(rawValue: $0) == nil }) {
        return "images[\(index)] ('\(image.fileName)') has the value \(value), give 1 to 6"
      }
    }
    for (index, annotation) in annotations.enumerated() {
      guard known.contains(annotation.imageID) else {
        return "annotations[\(index)] is of image \(annotation.imageID), which is not listed"
      }
      guard (1...Self.distractor).contains(annotation.category) else {
        return "annotations[\(index)] has the category \(annotation.category), give 1 to 8"
      }
      guard annotation.bbox.count == 4, annotation.bbox[2] > 0, annotation.bbox[3] > 0 else {
        return "annotations[\(index)] has the box \(annotation.bbox), give x, y, width and height"
      }
    }
    return nil
  }

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
      annotations.filter { $0.category == category }.map {
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
