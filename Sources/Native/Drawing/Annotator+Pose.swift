public import VisionCore

extension Annotator {
  /// Joints below this confidence are guesses: hidden, or beyond the picture's edge.
  private static let minimumConfidence: Float = 0.3

  /// Draws people as skeletons, their left side in one colour and their right side in another, each in
  /// their box.
  ///
  /// - Parameters:
  ///   - people: With joints in coordinates of `image`, which stands upright.
  ///   - image: The picture that is drawn on.
  public func draw(people: [HumanBodyPoseObservation], on image: inout RGBImage) {
    let (width, height) = (Double(image.width), Double(image.height))
    let line = max(1.5, (width * height).squareRoot() / 160)
    func place(_ joint: Joint) -> (x: Double, y: Double) {
      (joint.location.x * width, joint.location.y * height)
    }
    Canvas.draw(on: &image) { canvas in
      for person in people {
        let box = PixelRectangle(person.boundingBox, width: width, height: height)
        canvas.stroke(box, radius: 3 * line, lineWidth: line * 0.8, Self.shade)
        canvas.stroke(box, radius: 3 * line, lineWidth: line * 0.4, Self.white)
        let bones = HumanBodyPoseObservation.bones.filter {
          min(person[$0].confidence, person[$1].confidence) >= Self.minimumConfidence
        }
        for (from, to) in bones {
          canvas.line(
            from: place(person[from]), to: place(person[to]), width: line * 1.8, Self.shade)
        }
        for (from, to) in bones {
          canvas.line(
            from: place(person[from]), to: place(person[to]), width: line, Self.ink(of: to, from))
        }
        for name in JointName.allCases where person[name].confidence >= Self.minimumConfidence {
          let (x, y) = place(person[name])
          let dot = PixelRectangle(x: x - line, y: y - line, width: line * 2, height: line * 2)
          canvas.fill(dot, radius: line, Self.white)
        }
      }
    }
  }

  private static func ink(of joints: JointName...) -> Canvas.Ink {
    if joints.contains(where: { "\($0)".hasPrefix("left") }) { return accent }
    if joints.contains(where: { "\($0)".hasPrefix("right") }) { return blue }
    return white
  }
}
