// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// Where `make openvino` leaves it.
let openVINO = URL(filePath: Context.packageDirectory)
  .appending(path: "../.deps/python/openvino-2026.4.1/openvino").standardizedFileURL.path

// A package of its own, so that nobody but who measures needs OpenCV's networks.
let package = Package(
  name: "playfield-benchmarks",
  dependencies: [.package(name: "playfield", path: "..")],
  targets: [
    .executableTarget(
      name: "playfield-bench",
      dependencies: ["CReference", .product(name: "Playfield", package: "playfield")],
      swiftSettings: [.swiftLanguageMode(.v6), .enableUpcomingFeature("MemberImportVisibility")]),

    // What Playfield is measured against.
    .target(
      name: "CReference", dependencies: ["CReferenceDNN"],
      cxxSettings: [.unsafeFlags(["-I", "\(openVINO)/include"])],
      linkerSettings: [
        .unsafeFlags([
          "-L", "\(openVINO)/libs", "-l:libopenvino_c.so.2641", "-Xlinker", "-rpath", "-Xlinker",
          "\(openVINO)/libs",
        ])
      ]),
    .systemLibrary(name: "CReferenceDNN", pkgConfig: "playfield-opencv-dnn"),
  ],
  cxxLanguageStandard: .cxx17
)
