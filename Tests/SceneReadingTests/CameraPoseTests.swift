import Testing

@testable import SceneReading
@testable import VisionCore

@Suite("The pose of the camera, from a board")
struct CameraPoseTests {
  struct View: Sendable, CustomTestStringConvertible {
    let reason: String
    let camera: SimulatedCamera

    var testDescription: String { reason }
  }

  static let views = [
    View(reason: "from the thrower's side", camera: SimulatedCamera(position: [0.2, -2.5, 1.6])),
    View(reason: "from behind the board", camera: SimulatedCamera(position: [-0.4, 3, 1.5])),
    View(reason: "from its right", camera: SimulatedCamera(position: [3, 0.4, 1.2])),
    View(reason: "from its left, low", camera: SimulatedCamera(position: [-2.5, -0.5, 0.8])),
    View(
      reason: "held upright, the lens long",
      camera: SimulatedCamera(position: [1.5, -4, 1.7], focalLength: 2.4, aspectRatio: 9 / 16.0)),
    View(
      reason: "the lens short", camera: SimulatedCamera(position: [0.9, -1, 1.1], focalLength: 0.5)),
    View(
      reason: "off the picture's middle",
      camera: SimulatedCamera(position: [-3, -4, 1.6], target: [-1.5, 0, 0.8])),
    View(
      reason: "not quite level",
      camera: SimulatedCamera(position: [0.6, -2.2, 1.4], roll: 0.12)),
  ]

  @Test("where the focal length is given, the camera is where it was", arguments: views)
  func given(view: View) throws {
    let camera = view.camera
    let pose = try #require(
      CameraPose(
        board: camera.board(), aspectRatio: camera.aspectRatio, focalLength: camera.focalLength))
    #expect((pose.position - camera.position).length < 0.01)
    #expect(pose.focalLength == camera.focalLength && pose.focalLengthError == 0)
    for world in [Vector3(0, 0, 0), Vector3(0.2, 0.3, 0.6), Vector3(-0.3, 0.9, 0.2)] {
      let (seen, truth) = (try #require(pose.project(world)), camera.project(world))
      #expect(abs(seen.x - truth.x) < 0.005 && abs(seen.y - truth.y) < 0.005)
    }
  }

  @Test("without it, perspective determines it as surely as it says", arguments: views)
  func found(view: View) throws {
    let camera = view.camera
    let pose = try #require(
      CameraPose(board: camera.board(), aspectRatio: camera.aspectRatio))
    let error = abs(pose.focalLength - camera.focalLength) / camera.focalLength
    #expect(error < max(0.02, 2 * pose.focalLengthError))
    let distance = (camera.position - camera.target).length
    #expect((pose.position - camera.position).length < distance * (error + 0.02))
  }

  @Test func `a board that reveals nothing about the lens says so`() throws {
    let near = SimulatedCamera(position: [0.2, -1, 1.1])
    let pose = try #require(CameraPose(board: near.board(), aspectRatio: near.aspectRatio))
    #expect(pose.focalLengthError < 0.15)
    let above = SimulatedCamera(position: [0, 0.6, 8], focalLength: 2)
    let overhead = try #require(CameraPose(board: above.board(), aspectRatio: above.aspectRatio))
    #expect(overhead.focalLengthError > 0.2)
    let far = SimulatedCamera(position: [9, -6, 1.7])
    let small = try #require(CameraPose(board: far.board(), aspectRatio: far.aspectRatio))
    #expect(small.focalLengthError > 0.2)
    // What a common lens has is near enough all the same.
    #expect(abs(small.focalLength - far.focalLength) < 0.3)
  }

  @Test func `of two poses that look alike, the upright one is taken`() throws {
    for error in [0, 0.001, -0.001] {
      let camera = SimulatedCamera(position: [6, 1, 1.5])
      let pose = try #require(
        CameraPose(
          board: camera.board(error: error), aspectRatio: camera.aspectRatio,
          focalLength: camera.focalLength))
      let up = try #require(pose.project([0, 0, 1])), foot = try #require(pose.project([0, 0, 0]))
      #expect(up.y < foot.y - 0.05)
      #expect((pose.position - camera.position).length < 0.15 * 6)
    }
  }

  @Test func `a point of the picture is seen along its ray, and nothing behind the camera`() throws
  {
    let camera = SimulatedCamera(position: [1.4, -2, 1.5])
    let pose = try #require(
      CameraPose(board: camera.board(), aspectRatio: camera.aspectRatio, focalLength: 0.9))
    let bag = Vector3(-0.4, 2, 0.05)
    let ray = pose.ray(through: camera.project(bag))
    #expect(abs(ray.length - 1) < 1e-12)
    #expect(ray.cross((bag - camera.position).unit).length < 0.01)
    #expect(pose.project(camera.position + (camera.position - camera.target)) == nil)
  }

  @Test func `a lens shorter than any camera's does not pass for a given one`() throws {
    let camera = SimulatedCamera(position: [0.1, -0.3, 0.5], focalLength: 0.1)
    let pose = try #require(CameraPose(board: camera.board(), aspectRatio: camera.aspectRatio))
    #expect(pose.focalLength < 0.3 && pose.focalLengthError > 0)
  }

  @Test(
    "corners that no camera could see give no pose",
    arguments: [
      ([1, 0, 3, 2], "counterclockwise, as through the board"), ([0, 2, 1, 3], "crossed"),
      ([0, 0, 0, 0], "one point"), ([0, 1, 1, 0], "a line"),
    ] as [([Int], String)])
  func impossible(order: [Int], why: String) {
    var board = SimulatedCamera(position: [0, -2, 1.5]).board()
    let seen = board.corners.all
    board.corners = GameboardObservation.Corners(
      farLeft: seen[order[0]], farRight: seen[order[1]], nearRight: seen[order[2]],
      nearLeft: seen[order[3]])
    #expect(CameraPose(board: board, aspectRatio: 16 / 9) == nil, "\(why)")
  }

  @Test func `invalid numbers give no pose`() {
    var board = SimulatedCamera(position: [0, -2, 1.5]).board()
    #expect(CameraPose(board: board, aspectRatio: 0) == nil)
    #expect(CameraPose(board: board, aspectRatio: 1.5, focalLength: -1) == nil)
    board.corners.nearLeft.x = .nan
    #expect(CameraPose(board: board, aspectRatio: 1.5) == nil)
  }
}
