// Layers without weights that networks from elsewhere have: sums, doubling between places, means and
// maxima of a plane, and channels that become places.

extension NetworkBuilder {
  /// Two maps added, number by number.
  public mutating func sum(
    _ input: FeatureMap, _ other: FeatureMap, activation: Activation = .none
  ) -> FeatureMap {
    precondition(input.channels == other.channels, "maps of one shape are added")
    let layer = FloatLayer { planes, _, memory in
      guard let other = planes.added else { return }
      planes.output.forEachPlace { x, y in
        let (a, b) = (memory + planes.input.place(x, y), memory + other.place(x, y))
        let target = memory + planes.output.place(x, y)
        for channel in stride(from: 0, to: planes.output.channels, by: 4) {
          var sum = a.vector(channel).pointee + b.vector(channel).pointee
          activation.apply(to: &sum)
          target.vector(channel).pointee = sum
        }
      }
    }
    return append(.floats(layer), input, adding: other, channels: input.channels)
  }

  /// Each place becomes four, between it and its neighbours: bilinear, with places in the middle of
  /// their squares. At the plane's edge they are as the nearest one.
  public mutating func doubled(_ input: FeatureMap) -> FeatureMap {
    let layer = FloatLayer(outputSize: { ($0.width * 2, $0.height * 2) }) { planes, _, memory in
      let (source, output) = (planes.input, planes.output)
      output.forEachPlace { x, y in
        let (left, right) = Self.neighbours(of: x, count: source.width)
        let (above, below) = Self.neighbours(of: y, count: source.height)
        // Of a nearer and a farther place, three quarters and one.
        let nearer = memory + source.place(left, above)
        let beside = memory + source.place(right, above)
        let beyond = memory + source.place(left, below)
        let across = memory + source.place(right, below)
        let target = memory + output.place(x, y)
        for channel in stride(from: 0, to: output.channels, by: 4) {
          let near = nearer.vector(channel).pointee * 0.75 + beside.vector(channel).pointee * 0.25
          let far = beyond.vector(channel).pointee * 0.75 + across.vector(channel).pointee * 0.25
          target.vector(channel).pointee = near * 0.75 + far * 0.25
        }
      }
    }
    return append(.floats(layer), input, channels: input.channels)
  }

  /// The place that a place of the doubled plane lies in, and its neighbour on the side on which it lies.
  private static func neighbours(of place: Int, count: Int) -> (near: Int, far: Int) {
    let near = place / 2
    return (near, min(max(0, place.isMultiple(of: 2) ? near - 1 : near + 1), count - 1))
  }

  /// Each place becomes four, whose channels were its own: first those of the one above on the left,
  /// then on the right, then of those below. TensorFlow's `depth_to_space`.
  ///
  /// - Parameter input: A multiple of 16 channels.
  /// - Returns: A quarter of the channels, on twice as many rows and columns.
  public mutating func channelsToPlaces(_ input: FeatureMap) -> FeatureMap {
    precondition(input.channels.isMultiple(of: 16), "a vector of channels would be torn")
    let layer = FloatLayer(outputSize: { ($0.width * 2, $0.height * 2) }) { planes, _, memory in
      let output = planes.output
      output.forEachPlace { x, y in
        let part = y % 2 * 2 + x % 2
        let source = memory + planes.input.place(x / 2, y / 2) + part * output.channels
        (memory + output.place(x, y)).update(from: source, count: output.channels)
      }
    }
    return append(.floats(layer), input, channels: input.channels / 4)
  }

  /// The mean of each channel over the plane.
  public mutating func mean(_ input: FeatureMap) -> FeatureMap {
    let layer = FloatLayer(outputSize: { _ in (1, 1) }) { planes, _, memory in
      let share = 1 / Float(planes.input.places)
      planes.fold(in: memory, from: .zero) {
        $0 + $1
      } finish: {
        $0 * share
      }
    }
    return append(.floats(layer), input, channels: input.channels)
  }

  /// The maximum of each channel over the plane.
  public mutating func maximum(_ input: FeatureMap) -> FeatureMap {
    let layer = FloatLayer(outputSize: { _ in (1, 1) }) { planes, _, memory in
      planes.fold(in: memory, from: SIMD4(repeating: -.infinity)) {
        $0.replacing(with: $1, where: $1 .> $0)
      } finish: {
        $0
      }
    }
    return append(.floats(layer), input, channels: input.channels)
  }
}

extension NetworkPlan.Plane {
  @inline(__always)
  fileprivate func forEachPlace(_ body: (_ x: Int, _ y: Int) -> Void) {
    for y in 0..<height { for x in 0..<width { body(x, y) } }
  }
}

extension FloatLayer.Planes {
  /// Makes the output's one place of all of the input's, four channels at a time.
  @inline(__always)
  fileprivate func fold(
    in memory: UnsafeMutablePointer<Float>, from start: SIMD4<Float>,
    _ combine: (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>,
    finish: (SIMD4<Float>) -> SIMD4<Float>
  ) {
    let target = memory + output.place(0, 0)
    for channel in stride(from: 0, to: output.channels, by: 4) {
      var vector = start
      input.forEachPlace { x, y in
        vector = combine(vector, (memory + input.place(x, y)).vector(channel).pointee)
      }
      target.vector(channel).pointee = finish(vector)
    }
  }
}
