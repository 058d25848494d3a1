import MigratorPlatform

/// A file in a Flyway folder, parsed from its name.
///
/// Source: flyway/flyway
/// `flyway-core/src/main/java/org/flywaydb/core/internal/resource/ResourceNameParser.java`.
struct FlywayFile: Sendable {
  enum Kind: Sendable, Hashable {
    case versioned(FlywayVersion)
    case repeatable
    case baseline
    /// A file that runs at an event, such as before or after a migration.
    case callback
  }

  /// Events at which Flyway runs a file during a migration.
  private static let events: Set<String> = [
    "beforeMigrate", "beforeEachMigrate", "beforeEachMigrateStatement",
    "afterEachMigrateStatement", "afterEachMigrate", "beforeRepeatables", "afterVersioned",
    "afterMigrateApplied", "afterMigrate", "beforeValidate", "afterValidate", "beforeConnect",
    "afterConnect", "createSchema", "beforeCreateSchema", "afterMigrateOperationFinish",
  ]

  /// The path below the folder, which the ledger stores as the script.
  let path: String
  let kind: Kind
  /// The version with dots; empty if there is none.
  let version: String
  let description: String
  /// The language of a class, or `nil` for SQL; only the app that contains the class can run it.
  let language: Language?

  enum Language: String, Sendable, CaseIterable {
    case java = "Java"
    case kotlin = "Kotlin"

    /// The file extension, including the dot.
    var suffix: String {
      switch self {
      case .java: ".java"
      case .kotlin: ".kt"
      }
    }
  }

  /// Parses a name; returns `nil` for files that Flyway ignores.
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

  var number: FlywayVersion? {
    if case .versioned(let version) = kind { version } else { nil }
  }

  var type: String { language == nil ? "SQL" : "JDBC" }

  /// The description, shortened to the 200 characters of the ledger's column.
  var abbreviatedDescription: String {
    guard description.utf16.count > 200 else { return description }
    return String(decoding: Array(description.utf16.prefix(197)), as: UTF16.self) + "..."
  }

  /// The displayed name: the path without the extension.
  var identifier: String { String(path.dropLast(Self.suffixLength(language))) }

  private static func suffixLength(_ language: Language?) -> Int {
    (language?.suffix ?? ".sql").count
  }
}

struct FlywayMigration: ToolFile {
  let file: FlywayFile
  /// The checksum of the file, or `nil` if it is unreadable or a class, which defines its own.
  let checksum: Int64?
  let migration: ToolMigration
}

/// `V1__x.sql.conf`, the settings of a single file.
struct FlywaySettings {
  var runsInTransaction: Bool?
  var replacesPlaceholders: Bool?
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
