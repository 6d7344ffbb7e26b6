/// How a network wants the picture that it is given.
public struct PictureInput: Hashable, Sendable {
  /// The order of the input's extents.
  public enum Layout: Hashable, Sendable {
    /// `[1, 3, height, width]`, as PyTorch exports; any size that the network can take.
    case planar
    /// `[1, height, width, 3]`, as TensorFlow exports; the size of the file alone.
    case interleaved
  }

  public var layout: Layout
  /// What the bytes `0...255` become.
  public var range: ClosedRange<Float>

  public init(layout: Layout, range: ClosedRange<Float>) {
    self.layout = layout
    self.range = range
  }

  /// What our own networks take: planes of `0...1`.
  public static let planar = PictureInput(layout: .planar, range: 0...1)

  /// The layout's name in OpenVINO's letters.
  var letters: String {
    switch layout {
    case .planar: "NCHW"
    case .interleaved: "NHWC"
    }
  }
}
