internal import PlayfieldMaths
package import VisionCore

/// The 39 landmarks that MediaPipe's `pose_landmark_full.tflite` finds of one person.
package struct BodyLandmarks: Hashable, Sendable {
  package struct Landmark: Hashable, Sendable {
    package var location: EdgePoint
    /// How likely it lies in the picture and is not hidden, in `0...1`.
    package var confidence: Float
  }

  /// How sure it is that there is a person, in `0...1`.
  package var confidence: Float
  /// 33 of the body, 2 to find the person again in the next frame, 4 of no use here.
  package var landmarks: [Landmark]

  /// From this confidence on a person is believed.
  private static let minimumConfidence: Float = 0.5
  package static let inputSide = 256
  static let count = 39
  private static let values = 5
  private static let heatmapSide = 64
  /// The heatmap is averaged over a square of this radius round a landmark: 9 x 9 cells. The graph
  /// file says 7 x 7, but MediaPipe's Python package, which the reference results are of, runs it
  /// with the default.
  private static let refinementRadius = 4
  /// Where no cell of that square reaches this confidence, the landmark stays as it is.
  private static let leastHeat: Float = 0.5

  /// Reads the network's outputs.
  ///
  /// - Parameters:
  ///   - values: `[1, 195]`: for every landmark x, y and z in pixels of the input, and the logits of
  ///     its visibility and of its presence.
  ///   - confidence: `[1, 1]`.
  ///   - heatmap: `[1, 64, 64, 39]`, logits.
  ///   - region: The part of the picture that the network was shown.
  /// - Throws: ``UnexpectedShape`` for another network's outputs.
  package init(
    values: Tensor, confidence: Tensor, heatmap: Tensor, region: PoseRegion
  ) throws(UnexpectedShape) {
    let side = Self.heatmapSide
    try values.expect([1, Self.count * Self.values], as: "landmarks")
    try confidence.expect([1, 1], as: "confidence")
    try heatmap.expect([1, side, side, Self.count], as: "heatmap")
    self.confidence = confidence.values[0]
    var landmarks: [Landmark] = []
    for index in 0..<Self.count {
      let start = index * Self.values
      let coarse =
        SIMD2(Double(values.values[start]), Double(values.values[start + 1]))
        / Double(Self.inputSide)
      let fine = Self.refined(coarse, landmark: index, by: heatmap)
      landmarks.append(
        Landmark(
          location: region.point(SquarePoint(fine)),
          confidence: Float(logit: min(values.values[start + 3], values.values[start + 4]))))
    }
    self.landmarks = landmarks
  }

  /// The centre of mass of the heat round a landmark, both in `0...1`.
  private static func refined(
    _ point: SIMD2<Double>, landmark: Int, by heatmap: Tensor
  ) -> SIMD2<Double> {
    let side = heatmapSide
    let cell = point * Double(side)
    guard cell.x > -1, cell.y > -1, cell.x < Double(side), cell.y < Double(side) else {
      return point
    }
    let (column, row) = (Int(cell.x), Int(cell.y))
    var (mass, most, sum) = (Float(0), Float(0), SIMD2<Float>())
    for y in max(0, row - refinementRadius)..<min(side, row + refinementRadius + 1) {
      for x in max(0, column - refinementRadius)..<min(side, column + refinementRadius + 1) {
        let heat = Float(logit: heatmap.values[(y * side + x) * count + landmark])
        mass += heat
        most = max(most, heat)
        sum += heat * SIMD2(Float(x), Float(y))
      }
    }
    guard most >= leastHeat, mass > 0 else { return point }
    return SIMD2<Double>(sum / mass) / Double(side)
  }

  /// Whether there is a person, and so much of a body is seen that it is one: a bush may have a face and
  /// shoulders.
  package var isPerson: Bool {
    let limbs = JointName.limbs.flatMap { $0.landmarks }
    return confidence >= Self.minimumConfidence
      && limbs.count { landmarks[$0].confidence >= 0.5 } >= 3
  }

  /// Where to look for the person in the next frame.
  package var nextRegion: PoseRegion? {
    PoseRegion(hips: landmarks[33].location, top: landmarks[34].location)
  }

  /// Whether a region that a look found shows this person as they are known, so that nobody else is sought
  /// in it.
  ///
  /// One of another size may show somebody behind them, and one that lies otherwise may be right where
  /// they were followed wrongly.
  package func fills(_ region: PoseRegion) -> Bool {
    guard let known = nextRegion, known.isSamePerson(as: region) else { return false }
    let turns = (known.angle - region.angle) / (2 * .pi)
    let turn = (turns - turns.rounded()) * 2 * .pi
    return abs(turn) < 0.5 && (0.7...1.4).contains(region.side / known.side)
  }

  /// The pose, with Vision's 19 joints.
  package func observation(in picture: PixelSize) -> HumanBodyPoseObservation {
    HumanBodyPoseObservation(confidence: confidence) { name in
      let sources = name.landmarks.map { landmarks[$0] }
      return Joint(
        location: picture.normalized(sources.map { $0.location }.mean()),
        confidence: sources.map { $0.confidence }.min() ?? 0)
    }
  }

  /// Whether both are of one person in one pose: their limbs lie nearer to each other than a third of the
  /// trunk.
  func isSamePose(as other: BodyLandmarks) -> Bool {
    let limbs = JointName.allCases.flatMap { $0.landmarks.count == 1 ? $0.landmarks : [] }
    return distance(to: other, of: limbs) < trunk / 3
  }

  /// Whether both have the same face, clearly seen: then one of them hangs a body that is not there on
  /// the other's head, as a look that cuts somebody off does.
  func hasSameFace(as other: BodyLandmarks) -> Bool {
    let face = [JointName.nose, .leftEye, .rightEye].flatMap { $0.landmarks }
    let isSeen = face.allSatisfy {
      min(landmarks[$0].confidence, other.landmarks[$0].confidence) >= 0.3
    }
    return isSeen && distance(to: other, of: face) < max(trunk, other.trunk) / 6
  }

  /// How much of the person is surely seen: 39 at most.
  var evidence: Float {
    confidence * landmarks.reduce(0) { $0 + $1.confidence }
  }

  /// From a shoulder to the other hip, in pixels.
  private var trunk: Double {
    func at(_ name: JointName) -> EdgePoint { landmarks[name.landmarks[0]].location }
    return max(
      (at(.leftShoulder) - at(.rightHip)).length, (at(.rightShoulder) - at(.leftHip)).length)
  }

  /// How far some landmarks lie from the other's, on average, in pixels.
  private func distance(to other: BodyLandmarks, of indices: [Int]) -> Double {
    let sum = indices.reduce(0) {
      $0 + (landmarks[$1].location - other.landmarks[$1].location).length
    }
    return sum / Double(indices.count)
  }
}

