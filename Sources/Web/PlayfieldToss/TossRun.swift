internal import BeanBagToss
internal import PortableInference
internal import SceneReading
internal import VisionCore

/// A network's run that an errand needs next.
struct TossRun {
  /// What the network is shown.
  enum Input {
    /// Three bytes a pixel.
    case picture([UInt8], PixelSize)
    case motion(ThrowStyleWindow)
  }

  let network: TossNetwork
  let input: Input
}

extension TossErrand {
  /// `nil` once no network is to be run any more.
  var nextRun: TossRun? {
    switch self {
    case .board(let search): search.nextStep.map { search.run($0) }
    case .players(let players):
      players.look.flatMap { look in look.search.nextStep.map { look.run($0) } }
    case .style(let search):
      search.next.map { TossRun(network: .styles, input: .motion($0.window)) }
    }
  }

  /// Takes in what the network of ``nextRun`` has answered.
  ///
  /// - Throws: `UnexpectedShape` for another network's answers.
  mutating func record(_ answers: [NetworkAnswer]) throws(UnexpectedShape) {
    switch self {
    case .board(var search):
      try search.record(answers)
      self = .board(search)
    case .players(var players):
      guard var search = players.look?.search else { return }
      try search.record(answers)
      players.record(search)
      self = .players(players)
    case .style(var search):
      try answers.expect(1)
      let logits = answers[0].values
      guard logits.count == 4 else {
        throw UnexpectedShape(tensor: "scores", expected: [1, 4], actual: answers[0].shape)
      }
      search.record(ThrowStyleScores(logits: SIMD4(logits[0], logits[1], logits[2], logits[3])))
      self = .style(search)
    }
  }
}

extension GameboardSearch {
  fileprivate func run(_ step: Step) -> TossRun {
    switch step {
    case .find(let decoder):
      let picture = decoder.inputSize.drawn { input in
        decoder.drawing(of: image.uprightSize(orientation))
          .draw(image, orientation: orientation, into: input)
      }
      return TossRun(network: .boards, input: picture)
    case .fit(let corners, let isMirrored):
      let picture = GameboardFit.inputSize.drawn { input in
        GameboardFit.draw(
          corners, of: image, orientation: orientation, isMirrored: isMirrored, into: input)
      }
      return TossRun(network: .boardFits, input: picture)
    }
  }

  fileprivate mutating func record(_ answers: [NetworkAnswer]) throws(UnexpectedShape) {
    switch nextStep {
    case .find(let decoder):
      try answers.expect(1)
      let cells = answers[0]
      let tensor = Tensor(shape: cells.shape, values: cells.values.span)
      record((try decoder.candidates(in: tensor), try decoder.outlines(in: tensor)))
    case .fit(_, let isMirrored):
      try answers.expect(1)
      let numbers = answers[0]
      let fit = try GameboardFit(Tensor(shape: numbers.shape, values: numbers.values.span))
      record(isMirrored ? fit.mirrored : fit)
    case nil: break
    }
  }
}

extension PlayerWatch.Look {
  fileprivate func run(_ step: BodySearch.Step) -> TossRun {
    func drawn(_ square: PoseRegion, side: Int, beyond border: PictureBorder) -> TossRun.Input {
      PixelSize(width: side, height: side).drawn { input in
        square.draw(image, orientation: .up, beyond: border, inputSide: side, into: input)
      }
    }
    return switch step {
    case .people(let square):
      TossRun(
        network: .people,
        input: drawn(square, side: PoseDetectionDecoder.inputSide, beyond: .level(0)))
    case .body(let square):
      TossRun(
        network: .bodies, input: drawn(square, side: BodyLandmarks.inputSide, beyond: .replicated))
    }
  }
}

extension BodySearch {
  fileprivate mutating func record(_ answers: [NetworkAnswer]) throws(UnexpectedShape) {
    switch nextStep {
    case .people:
      try answers.expect(2)
      let (boxes, scores) = (answers[0], answers[1])
      record(
        try detector.detections(
          boxes: Tensor(shape: boxes.shape, values: boxes.values.span),
          scores: Tensor(shape: scores.shape, values: scores.values.span)))
    case .body(let square):
      try answers.expect(4)
      let (numbers, confidence, heatmap) = (answers[0], answers[1], answers[3])
      record(
        try BodyLandmarks(
          values: Tensor(shape: numbers.shape, values: numbers.values.span),
          confidence: Tensor(shape: confidence.shape, values: confidence.values.span),
          heatmap: Tensor(shape: heatmap.shape, values: heatmap.values.span), region: square))
    case nil: break
    }
  }
}

extension PixelSize {
  /// A picture of this size that `draw` draws.
  fileprivate func drawn(_ draw: (UnsafeMutableBufferPointer<UInt8>) -> Void) -> TossRun.Input {
    var picture = [UInt8](repeating: 0, count: 3 * width * height)
    picture.withUnsafeMutableBufferPointer { draw($0) }
    return .picture(picture, self)
  }
}

extension [NetworkAnswer] {
  fileprivate func expect(_ count: Int) throws(UnexpectedShape) {
    guard self.count >= count else {
      throw UnexpectedShape(tensor: "answers", expected: [count], actual: [self.count])
    }
  }
}
