import MigratorPlatform

/// A file in a folder of Flyway, by its name.
///
/// Source: flyway/flyway
/// `flyway-core/src/main/java/org/flywaydb/core/internal/resource/ResourceNameParser.java`.
struct FlywayFile: Sendable {
  /// What a file is to Flyway.
  enum Kind: Sendable, Hashable {
    case versioned(FlywayVersion)
    case repeatable
    case baseline
    /// Runs at an event, around migrations.
    case callback
  }

  /// Events at which Flyway runs a file while it migrates.
  private static let events: Set<String> = [
    "beforeMigrate", "beforeEachMigrate", "beforeEachMigrateStatement",
    "afterEachMigrateStatement", "afterEachMigrate", "beforeRepeatables", "afterVersioned",
    "afterMigrateApplied", "afterMigrate", "beforeValidate", "afterValidate", "beforeConnect",
    "afterConnect", "createSchema", "beforeCreateSchema", "afterMigrateOperationFinish",
  ]

  /// The path below the folder: what the ledger calls the script.
  let path: String
  let kind: Kind
  /// The version as it is shown, dots in it; empty where there is none.
  let version: String
  /// The words behind the version.
  let description: String
  /// The language of a class, which only the program it is compiled into can run; `nil` for SQL.
  let language: Language?

  /// The languages of classes.
  enum Language: String, Sendable, CaseIterable {
    case java = "Java"
    case kotlin = "Kotlin"

    /// The extension of their files, dot included.
    var suffix: String {
      switch self {
      case .java: ".java"
      case .kotlin: ".kt"
      }
    }
  }

  /// Reads a name; `nil` for what Flyway ignores.
  init?(_ path: String) {
    let name = Paths.name(of: path)
    language = Language.allCases.first { name.hasSuffix($0.suffix) }
    guard language != nil || name.lowercased().hasSuffix(".sql") else { return nil }
    let stem = String(name.dropLast(Self.suffixLength(language)))
    let separator = stem.firstRange(of: "__")
    let head = separator.map { stem[..<$0.lowerBound] } ?? stem[...]
    self.path = path
    description =
      separator.map { String(stem[$0.upperBound...]).replacing("_", with: " ") } ?? ""
    if language == nil, Self.events.contains(String(head)) {
      kind = .callback
      version = ""
      return
    }
    let number = String(head.dropFirst())
    version = number.replacing("_", with: ".")
    switch head.first {
    case "V":
      guard let version = FlywayVersion(number) else { return nil }
      kind = .versioned(version)
    case "B":
      guard FlywayVersion(number) != nil else { return nil }
      kind = .baseline
    case "R":
      guard number.isEmpty, separator != nil else { return nil }
      kind = .repeatable
    default: return nil
    }
  }

  /// The version of a file that has one and is run; otherwise `nil`.
  var number: FlywayVersion? {
    if case .versioned(let version) = kind { version } else { nil }
  }

  /// What the ledger calls its type.
  var type: String { language == nil ? "SQL" : "JDBC" }

  /// The description as the ledger's column of 200 characters holds it.
  var abbreviatedDescription: String {
    guard description.utf16.count > 200 else { return description }
    return String(decoding: Array(description.utf16.prefix(197)), as: UTF16.self) + "..."
  }

  /// What people call it: the path without the extension.
  var identifier: String { String(path.dropLast(Self.suffixLength(language))) }

  private static func suffixLength(_ language: Language?) -> Int {
    (language?.suffix ?? ".sql").count
  }
}

/// A migration of Flyway with what its ledger repeats of the file.
struct FlywayMigration: ToolFile {
  let file: FlywayFile
  /// The checksum of the text; `nil` for a class, which has one of its own making, and for what
  /// cannot be read.
  let checksum: Int64?
  let migration: ToolMigration
}

/// `V1__x.sql.conf`, which says how one file is run.
struct FlywaySettings {
  var runsInTransaction: Bool?
  var replacesPlaceholders: Bool?
  /// A setting that only Flyway can follow.
  var unknown: String?

  init(_ text: String) {
    for entry in SettingsText(text, .lines).entries {
      switch (entry.key, entry.values.joined().lowercased()) {
      case ("executeInTransaction", let value): runsInTransaction = value == "true"
      case ("placeholderReplacement", let value): replacesPlaceholders = value == "true"
      case ("encoding", "utf-8"), ("encoding", "utf8"): break
      default: unknown = unknown ?? entry.key
      }
    }
  }
}
