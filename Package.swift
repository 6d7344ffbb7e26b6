// swift-tools-version: 6.2
import PackageDescription

// The targets stand floor by floor, as in Documentation/architecture.md: a target imports only
// from its own floor and those below. A folder is a subject; a module is what a product or the page needs.

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
let optimizedC: [CSetting] = isDependency ? [] : [.unsafeFlags(["-O2"])]
let optimizedCxx: [CXXSetting] = isDependency ? [] : [.unsafeFlags(["-O2"])]

let package = Package(
  name: "playfield",
  products: [
    .library(
      name: "Playfield",
      targets: [
        "VisionCore", "SceneReading", "DiceGame", "RaceGame", "Handwriting", "SpokenNumbers",
        "PortableInference", "Inference", "VisionRequests", "Media", "BeanBagToss", "TossAnalysis",
        "TossHistory", "TossReport",
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
    // The command line.
    .executableTarget(
      name: "playfield",
      dependencies: [
        "BeanBagToss", "DiceGame", "Handwriting", "Inference", "Media", "PlayfieldMaths",
        "PortableInference", "SceneReading", "SpokenNumbers", "TossAnalysis", "TossHistory",
        "TossReport", "VisionCore", "VisionRequests",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
        .product(name: "Logging", package: "swift-log"),
      ],
      // The page of `dice label`, inside the program, so that it is found wherever that lies.
      resources: [
        .embedInCode("Label/label.html"), .embedInCode("Label/label.css"),
        .embedInCode("Label/label.js"),
      ],
      swiftSettings: swiftSettings),

    // Web: the exports of the WebAssembly modules, and what each agrees on with its page.
    .target(
      name: "PageInterface", dependencies: ["VisionCore"], path: "Sources/Web/PageInterface",
      swiftSettings: swiftSettings),
    .target(
      name: "PlayfieldWeb",
      dependencies: [
        "CWebRuntime", "DiceGame", "DiceReading", "Handwriting", "PageInterface", "PlaneTracking",
        "PortableInference", "RaceGame", "SpokenNumbers", "VisionCore",
      ],
      path: "Sources/Web/PlayfieldWeb", swiftSettings: swiftSettings),
    // The same of the toss's module.
    .target(
      name: "PlayfieldToss",
      dependencies: [
        "BeanBagToss", "PageInterface", "PlayfieldMaths", "PortableInference", "SceneReading",
        "TossReportPage", "VisionCore",
      ],
      path: "Sources/Web/PlayfieldToss", swiftSettings: swiftSettings + optimized),
    // Writes the page's side of the modules' numbers.
    .executableTarget(
      name: "web-interface", dependencies: ["PageInterface", "PlayfieldToss", "PlayfieldWeb"],
      path: "Sources/Web/web-interface", swiftSettings: swiftSettings),

    // Native: images, video, camera; requests; a game of bean-bag toss from its frames to its report.
    .target(
      name: "TossAnalysis",
      dependencies: [
        "BeanBagToss", "Inference", "SceneReading", "VisionCore", "VisionRequests",
      ],
      path: "Sources/Native/TossAnalysis", swiftSettings: swiftSettings + optimized),
    .target(
      name: "TossHistory",
      dependencies: [
        "BeanBagToss", "VisionCore", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Sources/Native/TossHistory", swiftSettings: swiftSettings),
    .target(
      name: "TossReport", dependencies: ["BeanBagToss", "TossReportPage"],
      path: "Sources/Native/TossReport", swiftSettings: swiftSettings),
    .target(
      name: "Media",
      dependencies: ["CALSA", "CFFmpeg", "CHEIF", "CPictureIO", "CTurboJPEG", "VisionCore"],
      path: "Sources/Native",
      exclude: [
        "CALSA", "CFFmpeg", "CFFmpegLibrary", "CHEIF", "CPictureIO", "COpenCVLibrary", "COpenVINO",
        "CTurboJPEG", "CZlib", "Inference", "TossAnalysis", "TossHistory", "TossReport",
        "VisionRequests",
      ],
      sources: ["Drawing", "Media"],
      swiftSettings: swiftSettings + optimized),
    .target(
      name: "VisionRequests",
      dependencies: [
        "DiceReading", "Inference", "PlaneTracking", "PortableInference", "SceneReading",
        "SpokenNumbers", "VisionCore",
      ],
      path: "Sources/Native/VisionRequests", swiftSettings: swiftSettings + optimized),
    .target(
      name: "Inference", dependencies: ["COpenVINO", "CZlib", "PortableInference", "VisionCore"],
      path: "Sources/Native/Inference", swiftSettings: swiftSettings),
    // C surfaces of the libraries that others keep well.
    // Opened while the program runs, where it is found.
    .target(
      name: "COpenVINO", path: "Sources/Native/COpenVINO", linkerSettings: [.linkedLibrary("dl")]),
    .systemLibrary(name: "CZlib", path: "Sources/Native/CZlib", pkgConfig: "zlib"),
    .systemLibrary(
      name: "COpenCVLibrary", path: "Sources/Native/COpenCVLibrary", pkgConfig: "playfield-opencv"),
    .target(
      name: "CPictureIO", dependencies: ["COpenCVLibrary"], path: "Sources/Native/CPictureIO",
      cxxSettings: optimizedCxx),
    .systemLibrary(
      name: "CFFmpegLibrary", path: "Sources/Native/CFFmpegLibrary", pkgConfig: "playfield-ffmpeg"),
    .target(
      name: "CFFmpeg", dependencies: ["CFFmpegLibrary"], path: "Sources/Native/CFFmpeg",
      cxxSettings: optimizedCxx),
    .systemLibrary(
      name: "CTurboJPEG", path: "Sources/Native/CTurboJPEG", pkgConfig: "libturbojpeg"),
    .systemLibrary(name: "CHEIF", path: "Sources/Native/CHEIF", pkgConfig: "libheif"),
    .systemLibrary(name: "CALSA", path: "Sources/Native/CALSA", pkgConfig: "alsa"),

    // Games: rules.
    .target(
      name: "DiceGame", dependencies: ["PlayfieldMaths", "VisionCore"], path: "Sources/Games/Dice",
      swiftSettings: swiftSettings),
    .target(
      name: "RaceGame", dependencies: ["DiceGame", "PlayfieldMaths", "VisionCore"],
      path: "Sources/Games/Race",
      swiftSettings: swiftSettings + optimized),
    .target(
      name: "BeanBagToss", dependencies: ["PlayfieldMaths", "SceneReading", "VisionCore"],
      path: "Sources/Games/Toss", swiftSettings: swiftSettings + optimized),

    // A game of it as a page to read.
    .target(
      name: "TossReportPage", dependencies: ["BeanBagToss", "VisionCore"],
      path: "Sources/Games/TossReport", swiftSettings: swiftSettings),

    // Seeing: what is seen, a folder each, without any library.
    .target(
      name: "DiceReading", dependencies: ["PlayfieldMaths", "PortableInference", "VisionCore"],
      path: "Sources/Seeing/Dice", swiftSettings: swiftSettings + optimized),
    .target(
      name: "PlaneTracking", dependencies: ["DiceReading", "PlayfieldMaths", "VisionCore"],
      path: "Sources/Seeing/Planes", swiftSettings: swiftSettings + optimized),
    .target(
      name: "Handwriting", dependencies: ["PlayfieldMaths", "PortableInference", "VisionCore"],
      path: "Sources/Seeing/Ink", swiftSettings: swiftSettings),
    .target(
      name: "SpokenNumbers", dependencies: ["PlayfieldMaths", "PortableInference"],
      path: "Sources/Seeing/Numbers", swiftSettings: swiftSettings + optimized),
    // What a scene shows besides dice: one module, since every game that watches people needs all of it.
    .target(
      name: "SceneReading",
      dependencies: ["PlaneTracking", "PlayfieldMaths", "PortableInference", "VisionCore"],
      path: "Sources/Seeing", exclude: ["Dice", "Ink", "Numbers", "Planes"],
      sources: ["Boards", "Bodies", "Camera", "Contours", "Flights"],
      swiftSettings: swiftSettings + optimized),

    // Core: maths, values, small networks, without any library.
    .target(
      name: "PlayfieldMaths", dependencies: ["CPortableMaths"], path: "Sources/Core/Maths",
      swiftSettings: swiftSettings + optimized),
    .target(name: "CPortableMaths", path: "Sources/Core/CPortableMaths", cSettings: optimizedC),
    .target(
      name: "VisionCore", dependencies: ["PlayfieldMaths"], path: "Sources/Core",
      exclude: ["CWebRuntime", "CPortableMaths", "Maths", "PortableInference"],
      sources: ["Geometry", "Images", "Observations", "Text", "Version.swift"],
      swiftSettings: swiftSettings + optimized),
    .target(
      name: "PortableInference", dependencies: ["CWebRuntime"],
      path: "Sources/Core/PortableInference", swiftSettings: swiftSettings + optimized),
    // Where a processor has no instruction for it, the compiler asks libm to cut off a fraction.
    .target(
      name: "CWebRuntime", path: "Sources/Core/CWebRuntime",
      linkerSettings: [.linkedLibrary("m")]),

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
      name: "FlightCandidates", dependencies: ["SceneReading", "VisionCore"],
      path: "Training/Flights/Candidates", swiftSettings: swiftSettings),

    // Recognizes numbers in features that Python computed: `Training/Numbers/choose.py`.
    .executableTarget(
      name: "NumberCandidates", dependencies: ["PortableInference", "SpokenNumbers"],
      path: "Training/Numbers/Candidates", swiftSettings: swiftSettings + optimized),
    // Compares the encoder for spoken numbers, in integers, with Python's floats: `Training/Numbers`.
    .executableTarget(
      name: "EncoderComparison", dependencies: ["PortableInference", "SpokenNumbers"],
      path: "Training/Numbers/Comparison", swiftSettings: swiftSettings + optimized),

    .testTarget(
      name: "PortableMathsTests", dependencies: ["CPortableMaths"], swiftSettings: swiftSettings),
    .testTarget(
      name: "PlayfieldMathsTests", dependencies: ["PlayfieldMaths"], swiftSettings: swiftSettings),
    .testTarget(
      name: "VisionCoreTests", dependencies: ["VisionCore"],
      swiftSettings: swiftSettings + optimized),
    .testTarget(
      name: "SceneReadingTests",
      dependencies: ["PlayfieldMaths", "SceneReading", "TestScenes", "VisionCore"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "DiceGameTests", dependencies: ["DiceGame", "PlayfieldMaths", "VisionCore"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "RaceGameTests",
      dependencies: ["DiceGame", "PlayfieldMaths", "RaceGame", "VisionCore"],
      swiftSettings: swiftSettings + optimized),
    .testTarget(
      name: "BeanBagTossTests",
      dependencies: ["BeanBagToss", "SceneReading", "SimulatedToss", "TestScenes", "VisionCore"],
      swiftSettings: swiftSettings),
    // Makes up games, for tests of what has to outlive its process or be seen in a browser.
    .executableTarget(
      name: "SimulatedToss",
      dependencies: [
        "BeanBagToss", "PlayfieldMaths", "TossHistory", "TossReport", "VisionCore",
      ],
      path: "Tests/SimulatedToss", swiftSettings: swiftSettings),
    // Pictures with a known truth, for the tests of several targets.
    .target(
      name: "TestScenes", dependencies: ["VisionCore"], path: "Tests/TestScenes",
      swiftSettings: swiftSettings + optimized),
    .testTarget(
      name: "TossHistoryTests",
      dependencies: [
        "BeanBagToss", "SimulatedToss", "TestScenes", "TossHistory", "TossReport",
        "TossReportPage", "VisionCore",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "HandwritingTests",
      dependencies: ["Handwriting", "PortableInference", "VisionCore"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "SpokenNumbersTests",
      dependencies: ["PortableInference", "SpokenNumbers"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "InferenceTests", dependencies: ["CZlib", "Inference", "VisionCore"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "PortableInferenceTests", dependencies: ["PortableInference"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "WebRuntimeTests", dependencies: ["CWebRuntime"], swiftSettings: swiftSettings),
    .testTarget(
      name: "PlayfieldWebTests",
      dependencies: [
        "DiceGame", "Handwriting", "Media", "PageInterface", "PlaneTracking", "PlayfieldMaths",
        "PlayfieldWeb", "RaceGame", "SpokenNumbers", "VisionCore",
      ],
      swiftSettings: swiftSettings),
    // Watches a film as the toss's module does, and writes down its frames: compared with the module itself.
    .executableTarget(
      name: "TossFrames",
      dependencies: [
        "BeanBagToss", "Inference", "Media", "PlayfieldToss", "TossAnalysis", "VisionCore",
      ],
      path: "Tests/TossFrames", swiftSettings: swiftSettings),
    .testTarget(
      name: "PlayfieldTossTests",
      dependencies: [
        "BeanBagToss", "PageInterface", "PlayfieldToss", "PortableInference", "VisionCore",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "RuntimeAgreementTests",
      dependencies: [
        "DiceReading", "Inference", "Media", "PortableInference", "SceneReading", "VisionCore",
        "VisionRequests",
      ],
      swiftSettings: swiftSettings + optimized),
    .testTarget(
      name: "PlaneTrackingTests",
      dependencies: [
        "DiceReading", "Media", "PlaneTracking", "PlayfieldMaths", "PortableInference",
        "VisionCore",
      ],
      swiftSettings: swiftSettings + optimized),
    .testTarget(
      name: "DiceReadingTests", dependencies: ["DiceReading", "VisionCore"],
      swiftSettings: swiftSettings + optimized),
    // Not optimized: Swift 6.3.1 crashes when it verifies what it has made of it.
    .testTarget(
      name: "VisionRequestsTests",
      dependencies: [
        "DiceReading", "Inference", "Media", "SceneReading", "TestScenes", "VisionCore",
        "VisionRequests",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "MediaTests", dependencies: ["CHEIF", "CPictureIO", "Media", "VisionCore"],
      swiftSettings: swiftSettings + optimized),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "BeanBagToss", "DiceGame", "Handwriting", "Media", "SceneReading", "SimulatedToss",
        "SpokenNumbers", "TossAnalysis", "TossHistory", "VisionCore", "VisionRequests", "playfield",
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
