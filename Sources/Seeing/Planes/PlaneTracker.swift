package import VisionCore

/// Follows a plane through the frames of a film: where the places of a reference frame are in each
/// later one.
///
/// Each frame is compared with a key frame, not with the frame before, so that errors do not add up;
/// the frame before only says about where to look. A frame from elsewhere becomes a key frame of its
/// own, and an old one is used again as soon as the view is like it. The plane is lost where what was
/// found does not determine it, and found again by corners that look alike. Where it shows too little
/// itself, what stands on it says how it has moved.
///
/// A value: the same frames give the same answers.
///
/// ```swift
/// var tracker = PlaneTracker(reference: first, region: table)
/// while let frame = next() { show(tracker.track(frame)) }
/// ```
package struct PlaneTracker: Sendable {
  private let size: PixelSize
  private let region: PlaneRegion
  private let holds: Bool
  private var keyFrames: [KeyFrame]
  private var key = 0
  /// The frame before, and from the reference frame to it, where the plane was seen in it.
  private var last: (pyramid: LumaPyramid, pose: Matrix3)?
  /// What stands on the plane, as it was when the plane itself was seen last.
  private var things: Things
  /// Whether the plane itself shows too little to be followed even while it rests; unknown at first.
  package private(set) var isPlain: Bool?
  /// Of things that came to such a plane: for how many frames they have lain where they lie.
  private var arrived: (things: Things, frames: Int)?
  /// The last answer, which stays until the plane has moved.
  private var held = Matrix3.identity
  /// Frames in a row that were not compared with a key frame, since nothing had changed.
  private var unchangedFrames = 0
  /// Which key frame is tried next when the plane is lost.
  private var turn = 0

  private static let maximumKeyFrames = 12
  /// Things that lie where they lay in so many frames have come to rest.
  private static let framesAtRest = 8
  /// After so many frames in which nothing has changed one is compared all the same: what stands on the plane may
  /// have moved.
  private static let maximumUnchanged = 10
  /// How many times the support of a similarity a homography must have.
  private static let simplicity = 1.15

  /// - Parameters:
  ///   - reference: The frame whose places are followed.
  ///   - region: The part of it in which the plane is.
  ///   - things: Where what stands on the plane is seen: not of it, but followed where it shows too little.
  ///   - holds: Whether an answer stays until the plane has surely moved, as what is drawn on it wants; what is
  ///     measured wants the likeliest one.
  package init(
    reference: LumaView, region: BoundingBox = .unit, things: [BoundingBox] = [], holds: Bool = true
  ) {
    size = reference.size
    self.holds = holds
    let plane = PlaneRegion(region, of: reference.size)
    self.region = plane
    let pyramid = LumaPyramid(of: reference)
    let masks = Masks(things, of: reference.size)
    self.things = Things(pyramid, pose: .identity, boxes: things)
    keyFrames = [
      KeyFrame(pyramid, pose: .identity) { plane.contains($0) && !masks.contain($0) }
    ]
    last = (pyramid, .identity)
  }

  /// Where the plane is in the next frame.
  ///
  /// - Parameters:
  ///   - frame: Of the reference frame's size; in one of another the plane is lost.
  ///   - boxes: Where what stands on the plane is seen now.
  /// - Returns: From pixels of the reference frame to those of this one; exactly the last one while the
  ///   plane does not move and answers are held, `nil` where it is lost.
  package mutating func track(_ frame: LumaView, things boxes: [BoundingBox] = []) -> Matrix3? {
    guard frame.size == size else {
      last = nil
      return nil
    }
    let masks = Masks(boxes, of: size)
    if holds, isPlain != true, unchangedFrames < Self.maximumUnchanged,
      isUnchanged(frame, masks)
    {
      isPlain = false
      unchangedFrames += 1
      return held
    }
    unchangedFrames = 0
    let pyramid = LumaPyramid(of: frame)
    let followed = follow(pyramid, masks)
    if followed != nil { isPlain = false } else if isPlain == nil { isPlain = true }
    // What is seen of the plane itself says more, and dice may be moved together.
    let found =
      followed ?? (isPlain == true ? followThings(pyramid) : nil) ?? find(pyramid, masks)
      ?? followThings(pyramid) ?? rest(of: Things(pyramid, pose: held, boxes: boxes))
    guard let found else {
      last = nil
      return nil
    }
    last = (pyramid, found.pose)
    arrived = nil
    if let key = found.key {
      learn(from: found.outcomes, of: key)
      choose(for: found, pyramid, masks)
    }
    // Things are compared with one frame for as long as they look as they do there.
    if found.key != nil
      || boxes.count >= 2 && difference(of: things.keyFrame, from: found.pose) > 0.4
    {
      things = Things(pyramid, pose: found.pose, boxes: boxes)
    }
    if region.distance(held, found.pose) > deadBand { held = found.pose }
    return held
  }

  /// Where the plane probably is while it is lost: one that shows nothing itself, where it was.
  package var likeliest: Matrix3? { isPlain == true ? held : nil }

  /// By how much the plane must seem to have moved, in pixels.
  private var deadBand: Double { holds ? 0.5 * pixel : 0 }
  /// A pixel of a picture 640 pixels wide.
  private var pixel: Double { Double(size.longSide) / 640 }

  // MARK: Following

  /// Whether a picture shows the plane as the last one did that was compared: whether around three quarters of the
  /// features in sight less has changed than a shift by a quarter of a pixel would change.
  private func isUnchanged(_ frame: LumaView, _ masks: Masks) -> Bool {
    guard let last, let back = keyFrames[key].pose.inverse else { return false }
    let view = last.pose * back
    let before = last.pyramid.levels[0]
    var (seen, unchanged) = (0, 0)
    for feature in keyFrames[key].features {
      guard let place = view.map(feature.place), isInside(place), !masks.contain(place) else {
        continue
      }
      seen += 1
      if before.shift(to: frame, around: place) < 0.25 { unchanged += 1 }
    }
    return seen >= 12 && unchanged * 4 >= seen * 3
  }

  /// What a comparison with a key frame has found.
  private struct Registration {
    var pose: Matrix3
    /// The key frame's index; none where the pose is that of the things on the plane.
    var key: Int?
    /// Of the features that ought to be seen, the share that agrees, by weight.
    var share: Double
    /// The features that were found, and whether they agree.
    var outcomes: [(feature: Int, agrees: Bool)]
  }

  private func follow(_ pyramid: LumaPyramid, _ masks: Masks) -> Registration? {
    guard let last else { return nil }
    let motion = motion(from: last, to: pyramid, masks) ?? .identity
    return register(pyramid, key, near: motion * last.pose, expected: last.pose, masks)
      ?? register(pyramid, key, near: last.pose, expected: last.pose, masks)
  }

  /// Roughly how the plane has moved since the last frame.
  private func motion(
    from last: (pyramid: LumaPyramid, pose: Matrix3), to pyramid: LumaPyramid, _ masks: Masks
  ) -> Matrix3? {
    let keyFrame = keyFrames[key]
    guard let back = keyFrame.pose.inverse else { return nil }
    let view = last.pose * back
    var pairs: [Correspondence] = []
    var patch = Patch()
    for feature in keyFrame.features {
      guard let place = view.map(feature.place), !masks.contain(place) else { continue }
      var found: (way: SIMD2<Double>, precision: Symmetric2)?
      for level in (0..<pyramid.levels.count).reversed() {
        guard level > 0 || found == nil else { break }
        let center = LumaPyramid.place(place, at: level)
        let scale = LumaPyramid.scale(of: level)
        guard patch.take(from: last.pyramid.levels[level], center: center) else { continue }
        let match = patch.match(
          in: pyramid.levels[level], near: center + (found?.way ?? .zero) / scale, reach: 8)
        guard let match, match.correlation > 0.7 else { continue }
        found = ((match.place - center) * scale, match.precision(floor: 0.3, scale: scale))
      }
      guard let found else { continue }
      pairs.append(
        Correspondence(
          from: place, to: place + found.way, weight: feature.reliability,
          precision: found.precision))
    }
    weighByCell(&pairs)
    return RobustHomography(
      pairs, hypotheses: [.identity], advantage: 1,
      isPossible: { isPossible($0 * last.pose) })?.matrix
  }

  /// Compares a picture with a key frame.
  ///
  /// - Parameters:
  ///   - pyramid: The picture.
  ///   - key: The key frame's index.
  ///   - guess: From the reference frame to the picture, to some pixels.
  ///   - expected: A pose from which the plane has not moved far, where one is known.
  ///   - masks: What of the picture is not looked at.
  /// - Returns: `nil` where too little of the key frame is seen to determine the pose.
  private func register(
    _ pyramid: LumaPyramid, _ key: Int, near guess: Matrix3, expected: Matrix3?, _ masks: Masks
  ) -> Registration? {
    let keyFrame = keyFrames[key]
    guard let matches = matches(of: keyFrame, in: pyramid, near: guess, masks),
      let fit = fit(matches, to: keyFrame, expected: expected)
    else { return nil }
    let share = fit.support / max(matches.weight, 1e-9)
    guard fit.agrees.count(where: { $0 }) >= 8, share > 0.2 else { return nil }
    let outcomes = zip(matches.features, fit.agrees).map { (feature: $0, agrees: $1) }
    let isStill = isStill(fit, matches, keyFrame)
    var pose = held
    if !(isStill && holds) {
      let corners = region.corners.compactMap { keyFrame.pose.map($0) }
      let error = fit.largestError(at: corners, matches.pairs) ?? .infinity
      if error < 3 * pixel { pose = fit.matrix * keyFrame.pose } else if !isStill { return nil }
    }
    return Registration(pose: pose, key: key, share: share, outcomes: outcomes)
  }

  /// What of a key frame is seen in a picture.
  private struct Matches {
    /// The indices of the features that were found, and from where to where they went.
    var features: [Int] = []
    var pairs: [Correspondence] = []
    /// Of all features that ought to be seen.
    var weight = 0.0
  }

  private func matches(
    of keyFrame: KeyFrame, in pyramid: LumaPyramid, near guess: Matrix3, _ masks: Masks
  ) -> Matches? {
    guard isPossible(guess), let back = keyFrame.pose.inverse else { return nil }
    let view = guess * back
    var pairs: [Correspondence] = []
    // The features that ought to be seen, and those of them that are.
    var (visible, seen): ([Int], [Int]) = ([], [])
    var patch = Patch()
    for (index, feature) in keyFrame.features.enumerated() {
      guard let place = view.map(feature.place), isInside(place), !masks.contain(place),
        let axes = view.inverseAxes(at: feature.place)
      else { continue }
      var pair = Correspondence(
        from: feature.place, to: place, weight: feature.reliability,
        precision: Symmetric2(xx: 1, xy: 0, yy: 1))
      var isSeen = false
      for level in (0..<min(3, pyramid.levels.count)).reversed() {
        guard patch.take(from: keyFrame, at: feature.place, axes: axes, level: level),
          let match = patch.match(
            in: pyramid.levels[level], near: LumaPyramid.place(pair.to, at: level),
            reach: level == 2 ? 6 : 3),
          match.correlation > 0.8
        else { continue }
        let scale = LumaPyramid.scale(of: level)
        pair.to = match.place.scaled(by: scale)
        // Lenses, rolling shutters and what is not quite flat bend the more the farther all has moved.
        let bend = min(0.7, 0.02 * (pair.to - pair.from).length / pixel)
        pair.precision = match.precision(floor: (0.3 + bend) * pixel, scale: scale)
        isSeen = true
      }
      if isSeen { seen.append(pairs.count) }
      visible.append(index)
      pairs.append(pair)
    }
    weighByCell(&pairs)
    return Matches(
      features: seen.map { visible[$0] }, pairs: seen.map { pairs[$0] },
      weight: pairs.reduce(0) { $0 + $1.weight })
  }

  private func fit(_ matches: Matches, to keyFrame: KeyFrame, expected: Matrix3?)
    -> RobustHomography?
  {
    guard let back = keyFrame.pose.inverse else { return nil }
    let homography = RobustHomography(
      matches.pairs, hypotheses: [held * back], advantage: 1.3,
      expectation: expected.flatMap { expectation($0 * back, of: keyFrame, error: 2) },
      isPossible: { isPossible($0 * keyFrame.pose) })
    guard !holds, let similarity = RobustHomography(similarityOf: matches.pairs),
      similarity.support * Self.simplicity > homography?.support ?? 0,
      isPossible(similarity.matrix * keyFrame.pose)
    else { return homography }
    return similarity
  }

  /// - Parameters:
  ///   - last: From a key frame to where the plane was seen last.
  ///   - keyFrame: The key frame.
  ///   - error: By how much no shift, turn and change of size accounts for the way of the region's
  ///     corners since then, in pixels.
  /// - Returns: What that says of the corners; `nil` where the key frame does not show them.
  private func expectation(_ last: Matrix3, of keyFrame: KeyFrame, error: Double)
    -> RobustHomography.Expectation?
  {
    let corners = region.corners.compactMap { keyFrame.pose.map($0) }
    guard corners.count == 4 else { return nil }
    return RobustHomography.Expectation(places: corners, last: last, error: error * pixel)
  }

  /// Where the features have hardly moved, the plane has not: what a few of them say of the corners far
  /// away is noise.
  private func isStill(_ fit: RobustHomography, _ matches: Matches, _ keyFrame: KeyFrame) -> Bool {
    guard let back = keyFrame.pose.inverse else { return false }
    return fit.rootMeanSquareDistance(to: held * back, matches.pairs) < 0.6 * pixel
  }

  /// Shares the weight of a cell of the picture among what was found in it, so that what has much
  /// texture does not outvote what has little.
  private func weighByCell(_ pairs: inout [Correspondence]) {
    let cell = Double(size.longSide) / 12
    var counts = [Double](repeating: 0, count: 14 * 14)
    func index(_ place: PixelPoint) -> Int {
      let (x, y) = (Int(max(0, place.x) / cell), Int(max(0, place.y) / cell))
      return min(13, y) * 14 + min(13, x)
    }
    for pair in pairs { counts[index(pair.from)] += 1 }
    for position in pairs.indices { pairs[position].weight /= counts[index(pairs[position].from)] }
  }

  private func isInside(_ place: PixelPoint) -> Bool {
    let margin = Patch.reach + 1
    return place.x >= margin && place.y >= margin
      && place.x <= Double(size.width) - 1 - margin && place.y <= Double(size.height) - 1 - margin
  }

  /// Whether a camera before the plane can see it so.
  private func isPossible(_ pose: Matrix3) -> Bool { region.isPossible(pose) }

  // MARK: Key frames

  /// Features that have moved with the plane count more later, others less.
  private mutating func learn(from outcomes: [(feature: Int, agrees: Bool)], of key: Int) {
    for (feature, agrees) in outcomes {
      let reliability = keyFrames[key].features[feature].reliability
      keyFrames[key].features[feature].reliability =
        max(0.05, reliability + 0.1 * ((agrees ? 1 : 0) - reliability))
    }
  }

  /// Chooses the key frame for the next picture; makes one of this where all others look different.
  private mutating func choose(for found: Registration, _ pyramid: LumaPyramid, _ masks: Masks) {
    var best = (
      key: key, difference: max(0, difference(of: keyFrames[key], from: found.pose) - 0.1)
    )
    for other in keyFrames.indices {
      let difference = difference(of: keyFrames[other], from: found.pose)
      if difference < best.difference { best = (other, difference) }
    }
    key = best.key
    guard best.difference > 0.4, found.share > 0.35, keyFrames.count < Self.maximumKeyFrames,
      let back = found.pose.inverse
    else { return }
    let region = region
    keyFrames.append(
      KeyFrame(pyramid, pose: found.pose) { place in
        guard let reference = back.map(place) else { return false }
        return region.contains(reference) && !masks.contain(place)
      })
    key = keyFrames.count - 1
  }

  /// How differently a key frame shows the plane: by turn, size and foreshortening, and by what of it is
  /// out of the picture.
  private func difference(of keyFrame: KeyFrame, from pose: Matrix3) -> Double {
    guard !keyFrame.features.isEmpty, let back = keyFrame.pose.inverse else { return .infinity }
    let view = pose * back
    let places = keyFrame.features.compactMap { view.map($0.place) }
    let visible = places.count { isInside($0) }
    guard let center = keyFrame.pose.map(region.center), let axes = view.inverseAxes(at: center)
    else {
      return .infinity
    }
    let (right, down) = (axes.right - SIMD2(1, 0), axes.down - SIMD2(0, 1))
    return (right * right + down * down).sum().squareRoot()
      + Double(keyFrame.features.count - visible) / Double(keyFrame.features.count)
  }

  // MARK: Things on the plane

  /// How the plane has moved by what stands on it, for two things or more.
  private mutating func followThings(_ pyramid: LumaPyramid) -> Registration? {
    guard things.count >= 2 else { return nil }
    let keyFrame = things.keyFrame
    let before = last?.pose ?? held
    guard let matches = matches(of: keyFrame, in: pyramid, near: before, Masks([], of: size)),
      let back = keyFrame.pose.inverse,
      let expectation = expectation(before * back, of: keyFrame, error: 0.5),
      let fit = RobustHomography(
        matches.pairs, hypotheses: expectation.similarities(by: matches.pairs), advantage: 1,
        maximumSamples: 0, expectation: expectation,
        isPossible: { isPossible($0 * keyFrame.pose) })
    else { return nil }
    let agreeing = zip(matches.pairs, fit.agrees).compactMap { $1 ? $0.from : nil }
    let share = fit.support / max(matches.weight, 1e-9)
    guard things.count(having: agreeing) >= 2, share > 0.35 else { return nil }
    return Registration(
      pose: isStill(fit, matches, keyFrame) ? held : fit.matrix * keyFrame.pose, key: nil,
      share: share, outcomes: [])
  }

  /// Other things have come to rest on a plain plane: the camera is probably still, so the last pose holds.
  private mutating func rest(of others: Things) -> Registration? {
    guard isPlain == true, others.count >= 2 else {
      arrived = nil
      return nil
    }
    // Compared with where they lay first, or creeping would pass for lying still.
    if let first = arrived, others.lie(where: first.things) {
      arrived = (first.things, first.frames + 1)
    } else {
      arrived = (others, 0)
    }
    guard let frames = arrived?.frames, frames >= Self.framesAtRest else { return nil }
    things = others
    return Registration(pose: held, key: nil, share: 1, outcomes: [])
  }

  // MARK: Finding again

  private mutating func find(_ pyramid: LumaPyramid, _ masks: Masks) -> Registration? {
    if let found = register(pyramid, key, near: held, expected: held, masks) { return found }
    let corners = DescribedCorner.find(in: pyramid) { !masks.contain($0) }
    turn = (turn + 1) % keyFrames.count
    for candidate in keyFrames.indices where [0, key, turn].contains(candidate) {
      let matches = DescribedCorner.matches(from: keyFrames[candidate].descriptors, to: corners)
      var pairs = matches.map {
        Correspondence(
          from: $0.from, to: $0.to, weight: 1,
          precision: Symmetric2(xx: 1, xy: 0, yy: 1).scaled(1 / (pixel * pixel)))
      }
      weighByCell(&pairs)
      let pose = keyFrames[candidate].pose
      guard
        let fit = RobustHomography(
          pairs, hypotheses: [], advantage: 1, isPossible: { isPossible($0 * pose) }),
        fit.agrees.count(where: { $0 }) >= 8
      else { continue }
      if let found = register(pyramid, candidate, near: fit.matrix * pose, expected: nil, masks) {
        return found
      }
    }
    return nil
  }
}

