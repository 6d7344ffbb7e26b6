internal import Inference
internal import VisionCore

extension InferenceSession {
  /// Runs the network on one picture, as ``run(_:write:readAll:)`` does, for a reader that may find outputs of
  /// another network.
  ///
  /// - Parameters:
  ///   - size: The input's size.
  ///   - write: Draws the picture into the input.
  ///   - read: Takes what is needed from the outputs.
  /// - Returns: What `read` returned.
  /// - Throws: ``VisionError`` when the network cannot be run, or is another than `read` knows.
  func answer<Answer: Sendable>(
    _ size: PixelSize,
    write: @Sendable (UnsafeMutableBufferPointer<UInt8>) throws(InferenceError) -> Void,
    read: @Sendable (Tensors) throws(UnexpectedShape) -> Answer
  ) throws(VisionError) -> Answer {
    let answer: Swift.Result<Answer, UnexpectedShape>
    do throws(InferenceError) {
      answer = try run(size, write: write) {
        (outputs: Tensors) -> Swift.Result<Answer, UnexpectedShape> in
        do throws(UnexpectedShape) {
          return .success(try read(outputs))
        } catch {
          return .failure(error)
        }
      }
    } catch {
      throw .inference(error)
    }
    do throws(UnexpectedShape) {
      return try answer.get()
    } catch {
      throw VisionError(error)
    }
  }
}
