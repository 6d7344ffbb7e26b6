internal import BeanBagToss
internal import PageInterface
internal import SceneReading
internal import TossReportPage
internal import VisionCore

// What the page is let know.

extension TossSession {
  /// A list of ``eventRecord``s: what has become known since it was asked for last.
  mutating func takeEvents() -> UnsafePointer<Double> {
    defer { events = [] }
    return list.share(events, as: eventRecord)
  }

  // MARK: Throws

  /// A list of one ``throwRecord``, or of none for a number that no throw has.
  mutating func throwMade(_ number: Int32) -> UnsafePointer<Double> {
    list.share(made(number).map { [$0] } ?? [], as: throwRecord)
  }

  /// A list of ``throwRecord``s: all of the game so far.
  mutating func throwsMade() -> UnsafePointer<Double> {
    list.share(watch?.throwsSoFar ?? [], as: throwRecord)
  }

  /// A list of ``pathPointRecord``s, empty for a number that no throw has.
  mutating func path(_ number: Int32) -> UnsafePointer<Double> {
    list.share(made(number)?.trajectory.points ?? [], as: pathPointRecord)
  }

  private mutating func made(_ number: Int32) -> Throw? {
    let made = watch?.throwsSoFar ?? []
    return made.indices.contains(Int(number) - 1) ? made[Int(number) - 1] : nil
  }

  /// A list of ``styleSumRecord``s: what the throws of each style had in common.
  mutating func styles() -> UnsafePointer<Double> {
    let figures = (watch?.throwsSoFar ?? []).filter { !$0.isWithdrawn }.map { $0.figures }
    return list.share(figures.byStyle.map { StyleSum($0.style, $0.throwsMade) }, as: styleSumRecord)
  }

  /// A list of one ``hashRecord``.
  mutating func eventHash() -> UnsafePointer<Double> { list.share([hash], as: hashRecord) }

  // MARK: The newest frame

  /// A list of one ``sceneRecord``; of none before a game has begun.
  mutating func scene() -> UnsafePointer<Double> {
    list.share([watch?.pageScene].compactMap { $0 }, as: sceneRecord)
  }

  /// A list of one ``boardRecord``, or of none.
  mutating func board() -> UnsafePointer<Double> {
    list.share([watch?.knownBoard].compactMap { $0 }, as: boardRecord)
  }

  /// A list of ``shownPointRecord``s: of the paths that grow, and of those that have ended a moment ago.
  mutating func paths() -> UnsafePointer<Double> {
    let paths = watch?.scene.paths ?? []
    return list.share(
      paths.flatMap { path in path.points.map { ShownPoint(path: path.id, point: $0) } },
      as: shownPointRecord)
  }

  /// A list of ``personRecord``s: the people in the last look for them that has ended.
  mutating func people() -> UnsafePointer<Double> {
    list.share(watch?.peopleInView ?? [], as: personRecord)
  }

  /// The longer side of ``picture()``, in pixels: of most cameras' frames whole blocks are averaged then.
  private static let pictureSide = 320

  /// The newest frame, small and upright: red, green and blue of ``pictureSize`` pixels; `nil` before one was seen.
  mutating func picture() -> UnsafePointer<UInt8>? {
    guard let seen else { return nil }
    let picture = seen.image.upright(seen.orientation, toLongSide: Self.pictureSide)
    pictureSize = PixelSize(width: picture.width, height: picture.height)
    return written.fill(picture.pixels)
  }

  // MARK: Texts

  /// Writes the game's record as JSON, in UTF-8; returns how many bytes of ``written`` it has.
  mutating func writeRecord() -> Int32 { write(record.text) }

  /// Writes the game's report as HTML, in UTF-8.
  ///
  /// - Parameters:
  ///   - options: JSON in UTF-8: `units` is "metric" or "imperial", `began` when the game began as ISO 8601 has it,
  ///     `date` the same in words, and `field` the address of a picture of the field as data, or `null`.
  ///   - count: How many bytes that is.
  /// - Returns: How many bytes of ``written`` it has, or a ``WebFault``.
  mutating func writeReport(_ options: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
    guard watch != nil else { return WebFault.outOfTurn.rawValue }
    guard let options, count >= 0,
      let json = try? JSON(parsing: Array(UnsafeBufferPointer(start: options, count: Int(count)))),
      let units = json["units"]?.string.flatMap({ UnitSystem(name: $0) }),
      let began = json["began"]?.string, let date = json["date"]?.string
    else { return WebFault.badArgument.rawValue }
    return write(
      ReportPage(
        session: record.session, units: units, field: json["field"]?.string,
        date: (began, date)
      ).text)
  }

  private mutating func write(_ text: String) -> Int32 {
    written.fill(Array(text.utf8))
    return Int32(written.count)
  }
}

extension TossWatch {
  fileprivate var pageScene: PageScene {
    PageScene(
      state: state, trouble: boardTrouble, isBoardInPlace: isBoardInPlace,
      isPlayerInView: isPlayerInView, scoreboard: scoreboard)
  }

  fileprivate var peopleInView: [SeenPerson] {
    guard let aspectRatio = pictureSize?.aspectRatio else { return [] }
    let camera = knownBoard.flatMap { CameraPose(board: $0, aspectRatio: aspectRatio) }
    return newestPeople.map { person in
      SeenPerson(
        box: person.boundingBox,
        stand: camera.flatMap { person.stand(before: $0, aspectRatio: aspectRatio) })
    }
  }
}

extension UnitSystem {
  /// Compared by bytes: Embedded Swift compares strings with tables of all of Unicode.
  fileprivate init?(name: String) {
    guard let units = Self.allCases.first(where: { $0.rawValue.utf8.elementsEqual(name.utf8) })
    else { return nil }
    self = units
  }
}
