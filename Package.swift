// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "migtui",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "migtui", targets: ["migtui"]),
    .library(name: "MigratorEngine", targets: ["MigratorEngine"]),
    .library(name: "MigratorCombine", targets: ["MigratorCombine"]),
    .library(name: "MigratorSources", targets: ["MigratorSources"]),
    .library(name: "MigrationConsole", targets: ["MigrationConsole", "TerminalCurses"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    // SHA-2, for the checksums that ledgers store; only MigratorSources knows it.
    .package(url: "https://github.com/apple/swift-crypto", from: "4.0.0"),
    // Stands in for Combine where there is none; only MigratorCombine knows it.
    .package(url: "https://github.com/OpenCombine/OpenCombine.git", from: "0.14.0"),
  ],
  targets: [
    // C at the edges: each has exactly one importer.
    .systemLibrary(name: "CSQLite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .target(
      name: "CNCursesShim",
      linkerSettings: [
        .linkedLibrary("ncursesw", .when(platforms: [.linux])),
        .linkedLibrary("tinfo", .when(platforms: [.linux])),
        .linkedLibrary("ncurses", .when(platforms: [.macOS])),
      ]),

    // The C library of the platform under one name; whoever talks to the system imports it.
    .target(name: "MigratorPlatform"),

    // The engine.
    .target(name: "MigratorSQLite", dependencies: ["CSQLite3", "MigratorPlatform"]),
    .target(name: "MigratorSchema"),
    .target(
      name: "MigratorEngine",
      dependencies: ["MigratorSQLite", "MigratorSchema", "MigratorPlatform"]),
    .target(
      name: "MigratorCombine",
      dependencies: [
        "MigratorEngine",
        .product(
          name: "OpenCombine", package: "OpenCombine", condition: .when(platforms: [.linux])),
        .product(
          name: "OpenCombineDispatch", package: "OpenCombine",
          condition: .when(platforms: [.linux])),
      ]),
    .target(
      name: "MigratorSources",
      dependencies: [
        "MigratorEngine", "MigratorPlatform", .product(name: "Crypto", package: "swift-crypto"),
      ]),

    // The terminal.
    .target(name: "TerminalUI"),
    .target(
      name: "TerminalCurses", dependencies: ["TerminalUI", "CNCursesShim", "MigratorPlatform"]),
    .target(
      name: "MigrationConsole",
      dependencies: ["MigratorEngine", "MigratorSchema", "TerminalUI", "MigratorPlatform"]),
    .executableTarget(
      name: "migtui",
      dependencies: [
        "MigratorEngine", "MigratorSchema", "MigratorSources", "TerminalUI", "TerminalCurses",
        "MigrationConsole", "MigratorPlatform",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // Tests.
    .target(
      name: "MigratorTestSupport", dependencies: ["MigratorSQLite"],
      path: "Tests/MigratorTestSupport"),
    .testTarget(
      name: "MigratorSQLiteTests", dependencies: ["MigratorSQLite", "MigratorTestSupport"]),
    .testTarget(
      name: "MigratorSchemaTests", dependencies: ["MigratorSchema", "MigratorTestSupport"]),
    .testTarget(
      name: "MigratorEngineTests",
      dependencies: ["MigratorEngine", "MigratorSchema", "MigratorTestSupport"]),
    .testTarget(
      name: "MigratorCombineTests",
      dependencies: ["MigratorCombine", "MigratorEngine", "MigratorTestSupport"]),
    .testTarget(
      name: "MigratorSourcesTests",
      dependencies: ["MigratorSources", "MigratorEngine", "MigratorTestSupport"]),
    .testTarget(name: "TerminalUITests", dependencies: ["TerminalUI"]),
    .testTarget(
      name: "TerminalCursesTests", dependencies: ["TerminalCurses", "TerminalUI"]),
    .testTarget(
      name: "MigrationConsoleTests",
      dependencies: [
        "MigrationConsole", "MigratorEngine", "MigratorSchema", "MigratorSources", "TerminalUI",
        "MigratorTestSupport",
      ], exclude: ["Golden"]),
    .testTarget(
      name: "MigtuiEndToEndTests",
      dependencies: [
        "migtui", "MigratorEngine", "MigratorSchema", "MigratorSources", "MigratorTestSupport",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// The policy of every Swift target, said once. `treatAllWarnings` is a setting, not an unsafe flag,
// so the package stays usable as a dependency.
for target in package.targets where target.type != .system {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .treatAllWarnings(as: .error),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
