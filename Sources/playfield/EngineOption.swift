import ArgumentParser
import Inference

/// What runs networks: an option of every command with networks that both engines can run.
struct EngineOption: ParsableArguments {
  @Option(
    name: .customLong("engine"),
    help: """
      What runs the networks: openvino, portable (plain Swift, slower), or auto: OpenVINO where it is \
      found.
      """)
  private var argument = EngineArgument.auto

  var engine: Engine { argument.engine }
}

private enum EngineArgument: String, CaseIterable, ExpressibleByArgument {
  case auto, openvino, portable

  var engine: Engine {
    switch self {
    case .auto: .automatic
    case .openvino: .openVINO
    case .portable: .portable
    }
  }
}
