import Foundation
import Media
import VisionCore
import VisionRequests

/// A folder of photographs whose dice are being labelled.
actor LabelSet {
  /// A photograph in the list.
  struct Entry: Codable, Hashable, Sendable {
    var name: String
    var isLabelled: Bool
  }

  /// A photograph with its boxes: those that were saved, or those that the program proposes.
  struct Photo: Codable, Hashable, Sendable {
    var width: Int
    var height: Int
    var isLabelled: Bool
    var boxes: [COCOFile.Box]
  }

  /// Where the photographs lie: in `images`, as data sets have them, or in the folder itself.
  private let images: URL
  private let names: [String]
  private let request: RecognizeDiceRequest
  private var file: COCOFile
  /// What the program proposes, by the photograph's index.
  private var proposals: [Int: Photo] = [:]

  init(folder: String, request: RecognizeDiceRequest) throws(Failure) {
    file = try COCOFile(inFolder: folder)
    images = DiceDataSet.imageFolder(of: URL(filePath: folder, directoryHint: .isDirectory))
    let place = images.path(percentEncoded: false)
    let all = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    names = all.filter { !$0.hasPrefix(".") }.sorted().filter { ImageReader.isImage(place + $0) }
    self.request = request
    guard !names.isEmpty else {
      throw Failure(
        status: .missing, sentence: "There is no photograph in '\(folder)', nor in 'images' there.")
    }
  }

  /// In the order of their names.
  var entries: [Entry] {
    let labelled = file.labelled
    return names.map { Entry(name: $0, isLabelled: labelled.contains($0)) }
  }

  /// - Returns: `nil` where there is no such photograph.
  /// - Throws: Why it cannot be read.
  func photo(at index: Int) async throws(Failure) -> Photo? {
    guard names.indices.contains(index) else { return nil }
    let decoded = try read(index)
    let size = decoded.uprightSize(decoded.orientation)
    if let boxes = file.boxes(of: names[index]) {
      return Photo(width: size.width, height: size.height, isLabelled: true, boxes: boxes)
    }
    if let proposal = proposals[index] { return proposal }
    let dice: [DieObservation]
    do throws(VisionError) {
      dice = try await request.perform(on: decoded.image, orientation: decoded.orientation)
    } catch {
      throw Failure(error)
    }
    let photo = Photo(
      width: size.width, height: size.height, isLabelled: false,
      boxes: dice.map { die in
        let box = die.boundingBox.clippedToUnit
        return COCOFile.Box(
          box: [box.x, box.y, box.width, box.height], category: die.label.pips,
          confidence: Double(die.confidence))
      }.filter(\.isSound))
    proposals[index] = photo
    return photo
  }

  /// The photograph as a JPEG that stands upright; `nil` where there is none.
  func picture(at index: Int) throws(Failure) -> [UInt8]? {
    guard names.indices.contains(index) else { return nil }
    let decoded = try read(index)
    return ImageWriter.jpeg(decoded.image.turnedUpright(from: decoded.orientation))
  }

  /// Keeps what a person says of a photograph, in the file before this returns.
  ///
  /// - Parameters:
  ///   - boxes: All of the photograph, sound ones.
  ///   - index: Of the photograph.
  /// - Returns: Whether there is such a photograph.
  /// - Throws: Why the file cannot be written; it is then as it was.
  func save(_ boxes: [COCOFile.Box], at index: Int) throws(Failure) -> Bool {
    guard names.indices.contains(index) else { return false }
    let decoded = try read(index)
    var changed = file
    changed.replaceBoxes(
      of: names[index], with: boxes, size: decoded.uprightSize(decoded.orientation))
    try changed.write()
    file = changed
    return true
  }

  private func read(_ index: Int) throws(Failure) -> DecodedImage {
    do throws(MediaError) {
      return try ImageReader.read(
        contentsOf: images.appending(path: names[index]).path(percentEncoded: false))
    } catch {
      throw Failure(error)
    }
  }
}

extension BoundingBox {
  /// The part of it that lies in the picture.
  fileprivate var clippedToUnit: BoundingBox {
    let (left, top) = (max(0, x), max(0, y))
    return BoundingBox(
      x: left, y: top, width: max(0, min(1, maxX) - left), height: max(0, min(1, maxY) - top))
  }
}
