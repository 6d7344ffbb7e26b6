// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "dice-renderer",
  targets: [
    .systemLibrary(
      name: "CTurboJPEG", pkgConfig: "libturbojpeg",
      providers: [.apt(["libturbojpeg0-dev"]), .brew(["jpeg-turbo"])]),
    .executableTarget(
      name: "dice-renderer",
      dependencies: ["CTurboJPEG"],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .unsafeFlags(["-Ounchecked"], .when(configuration: .release)),
      ]),
  ])
