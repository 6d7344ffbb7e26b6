// swift-tools-version: 6.2
import PackageDescription

// The targets stand floor by floor, as in Documentation/architecture.md: a target imports only
// from floors below its own.

let swiftSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableExperimentalFeature("Lifetimes"),
]

/// Where this package is another's dependency, SwiftPM bars unsafe flags, and tests do not run.
let isDependency = Context.packageDirectory.contains("/checkouts/")

/// Kernels and pixel loops are a hundred times slower in a debug build, too slow to be tested in it, and
/// so are a hundred thousand races, and tests that draw pictures or compare them.
let optimized: [SwiftSetting] = isDependency ? [] : [.unsafeFlags(["-O"])]
let optimizedCxx: [CXXSetting] = isDependency ? [] : [.unsafeFlags(["-O2"])]

let package = Package(
  name: "playfield",
  products: [
    .library(
      name: "Playfield",
      targets: [
        "VisionCore", "DiceGame", "RaceGame", "Handwriting", "SpokenNumbers", "PortableInference",
        "Inference",
        "VisionRequests", "Media", "BeanBagToss", "TossAnalysis",
      ]),
    .executable(name: "playfield", targets: ["playfield"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
  ],
  targets: [
    // Floor 5: the command line; the exports of the WebAssembly module.
    .executableTarget(
      name: "playfield",
      dependencies: [
        "BeanBagToss", "DiceGame", "Handwriting", "Inference", "Media", "PortableInference",
        "SpokenNumbers", "TossAnalysis", "VisionCore", "VisionRequests",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
        .product(name: "Logging", package: "swift-log"),
      ],
      // The pages of `toss watch` and `dice label`, inside the program, so that they are found wherever
      // that lies.
      resources: [
        .embedInCode("Watch/watch.html"), .embedInCode("Watch/watch.css"),
        .embedInCode("Watch/watch.js"),
        .embedInCode("Label/label.html"), .embedInCode("Label/label.css"),
        .embedInCode("Label/label.js"),
      ],
      swiftSettings: swiftSettings),

    .target(
      name: "PlayfieldWeb",
      dependencies: [
        "DiceGame", "DiceReading", "Handwriting", "PlaneTracking", "PortableInference", "RaceGame",
        "SpokenNumbers", "VisionCore",
      ],
      swiftSettings: swiftSettings),
    // Prints Web/engine/interface.js, the page's side of the module's numbers.
    .executableTarget(
      name: "web-interface", dependencies: ["PlayfieldWeb"], swiftSettings: swiftSettings),

    // Floor 4: images, video, camera; a game of bean-bag toss from its frames to its report.
    .target(
      name: "Media", dependencies: ["CALSA", "CFFmpeg", "COpenCV", "CTurboJPEG", "VisionCore"],
      swiftSettings: swiftSettings + optimized),
    .target(
      name: "TossAnalysis",
      dependencies: [
        "BeanBagToss", "VisionCore", "VisionRequests",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: swiftSettings + optimized),

    // Floor 3: requests.
    .target(
      name: "VisionRequests",
      dependencies: [
        "COpenCV", "DiceReading", "Inference", "PlaneTracking", "PortableInference",
        "SpokenNumbers", "VisionCore",
      ],
      swiftSettings: swiftSettings + optimized),

    // Floor 2: the games' rules; reading dice, digits and spoken numbers around the networks; following
    // a plane; the engine that runs networks.
    .target(name: "DiceGame", dependencies: ["VisionCore"], swiftSettings: swiftSettings),
    .target(
      name: "RaceGame", dependencies: ["VisionCore"], swiftSettings: swiftSettings + optimized),
    .target(name: "BeanBagToss", dependencies: ["VisionCore"], swiftSettings: swiftSettings),
    .target(
      name: "DiceReading", dependencies: ["PortableInference", "VisionCore"],
      swiftSettings: swiftSettings + optimized),
    .target(
      name: "PlaneTracking", dependencies: ["VisionCore"],
      swiftSettings: swiftSettings + optimized),
    .target(
      name: "Handwriting", dependencies: ["PortableInference", "VisionCore"],
      swiftSettings: swiftSettings),
    .target(
      name: "SpokenNumbers", dependencies: ["PortableInference", "VisionCore"],
      swiftSettings: swiftSettings + optimized),
    .target(
      name: "Inference", dependencies: ["COpenVINO", "VisionCore"], swiftSettings: swiftSettings),

    // Floor 1: values and maths; small networks without any library.
    .target(name: "VisionCore", swiftSettings: swiftSettings + optimized),
    .target(
      name: "PortableInference", dependencies: ["CWebRuntime"],
      swiftSettings: swiftSettings + optimized),

    // Floor 0: C surfaces of the libraries that others keep well.
    .systemLibrary(name: "COpenVINO", pkgConfig: "playfield-openvino"),
    .systemLibrary(name: "COpenCVLibrary", pkgConfig: "playfield-opencv"),
    .target(name: "COpenCV", dependencies: ["COpenCVLibrary"], cxxSettings: optimizedCxx),
    .systemLibrary(name: "CFFmpegLibrary", pkgConfig: "playfield-ffmpeg"),
    .target(name: "CFFmpeg", dependencies: ["CFFmpegLibrary"], cxxSettings: optimizedCxx),
    .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg"),
    .systemLibrary(name: "CALSA", pkgConfig: "alsa"),
    .target(name: "CWebRuntime"),

    // README's programs, built as its readers build them: with the public interface alone.
    .executableTarget(
      name: "rolls", dependencies: ["DiceGame", "Media", "VisionRequests"],
      path: "Examples/rolls/Sources/rolls", packageAccess: false),
    .executableTarget(
      name: "throws", dependencies: ["Media", "VisionRequests"],
      path: "Examples/rolls/Sources/throws", packageAccess: false),
    .executableTarget(
      name: "numbers", dependencies: ["Media", "VisionRequests"],
      path: "Examples/rolls/Sources/numbers", packageAccess: false),

    // What a judge of flights learns from: `Training/Flights`.
    .executableTarget(
      name: "FlightCandidates", dependencies: ["VisionCore"],
      path: "Training/Flights/Candidates", swiftSettings: swiftSettings),

    .testTarget(
      name: "VisionCoreTests", dependencies: ["VisionCore"], swiftSettings: swiftSettings),
    .testTarget(
      name: "DiceGameTests", dependencies: ["DiceGame", "VisionCore"], swiftSettings: swiftSettings),
    .testTarget(
      name: "RaceGameTests", dependencies: ["RaceGame", "VisionCore"],
      swiftSettings: swiftSettings + optimized),
    .testTarget(
      name: "BeanBagTossTests", dependencies: ["BeanBagToss", "VisionCore"],
      swiftSettings: swiftSettings),
    // Makes up games, for tests of what has to outlive its process or be seen in a browser.
    .executableTarget(
      name: "SimulatedToss", dependencies: ["BeanBagToss", "TossAnalysis", "VisionCore"],
      path: "Tests/SimulatedToss", swiftSettings: swiftSettings),
    // Pictures with a known truth, for the tests of several targets.
    .target(
      name: "TestScenes", dependencies: ["VisionCore"], path: "Tests/TestScenes",
      swiftSettings: swiftSettings + optimized),
    .testTarget(
      name: "TossAnalysisTests",
      dependencies: [
        "BeanBagToss", "SimulatedToss", "TestScenes", "TossAnalysis", "VisionCore",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "HandwritingTests",
      dependencies: ["Handwriting", "PortableInference", "VisionCore"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "SpokenNumbersTests",
      dependencies: ["PortableInference", "SpokenNumbers", "VisionCore"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "InferenceTests", dependencies: ["Inference", "VisionCore"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "PortableInferenceTests", dependencies: ["PortableInference"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "WebRuntimeTests", dependencies: ["CWebRuntime"], swiftSettings: swiftSettings),
    .testTarget(
      name: "PlayfieldWebTests",
      dependencies: [
        "DiceGame", "DiceReading", "Media", "PlayfieldWeb", "RaceGame", "VisionCore",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "RuntimeAgreementTests",
      dependencies: [
        "DiceReading", "Inference", "Media", "PortableInference", "SpokenNumbers", "VisionCore",
        "VisionRequests",
      ],
      swiftSettings: swiftSettings + optimized),
    .testTarget(
      name: "PlaneTrackingTests", dependencies: ["PlaneTracking", "VisionCore"],
      swiftSettings: swiftSettings + optimized),
    .testTarget(
      name: "DiceReadingTests", dependencies: ["DiceReading", "VisionCore"],
      swiftSettings: swiftSettings + optimized),
    // Not optimized: Swift 6.3.1 crashes when it verifies what it has made of it.
    .testTarget(
      name: "VisionRequestsTests",
      dependencies: [
        "COpenCV", "DiceReading", "Inference", "Media", "TestScenes", "VisionCore",
        "VisionRequests",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "MediaTests", dependencies: ["COpenCV", "Media", "VisionCore"],
      swiftSettings: swiftSettings + optimized),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "BeanBagToss", "DiceGame", "Handwriting", "Media", "SimulatedToss", "SpokenNumbers",
        "TossAnalysis", "VisionCore", "VisionRequests", "playfield",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: swiftSettings),
  ],
  cxxLanguageStandard: .cxx17
)

// Scripts/fuzz.sh alone builds it: it needs libFuzzer, which SwiftPM does not link by itself.
if Context.environment["PLAYFIELD_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "FuzzMedia",
      dependencies: ["Media", "PortableInference", "SpokenNumbers", "VisionCore"],
      path: "Fuzz", swiftSettings: swiftSettings))
}
