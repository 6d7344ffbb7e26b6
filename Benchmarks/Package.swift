// swift-tools-version: 6.2
import PackageDescription

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
    .target(name: "CReference", dependencies: ["CReferenceDNN", "CReferenceOpenVINO"]),
    .systemLibrary(name: "CReferenceDNN", pkgConfig: "playfield-opencv-dnn"),
    .systemLibrary(name: "CReferenceOpenVINO", pkgConfig: "playfield-openvino"),
  ],
  cxxLanguageStandard: .cxx17
)
