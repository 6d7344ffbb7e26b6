internal import VisionCore

// What a picture's samples are and mean; see `FrameMemory`.

extension Choices {
  /// As WebCodecs names them.
  package static let formats = Choices(
    name: "formats",
    names: PicturePlanes.Format.allCases.map {
      switch $0 {
      case .rgba: "RGBA"
      case .bgra: "BGRA"
      case .i420: "I420"
      case .nv12: "NV12"
      }
    })

  package static let matrices = Choices(
    name: "matrices",
    names: ColorEncoding.Matrix.allCases.map {
      switch $0 {
      case .bt601: "bt601"
      case .bt709: "bt709"
      case .bt2020: "bt2020"
      }
    })
}
