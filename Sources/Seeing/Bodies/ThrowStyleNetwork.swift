package import PortableInference

/// The network that classifies how a body throws, as in `Training/ThrowStyle/model.py`.
package enum ThrowStyleNetwork {
  /// - Parameters:
  ///   - layers: Where they are written down.
  ///   - motion: ``ThrowStyleWindow``'s values, a place a sample.
  /// - Returns: `[4, 1, 1]`, the logits of overhand, underhand, underleg and none.
  /// - Throws: ``NetworkError`` when the weights are another network's.
  package static func describe(
    _ layers: inout NetworkBuilder, _ motion: FeatureMap
  ) throws(NetworkError) -> FeatureMap {
    var features = motion
    for (index, stride) in [2, 1, 2, 1, 1].enumerated() {
      features = try layers.convolution(features, "features.\(index).0", stride: stride)
    }
    let (mean, most) = (layers.mean(features), layers.maximum(features))
    return try layers.dense(layers.concatenated([mean, most]), "head", activation: .none)
  }

  /// The logits of a window: the mean over itself, its mirror image, and both with the names of left and
  /// right exchanged, for a throw and its mirror image are the same throw.
  package static func logits(
    of window: ThrowStyleWindow, by network: PortableNetwork
  ) throws(NetworkError) -> SIMD4<Float> {
    try network.prepare(width: ThrowStyleWindow.length, height: 1)
    var sum = SIMD4<Float>.zero
    for isExchanged in [false, true] {
      for isMirrored in [false, true] {
        fill(network, with: window, isMirrored: isMirrored, isExchanged: isExchanged)
        network.run()
        for (index, value) in network.values(ofOutput: 0).prefix(4).enumerated() {
          sum[index] += value
        }
      }
    }
    return sum / 4
  }

  private static func fill(
    _ network: PortableNetwork, with window: ThrowStyleWindow, isMirrored: Bool, isExchanged: Bool
  ) {
    let joints = BodyMotion.Joint.allCases.count
    let padded = (ThrowStyleWindow.channels + 3) / 4 * 4
    network.fill { _, floats in
      floats.update(repeating: 0)
      for channel in 0..<ThrowStyleWindow.channels {
        let (part, joint) = (channel / joints, channel % joints)
        let source = part * joints + (isExchanged ? other(joint) : joint)
        // Of x, y and belief only x is another one in a mirror.
        let sign: Float = isMirrored && part == 0 ? -1 : 1
        for sample in 0..<ThrowStyleWindow.length {
          floats[sample * padded + channel] =
            sign * window.values[source * ThrowStyleWindow.length + sample]
        }
      }
    }
  }

  /// The joint on the other side: after the head, those of the left and of the right stand by turns.
  private static func other(_ joint: Int) -> Int {
    joint == 0 ? 0 : joint.isMultiple(of: 2) ? joint - 1 : joint + 1
  }
}
