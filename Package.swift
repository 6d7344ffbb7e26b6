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

let package = Package(
  name: "playfield",
  products: [
    .library(
      name: "Playfield",
      targets: ["VisionCore", "DiceGame", "Inference", "VisionRequests", "Media"]),
    .executable(name: "playfield", targets: ["playfield"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0"),
  ],
  targets: [
    // Floor 5: the command line.
    .executableTarget(
      name: "playfield",
      dependencies: [
        "DiceGame", "Inference", "Media", "VisionCore", "VisionRequests",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: swiftSettings),

    // Floor 4: images, video, camera.
    .target(
      name: "Media", dependencies: ["CFFmpeg", "COpenCV", "CTurboJPEG", "VisionCore"],
      swiftSettings: swiftSettings),

    // Floor 3: requests.
    .target(
      name: "VisionRequests", dependencies: ["COpenCV", "Inference", "VisionCore"],
      swiftSettings: swiftSettings),

    // Floor 2: the game's rules; the engine that runs networks.
    .target(name: "DiceGame", dependencies: ["VisionCore"], swiftSettings: swiftSettings),
    .target(
      name: "Inference", dependencies: ["COpenVINO", "VisionCore"], swiftSettings: swiftSettings),

    // Floor 1: values and maths.
    .target(name: "VisionCore", swiftSettings: swiftSettings),

    // Floor 0: C surfaces of the libraries that others keep well.
    .systemLibrary(name: "COpenVINO", pkgConfig: "playfield-openvino"),
    .systemLibrary(name: "COpenCVLibrary", pkgConfig: "playfield-opencv"),
    .target(name: "COpenCV", dependencies: ["COpenCVLibrary"]),
    .systemLibrary(name: "CFFmpegLibrary", pkgConfig: "playfield-ffmpeg"),
    .target(name: "CFFmpeg", dependencies: ["CFFmpegLibrary"]),
    .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg"),

    .testTarget(
      name: "VisionCoreTests", dependencies: ["VisionCore"], swiftSettings: swiftSettings),
    .testTarget(
      name: "DiceGameTests", dependencies: ["DiceGame", "VisionCore"], swiftSettings: swiftSettings),
    .testTarget(
      name: "InferenceTests", dependencies: ["Inference", "VisionCore"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "VisionRequestsTests",
      dependencies: ["COpenCV", "Inference", "Media", "VisionCore", "VisionRequests"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "MediaTests", dependencies: ["COpenCV", "Media", "VisionCore"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "CommandLineTests", dependencies: ["DiceGame", "Media", "VisionCore", "playfield"],
      swiftSettings: swiftSettings),
  ],
  cxxLanguageStandard: .cxx17
)