extension Patch {
  /// Becomes the patch around a place as a picture is expected to show it at one of its levels.
  ///
  /// - Parameters:
  ///   - keyFrame: Of which it is a part.
  ///   - place: Of the key frame.
  ///   - axes: Where a step to the right and one downwards in the picture lead here.
  ///   - level: Of the picture.
  /// - Returns: Whether there is one.
  fileprivate mutating func take(
    from keyFrame: KeyFrame, at place: PixelPoint,
    axes: (right: SIMD2<Double>, down: SIMD2<Double>), level: Int
  ) -> Bool {
    let area = abs(axes.right.x * axes.down.y - axes.right.y * axes.down.x)
    // The level whose pixels are about as large as those that are looked for.
    var own = level
    var size = area
    while size > 2, own < keyFrame.pyramid.levels.count - 1 {
      own += 1
      size /= 4
    }
    while size < 0.5, own > 0 {
      own -= 1
      size *= 4
    }
    let scale = LumaPyramid.scale(of: level) / LumaPyramid.scale(of: own)
    return take(
      from: keyFrame.pyramid.levels[own], center: LumaPyramid.place(place, at: own),
      axes: (axes.right * scale, axes.down * scale))
  }
}

extension Patch.Match {
  /// The inverse of the place's covariance in the whole picture.
  ///
  /// - Parameters:
  ///   - floor: The standard error of even the clearest match, in pixels of the level.
  ///   - scale: How many pixels of the picture one of the level has.
  /// - Returns: The inverse, in the picture's pixels.
  fileprivate func precision(floor: Double, scale: Double) -> Symmetric2 {
    Symmetric2(
      xx: covariance.xx + floor * floor, xy: covariance.xy, yy: covariance.yy + floor * floor
    ).scaled(scale * scale).inverse
  }
}

extension Matrix3 {
  /// Where small steps to the right and downwards at a place's image come from.
  func inverseAxes(at place: PixelPoint) -> (right: SIMD2<Double>, down: SIMD2<Double>)? {
    guard let here = map(place), let right = map(place + SIMD2(0.5, 0)),
      let down = map(place + SIMD2(0, 0.5))
    else { return nil }
    let (x, y) = ((right - here) * 2, (down - here) * 2)
    let determinant = x.x * y.y - x.y * y.x
    guard determinant > 1e-6 else { return nil }
    return (SIMD2(y.y, -x.y) / determinant, SIMD2(-y.x, x.x) / determinant)
  }
}
