// swift-tools-version: 6.2
import PackageDescription

// A package of its own, since its program needs libFuzzer: Scripts/fuzz.sh builds and runs it.

let package = Package(
  name: "fuzz",
  dependencies: [.package(name: "playfield", path: "..")],
  targets: [
    .executableTarget(
      name: "FuzzMedia",
      dependencies: [.product(name: "Playfield", package: "playfield")])
  ]
)
