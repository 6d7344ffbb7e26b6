// swift-tools-version: 6.2
import PackageDescription

let playfield = Target.Dependency.product(name: "Playfield", package: "playfield")
let package = Package(
  name: "rolls",
  dependencies: [.package(name: "playfield", path: "../..")],
  targets: [
    .executableTarget(name: "rolls", dependencies: [playfield]),
    .executableTarget(name: "throws", dependencies: [playfield]),
    .executableTarget(name: "numbers", dependencies: [playfield]),
  ]
)
