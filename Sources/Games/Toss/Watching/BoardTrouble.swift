internal import VisionCore

/// What keeps a board from being found, or from being played on.
package enum BoardTrouble: CaseIterable, Sendable {
  case cameraMoves
  case tooDark
  /// It reaches beyond the picture.
  case cutOff
  /// Nothing like a board is in the picture.
  case notSeen
}

extension TossWatch {
  /// Frames whose mean luma is below this, of 255, are too dark: cameras expose for a mean of about 115 (a grey card of
  /// 18 %), and this is two stops below.
  private static let darkness = 30.0

  /// `nil` where the board is known, and before it was looked for.
  package var boardTrouble: BoardTrouble? {
    if failure == .tooLittleOfBoard { return .cutOff }
    if !camera.isStill { return .cameraMoves }
    if let board = knownBoard, camera.isBoardInPlace {
      let edges = -0.005...1.005
      let isWhole = board.corners.all.allSatisfy { edges.contains($0.x) && edges.contains($0.y) }
      return isWhole ? nil : .cutOff
    }
    guard let isCutOff = finder.isCutOff else { return nil }
    if let light, light < Self.darkness { return .tooDark }
    return isCutOff ? .cutOff : .notSeen
  }
}

extension PlanarImage {
  /// The mean of some of its luma, of 255 in full range.
  var meanLuma: Double {
    let (step, luma) = (61, samples.prefix(size.width * size.height))
    var (sum, count) = (0, 0)
    for index in Swift.stride(from: 0, to: luma.count, by: step) {
      sum += Int(samples[index])
      count += 1
    }
    let mean = Double(sum) / Double(max(1, count))
    return encoding.isFullRange ? mean : (mean - 16) * 255 / 219
  }
}
