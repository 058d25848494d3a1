// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that users of the library do not resolve GRDB.
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
        // The program itself, which the benchmarks run. It is built next to this one.
        .product(name: "migtui", package: "migtui"),
      ])
  ],
  swiftLanguageModes: [.v6]
)

// The settings of every Swift target, as in the root manifest.
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