extension [BodyLandmarks] {
  /// Adds a person who is not among these; of two with one face the one stays of whom more is seen.
  package mutating func add(_ person: BodyLandmarks) {
    if contains(where: { $0.isSamePose(as: person) }) { return }
    guard let index = firstIndex(where: person.hasSameFace) else { return append(person) }
    if person.evidence > self[index].evidence { self[index] = person }
  }
}

extension JointName {
  fileprivate static let limbs: [JointName] = [
    .leftShoulder, .rightShoulder, .leftElbow, .rightElbow, .leftWrist, .rightWrist, .leftHip,
    .rightHip, .leftKnee, .rightKnee, .leftAnkle, .rightAnkle,
  ]

  /// The landmarks in whose middle the joint lies, by their index in MediaPipe's list.
  fileprivate var landmarks: [Int] {
    switch self {
    case .nose: [0]
    case .leftEye: [2]
    case .rightEye: [5]
    case .leftEar: [7]
    case .rightEar: [8]
    case .neck: [11, 12]
    case .leftShoulder: [11]
    case .rightShoulder: [12]
    case .leftElbow: [13]
    case .rightElbow: [14]
    case .leftWrist: [15]
    case .rightWrist: [16]
    case .root: [23, 24]
    case .leftHip: [23]
    case .rightHip: [24]
    case .leftKnee: [25]
    case .rightKnee: [26]
    case .leftAnkle: [27]
    case .rightAnkle: [28]
    }
  }
}

extension Tensor {
  fileprivate func expect(_ expected: [Int], as name: String) throws(UnexpectedShape) {
    guard shape == expected else {
      throw UnexpectedShape(tensor: name, expected: expected, actual: shape)
    }
  }
}
