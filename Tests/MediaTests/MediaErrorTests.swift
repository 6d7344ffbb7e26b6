import Testing

@testable import Media

@Suite struct MediaErrorTests {
  @Test(
    "errors name the file and what to do next",
    arguments: [
      (
        MediaError.truncated(path: "roll.jpg"),
        "'roll.jpg' ends before its content does. Copy it again from where it came."
      ),
      (
        .tooLarge(path: "a.png", width: 20000, height: 10000, pixelLimit: 120_000_000),
        "'a.png' has 20000 x 10000 pixels, and at most 120 million are read. Save it smaller."
      ),
      (
        .directoryMissing(path: "out/a.mp4", directory: "out"),
        "'out/a.mp4' cannot be written: there is no folder 'out'. Make it with 'mkdir -p'."
      ),
      (
        .cameraMissing(device: "/dev/video3"),
        "There is no camera '/dev/video3'. Plug one in; 'ls /dev/video*' lists those there are."
      ),
    ])
  func sentences(error: MediaError, sentence: String) {
    #expect(error.description == sentence)
  }
}
