// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that who uses the library never resolves GRDB.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "migtui", path: "../.."),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
  ],
  targets: [
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        .product(name: "MigratorEngine", package: "migtui"),
        .product(name: "MigratorGenerator", package: "migtui"),
        .product(name: "GRDB", package: "GRDB.swift"),
        // The program itself, run as a person runs it: it is built beside this one.
        .product(name: "migtui", package: "migtui"),
      ])
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
