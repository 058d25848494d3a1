// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that who uses the library never resolves GRDB.
let package = Package(
  name: "Peers",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "PeerModel", targets: ["PeerModel"]),
    .library(name: "OursDriver", targets: ["OursDriver"]),
    .library(name: "GRDBDriver", targets: ["GRDBDriver"]),
  ],
  dependencies: [
    .package(name: "migtui", path: "../..", traits: ["Sessions", "GRDB"]),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
  ],
  targets: [
    // What both engines are asked and what they answer, in plain values.
    .target(name: "PeerModel"),
    // Each hides one engine, whose names are the other's, too.
    .target(
      name: "OursDriver",
      dependencies: ["PeerModel", .product(name: "MigratorEngine", package: "migtui")],
      swiftSettings: [.define("OURS")]),
    .target(
      name: "GRDBDriver",
      dependencies: ["PeerModel", .product(name: "GRDB", package: "GRDB.swift")]),
    .testTarget(name: "PeersTests", dependencies: ["PeerModel", "OursDriver", "GRDBDriver"]),
    // Sessions over either engine, which tell the same stories.
    .target(
      name: "OursStories",
      dependencies: [
        .product(name: "MigratorEngine", package: "migtui"),
        .product(name: "MigratorSession", package: "migtui"),
      ]),
    .target(
      name: "GRDBStories",
      dependencies: [
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "MigratorGRDB", package: "migtui"),
        .product(name: "MigratorSession", package: "migtui"),
      ], swiftSettings: [.define("OVER_GRDB")]),
    .testTarget(
      name: "StoryTests",
      dependencies: [
        "OursStories", "GRDBStories", .product(name: "MigratorSession", package: "migtui"),
        .product(name: "MigratorEngine", package: "migtui"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// The policy of every Swift target, as in the root manifest.
for target in package.targets {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .treatAllWarnings(as: .error),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
