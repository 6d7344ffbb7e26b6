package import PageInterface

extension PageInterface {
  /// What the page and its module agree on; the page's side of it is `Web/engine/interface.js`.
  package static let games = PageInterface(
    choices: [
      Choices.phases, .tables, .modes, .verdicts, .sources, .helps, .steps, .waits, .shapes,
      .formats,
      .matrices, .racePhases, .ways, .planeStates, .hearings,
      .spokenWords, .spokenParts,
    ],
    constants: diceConstants + pathConstants + inkConstants + raceConstants,
    records: [
      sightingRecord.shape, readingTimesRecord.shape, gameRecord.shape, dieRecord.shape,
      countedRecord.shape,
      outlookRecord.shape, trackedDieRecord.shape, stepRecord.shape, digitRecord.shape,
      raceRecord.shape, racerRecord.shape, moveRecord.shape, planeViewRecord.shape,
      lyingRecord.shape, sightRecord.shape, boardDieRecord.shape,
      readingRecord.shape, candidateRecord.shape, soundFrameRecord.shape, momentRecord.shape,
      spokenWordRecord.shape,
    ])
}

/// Which interface the module has: the page compares it with its own.
@_expose(wasm, "interface_fingerprint") @_cdecl("interface_fingerprint")
public func interfaceFingerprint() -> UInt32 { PageInterface.games.fingerprint }
