package import PageInterface

extension PageInterface {
  /// What the page and the toss's module agree on; the page's side of it is `Web/engine/toss/interface.js`.
  package static let toss = PageInterface(
    choices: [
      Choices.networks, .formats, .matrices, .events, .states, .troubles, .decisions, .notices,
      .paces, .styles, .outcomes,
    ],
    constants: [],
    records: [
      eventRecord.shape, throwRecord.shape, pathPointRecord.shape, styleSumRecord.shape,
      hashRecord.shape, sceneRecord.shape, boardRecord.shape,
      shownPointRecord.shape, personRecord.shape,
    ])
}

/// Which interface the module has: the page compares it with its own.
@_expose(wasm, "interface_fingerprint") @_cdecl("toss_interface_fingerprint")
public func tossInterfaceFingerprint() -> UInt32 { PageInterface.toss.fingerprint }
