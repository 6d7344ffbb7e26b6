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
  /// What the program proposes, or is about to, by the photograph's index: each is read once, however often
  /// it is asked for meanwhile.
  private var proposals: [Int: Task<Result<Photo, Failure>, Never>] = [:]

  /// Lists the photographs of a folder.
  ///
  /// - Parameters:
  ///   - folder: With photographs in it, or in `images` in it.
  ///   - request: Reads those that are not labelled yet.
  /// - Throws: Where there is no photograph, or the labels that are there cannot be used.
  init(folder: String, request: RecognizeDiceRequest) throws(Failure) {
    file = try COCOFile(inFolder: folder)
    images = DiceDataSet.imageFolder(of: URL(filePath: folder, directoryHint: .isDirectory))
    let place = images.path(percentEncoded: false)
    let all = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    names = all.filter { !$0.hasPrefix(".") }.sorted().filter {
      // Opening a pipe would wait for whoever writes to it.
      Self.isRegularFile(place + $0) && ImageReader.isImage(place + $0)
    }
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

  /// A photograph with its boxes.
  ///
  /// - Parameter index: Of the photograph.
  /// - Returns: `nil` where there is no such photograph.
  /// - Throws: Why it cannot be read.
  func photo(at index: Int) async throws(Failure) -> Photo? {
    guard names.indices.contains(index) else { return nil }
    if let boxes = file.boxes(of: names[index]) {
      let decoded = try read(index)
      let size = decoded.uprightSize(decoded.orientation)
      return Photo(width: size.width, height: size.height, isLabelled: true, boxes: boxes)
    }
    if let running = proposals[index] { return try await running.value.get() }
    let proposal = Task { await self.propose(at: index) }
    proposals[index] = proposal
    let result = await proposal.value
    // What could not be read may be there when it is asked for again.
    if case .failure = result { proposals[index] = nil }
    return try result.get()
  }

  /// What the program reads in a photograph, or why it cannot.
  private func propose(at index: Int) async -> Result<Photo, Failure> {
    do throws(Failure) {
      let decoded = try read(index)
      let dice = try await dice(in: decoded)
      let size = decoded.uprightSize(decoded.orientation)
      return .success(
        Photo(
          width: size.width, height: size.height, isLabelled: false,
          boxes: dice.map { die in
            let box = die.boundingBox.clippedToUnit
            return COCOFile.Box(
              box: [box.x, box.y, box.width, box.height], category: die.label.pips,
              confidence: Double(die.confidence))
          }.filter(\.isSound)))
    } catch {
      return .failure(error)
    }
  }

  private func dice(in decoded: DecodedImage) async throws(Failure) -> [DieObservation] {
    do throws(VisionError) {
      return try await request.perform(on: decoded.image, orientation: decoded.orientation)
    } catch {
      throw Failure(error)
    }
  }

  /// The photograph as a JPEG that stands upright.
  ///
  /// - Parameter index: Of the photograph.
  /// - Returns: `nil` where there is no such photograph.
  /// - Throws: Why it cannot be read.
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

  /// Whether a path leads to a file, and not to a folder, a pipe or a device.
  private static func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
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
