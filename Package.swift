// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "migtui",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [
    .executable(name: "migtui", targets: ["migtui"]),
    .library(name: "MigratorEngine", targets: ["MigratorEngine"]),
    .library(name: "MigratorCombine", targets: ["MigratorCombine"]),
    .library(name: "MigratorFoundation", targets: ["MigratorFoundation"]),
    .library(name: "MigratorRecords", targets: ["MigratorRecords"]),
    .library(name: "MigratorGenerator", targets: ["MigratorGenerator"]),
    .plugin(name: "GenerateDatabaseTypes", targets: ["GenerateDatabaseTypes"]),
    .library(name: "MigratorWriter", targets: ["MigratorWriter"]),
    .library(name: "MigratorSession", targets: ["MigratorSession"]),
    .library(name: "MigratorTools", targets: ["MigratorTools"]),
    .library(name: "MigratorCommands", targets: ["MigratorCommands"]),
    .library(name: "MigrationConsole", targets: ["MigrationConsole", "TerminalCurses"]),
    // Requires the trait GRDB.
    .library(name: "MigratorGRDB", targets: ["MigratorGRDB"]),
    // The torture tests load this library into the program at run time; no target links it.
    .library(
      name: "FaultingFileSystem", type: .dynamic, targets: ["CFaultingFileSystem"]),
  ],
  traits: [
    // To use only the engine, enable no traits: `.package(url: …, traits: [])`.
    .default(enabledTraits: ["Commands", "Publishers"]),
    .trait(name: "Commands", description: "Commands and programs: swift-argument-parser."),
    .trait(name: "Publishers", description: "Publishers: OpenCombine, where Combine is missing."),
    .trait(
      name: "SQLCipher",
      description: "Encrypted files: SQLCipher in the place of the system's SQLite."),
    .trait(name: "GRDB", description: "The console and the commands over a migrator of GRDB."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    // Files and paths. Only MigratorPlatform imports it.
    .package(url: "https://github.com/apple/swift-system", from: "1.7.0"),
    // Replaces Combine on platforms without it. Only MigratorCombine imports it.
    .package(url: "https://github.com/OpenCombine/OpenCombine.git", from: "0.14.0"),
    // Only MigratorGRDB and its tests import it; without its trait it is not resolved. The tests
    // compare its messages word for word, so the Makefile pins 7.10.0.
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.0.0"),
  ],
  targets: [
    // C libraries. In Sources, exactly one target imports each.
    .systemLibrary(name: "CSQLite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    // Its flags make CSQLite3 include SQLCipher's header, too.
    .systemLibrary(
      name: "CSQLCipher", pkgConfig: "sqlcipher",
      providers: [.apt(["libsqlcipher-dev"]), .brew(["sqlcipher"])]),
    .target(
      name: "CNCursesShim", dependencies: ["CMigratorPlatform"],
      linkerSettings: [
        .linkedLibrary("ncursesw", .when(platforms: [.linux])),
        .linkedLibrary("tinfo", .when(platforms: [.linux])),
        .linkedLibrary("ncurses", .when(platforms: [.macOS])),
      ]),

    // Files, folders, signals and the C library. Every target that calls the system imports it.
    .target(name: "CMigratorPlatform"),
    .target(
      name: "MigratorPlatform",
      dependencies: [
        "CMigratorPlatform", .product(name: "SystemPackage", package: "swift-system"),
      ]),

    // SQL and JSON as text: names, tokens, scripts. Imports nothing.
    .target(name: "SQLSyntax"),

    // The engine.
    .target(
      name: "MigratorSQLite",
      dependencies: [
        "CSQLite3", .target(name: "CSQLCipher", condition: .when(traits: ["SQLCipher"])),
        "CMigratorPlatform", "MigratorPlatform", "SQLSyntax",
      ]),
    .target(name: "MigratorSchema", dependencies: ["SQLSyntax"]),
    // Features that require all of Foundation, including its language tables.
    .target(name: "MigratorFoundation", dependencies: ["MigratorSQLite"]),
    .target(
      name: "MigratorEngine",
      dependencies: [
        "MigratorSQLite", "MigratorSchema", "MigratorPlatform", "SQLSyntax",
        .target(
          name: "MigratorFoundation",
          condition: .when(platforms: [.macOS, .iOS, .tvOS, .watchOS, .visionOS])),
      ]),
    .target(
      name: "MigratorCombine",
      dependencies: [
        "MigratorEngine",
        .product(
          name: "OpenCombine", package: "OpenCombine",
          condition: .when(platforms: [.linux], traits: ["Publishers"])),
        .product(
          name: "OpenCombineDispatch", package: "OpenCombine",
          condition: .when(platforms: [.linux], traits: ["Publishers"])),
      ]),
    // Runtime support for generated database types.
    .target(
      name: "MigratorRecords", dependencies: ["MigratorEngine", "MigratorPlatform", "SQLSyntax"]),
    // Generated rows: what migrations do to rows that the schema allows.
    .target(
      name: "MigratorRows",
      dependencies: [
        "MigratorEngine", "MigratorSQLite", "MigratorSchema", "MigratorPlatform", "SQLSyntax",
      ]),
    // Migrations written from two schemas, and their trial on generated rows.
    .target(
      name: "MigratorWriter",
      dependencies: [
        "MigratorRows", "MigratorEngine", "MigratorSQLite", "MigratorSchema", "MigratorPlatform",
        "SQLSyntax",
      ]),
    // Status, dry run, step, repair and restore, shared by the console and the commands.
    .target(
      name: "MigratorSession",
      dependencies: [
        "MigratorEngine", "MigratorRows", "MigratorSQLite", "MigratorSchema", "MigratorWriter",
        "MigratorPlatform",
      ]),
    // The same for migrators that run in GRDB; empty without the trait.
    .target(
      name: "MigratorGRDB",
      dependencies: [
        "MigratorSession", "MigratorEngine", "MigratorSchema", "MigratorPlatform", "SQLSyntax",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["GRDB"])),
      ]),
    .target(
      name: "MigratorTools",
      dependencies: [
        "MigratorEngine", "MigratorSession", "MigratorWriter", "MigratorPlatform",
      ]),

    // Database types generated from SQL: the generator, a program with few dependencies, and the
    // build plugin that runs it in other packages.
    .target(
      name: "MigratorGenerator", dependencies: ["MigratorSQLite", "MigratorPlatform", "SQLSyntax"]),
    .executableTarget(
      name: "MigratorGenerate",
      dependencies: ["MigratorGenerator", "MigratorPlatform"]),
    .plugin(
      name: "GenerateDatabaseTypes", capability: .buildTool(), dependencies: ["MigratorGenerate"],
      path: "Sources/GenerateDatabaseTypes"),

    // The terminal.
    .target(name: "TerminalUI"),
    .target(
      name: "TerminalCurses", dependencies: ["TerminalUI", "CNCursesShim", "MigratorPlatform"]),
    .target(
      name: "MigrationConsole",
      dependencies: [
        "MigratorSession", "MigratorWriter", "MigratorEngine", "MigratorSchema", "TerminalUI",
        "MigratorPlatform",
      ]),
    // A demo database with migrations, in the format of each tool.
    .target(
      name: "MigtuiDemo", dependencies: ["MigratorEngine", "MigratorTools", "MigratorPlatform"]),
    // The commands, for a tool's folder or an app's own migrator. An app's tool takes three lines.
    .target(
      name: "MigratorCommands",
      dependencies: [
        "MigratorEngine", "MigratorRows", "MigratorSchema", "MigratorSession", "MigratorWriter",
        "TerminalUI", "TerminalCurses", "MigrationConsole", "MigratorPlatform", "SQLSyntax",
        .product(
          name: "ArgumentParser", package: "swift-argument-parser",
          condition: .when(traits: ["Commands"])),
      ]),
    .executableTarget(
      name: "migtui",
      dependencies: [
        "MigtuiDemo", "MigratorCommands", "MigratorEngine", "MigratorGenerator", "MigratorSession",
        "MigratorTools", "MigratorWriter", "MigratorPlatform",
        .product(
          name: "ArgumentParser", package: "swift-argument-parser",
          condition: .when(traits: ["Commands"])),
      ]),

    // The console on an in-memory terminal, and its screens as pictures, for tests and
    // documentation.
    .target(name: "ConsolePictures", dependencies: ["MigrationConsole", "TerminalUI"]),
    .executableTarget(
      name: "MigtuiPictures",
      dependencies: [
        "ConsolePictures", "MigrationConsole", "MigratorSession", "MigratorTools", "MigtuiDemo",
        "TerminalUI",
      ]),

    // Tests.
    .target(
      name: "MigratorTestSupport", dependencies: ["MigratorSQLite", "MigratorPlatform"],
      path: "Tests/MigratorTestSupport"),
    // The time limit of a test run.
    .target(name: "CRunLimit", path: "Tests/CRunLimit"),
    // Controls the order of tests.
    .target(name: "TestTraits", path: "Tests/TestTraits"),
    // Randomized tests of any duration: faults, power loss, kills, random bytes.
    .target(
      name: "CFaultingFileSystem", dependencies: ["CSQLite3"], path: "Tests/CFaultingFileSystem",
      linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(
      name: "TortureTrials",
      dependencies: [
        "MigratorSQLite", "MigratorEngine", "MigratorSession", "MigratorTools", "MigratorPlatform",
        "MigratorRows", "MigtuiDemo", "MigratorTestSupport",
      ],
      path: "Tests/TortureTrials"),
    .executableTarget(
      name: "MigtuiTorture", dependencies: ["TortureTrials"], path: "Tests/MigtuiTorture"),
    // An app's own tool, as an app would write it.
    .executableTarget(
      name: "ClubTool", dependencies: ["MigratorCommands"], path: "Tests/ClubTool",
      packageAccess: false),
    // GRDB as a peer: the same cases run on GRDB and on the engine. Targets that require the trait
    // GRDB are empty without it.
    // Cases and results, as plain values.
    .target(name: "PeerModel", path: "Tests/Peers/PeerModel"),
    // Each target hides one engine, because both use the same type names.
    .target(
      name: "OursDriver",
      dependencies: ["PeerModel", "MigratorEngine", "MigratorSchema", "MigratorFoundation"],
      path: "Tests/Peers/OursDriver", swiftSettings: [.define("OURS")]),
    .target(
      name: "GRDBDriver",
      dependencies: [
        "PeerModel",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["GRDB"])),
      ],
      path: "Tests/Peers/GRDBDriver"),
    .testTarget(
      name: "PeersTests",
      dependencies: ["PeerModel", "OursDriver", "GRDBDriver", "MigratorTestSupport", "TestTraits"],
      path: "Tests/Peers/PeersTests"),
    // Sessions over either engine; both must produce the same results.
    .target(
      name: "OursStories", dependencies: ["MigratorEngine", "MigratorSession"],
      path: "Tests/Peers/OursStories", swiftSettings: [.define("OURS")]),
    .target(
      name: "GRDBStories",
      dependencies: [
        "MigratorGRDB", "MigratorSession",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["GRDB"])),
      ],
      path: "Tests/Peers/GRDBStories"),
    .testTarget(
      name: "StoryTests",
      dependencies: ["OursStories", "GRDBStories", "MigratorSession", "MigratorEngine"],
      path: "Tests/Peers/StoryTests"),
    .testTarget(name: "SQLSyntaxTests", dependencies: ["SQLSyntax", "MigratorTestSupport"]),
    .testTarget(
      name: "TortureTests",
      dependencies: [
        "TortureTrials", "MigtuiTorture", "MigratorTestSupport", "TestTraits", "migtui",
      ]),
    .testTarget(
      name: "MigratorPlatformTests",
      dependencies: ["MigratorPlatform", "MigratorTestSupport", "TestTraits"]),
    .testTarget(
      name: "MigratorSQLiteTests",
      dependencies: [
        "MigratorSQLite", "CSQLite3", "MigratorPlatform", "MigratorTestSupport", "SQLSyntax",
        "TestTraits",
      ]),
    .testTarget(
      name: "MigratorFoundationTests", dependencies: ["MigratorFoundation", "MigratorSQLite"]),
    .testTarget(
      name: "MigratorSchemaTests",
      dependencies: ["MigratorSchema", "SQLSyntax", "MigratorTestSupport"]),
    .testTarget(
      name: "MigratorEngineTests",
      dependencies: [
        "MigratorEngine", "MigratorSchema", "MigratorPlatform", "MigratorTestSupport", "TestTraits",
      ]),
    .testTarget(
      name: "MigratorGeneratorTests",
      dependencies: [
        "MigratorGenerator", "MigratorRecords", "MigratorEngine", "MigratorTools", "SQLSyntax",
        "MigratorTestSupport",
      ], exclude: ["Samples"]),
    .testTarget(
      name: "MigratorCombineTests",
      dependencies: [
        "MigratorCombine", "MigratorEngine", "MigratorPlatform", "MigratorTestSupport",
        "TestTraits",
      ]),
    .testTarget(
      name: "MigratorWriterTests",
      dependencies: [
        "MigratorWriter", "MigratorRows", "MigratorEngine", "MigratorSQLite", "MigratorSchema",
        "MigratorSession", "MigratorTools", "CSQLite3", "MigratorPlatform", "SQLSyntax",
        "MigratorTestSupport", "TestTraits",
      ]),
    .testTarget(
      name: "MigratorRowsTests",
      dependencies: [
        "MigratorRows", "MigratorEngine", "MigratorSQLite", "MigratorSchema", "MigratorPlatform",
        "SQLSyntax", "MigratorTestSupport", "TestTraits",
      ]),
    .testTarget(
      name: "MigratorSessionTests",
      dependencies: [
        "MigratorSession", "MigratorRows", "MigratorEngine", "MigratorSchema", "MigratorTools",
        "MigratorPlatform", "MigratorTestSupport", "TestTraits",
      ], exclude: ["GeneratedCases"]),
    .testTarget(
      name: "MigratorToolsTests",
      dependencies: [
        "MigratorTools", "MigratorSession", "MigratorEngine", "MigratorPlatform",
        "MigratorTestSupport",
      ]),
    // Sees only public declarations, like a package that adds a tool.
    .testTarget(
      name: "MigratorToolsOutsideTests",
      dependencies: ["MigratorTools", "MigratorEngine", "MigratorTestSupport"],
      packageAccess: false),
    .testTarget(name: "TerminalUITests", dependencies: ["TerminalUI", "ConsolePictures"]),
    .testTarget(name: "ConsolePicturesTests", dependencies: ["ConsolePictures", "TerminalUI"]),
    .testTarget(
      name: "TerminalCursesTests",
      dependencies: [
        "TerminalCurses", "TerminalUI", "MigratorPlatform", "MigratorTestSupport", "TestTraits",
      ]),
    .testTarget(
      name: "MigrationConsoleTests",
      dependencies: [
        "ConsolePictures", "MigrationConsole", "MigratorEngine", "MigratorSchema",
        "MigratorSession", "MigratorTools", "TerminalUI", "MigratorPlatform", "MigratorTestSupport",
      ], exclude: ["Golden"]),
    .testTarget(
      name: "MigtuiEndToEndTests",
      dependencies: [
        "migtui", "ClubTool", "MigtuiDemo", "MigratorCommands",
        "MigratorEngine", "MigratorSchema", "MigratorSession", "MigratorTools",
        "MigratorPlatform", "MigratorTestSupport", "TestTraits",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// A test bundle that hangs is ended.
for target in package.targets where target.type == .test {
  target.dependencies.append("CRunLimit")
}

// Build settings of every Swift target. `treatAllWarnings` is a setting, not an unsafe flag, so the
// package can be used as a dependency.
for target in package.targets where ![.system, .plugin].contains(target.type) {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .treatAllWarnings(as: .error),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
