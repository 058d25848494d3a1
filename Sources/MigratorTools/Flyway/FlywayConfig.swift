import MigratorPlatform

/// The project settings that change what Flyway accepts or runs.
///
/// Reads Spring's `application.properties`, `flyway.conf` and `flyway.toml` next to or above the
/// folder, the files that `FLYWAY_CONFIG_FILES` names, and the variables `FLYWAY_…`. Later settings
/// override earlier ones, as in Flyway.
struct FlywayConfig: Sendable {
  private(set) var table: String?
  /// `true` if a file may contain both transactional and non-transactional statements.
  private(set) var isMixed = false
  private(set) var allowsOutOfOrder = false
  private(set) var validates = true
  private(set) var replacesPlaceholders = true
  /// Whether files run in transactions by default; `nil` if this is not set.
  private(set) var runsInTransaction: Bool?
  /// The states that validation ignores: `missing`, `ignored`, `future`.
  private(set) var ignored: Set<String> = ["future"]
  /// A sentence about a setting that only Flyway supports, with its location.
  private(set) var unfollowed: String?

  init() {}

  init(beside folder: FolderTree, variable: (String) -> String? = Environment.variable) {
    for file in ["application.properties", "flyway.conf", "flyway.toml"] {
      if let text = folder.projectText(file) { read(text, of: file) }
    }
    for path in (variable("FLYWAY_CONFIG_FILES") ?? "").split(separator: ",") {
      let path = path.trimmingWhitespace
      read(
        String(decoding: Files.head(of: path, limit: 65_536), as: UTF8.self),
        of: Paths.name(of: path))
    }
    for name in Self.names {
      let key = "FLYWAY_" + name.map { $0.isUppercase ? "_\($0)" : $0.uppercased() }.joined()
      if let value = variable(key) { set(name, value, in: "the environment") }
    }
  }

  private static let names =
    [
      "table", "mixed", "outOfOrder", "validateOnMigrate", "placeholderReplacement",
      "executeInTransaction", "ignoreMigrationPatterns",
    ] + defaults.keys.sorted()

  /// Settings that change which files Flyway runs or how, with their default values.
  private static let defaults = [
    "sqlMigrationPrefix": "V", "sqlMigrationSeparator": "__", "sqlMigrationSuffixes": ".sql",
    "repeatableSqlMigrationPrefix": "R", "initSql": "", "target": "latest", "cherryPick": "",
    "group": "false", "callbacks": "", "skipExecutingMigrations": "false",
  ]

  private mutating func read(_ text: String, of file: String) {
    for entry in SettingsText(text, of: file).entries {
      var key = entry.key
      if file.hasSuffix(".toml") {
        guard entry.section == ["flyway"] else { continue }
      } else if key.hasPrefix("spring.flyway.") {
        // Spring accepts out-of-order and outOfOrder.
        let words = key.dropFirst("spring.flyway.".count).split(separator: "-")
        key = words.enumerated().map {
          $0.offset == 0
            ? String($0.element) : $0.element.prefix(1).uppercased() + $0.element.dropFirst()
        }.joined()
      } else {
        guard key.hasPrefix("flyway.") else { continue }
        key = String(key.dropFirst("flyway.".count))
      }
      set(key, entry.values.joined(separator: ","), in: file)
    }
  }

  private mutating func set(_ name: String, _ value: String, in place: String) {
    let isOn = value.lowercased() == "true"
    switch name {
    case "table": table = value
    case "mixed": isMixed = isOn
    case "outOfOrder": allowsOutOfOrder = isOn
    case "validateOnMigrate": validates = isOn
    case "placeholderReplacement": replacesPlaceholders = isOn
    case "executeInTransaction": runsInTransaction = isOn
    case "ignoreMigrationPatterns":
      let patterns = value.split(separator: ",").map(\.trimmingWhitespace)
      ignored = Set(
        patterns.flatMap { pattern in
          let sides = pattern.lowercased().split(separator: ":").map(String.init)
          guard sides.count == 2, ["*", "versioned"].contains(sides[0]) else { return [String]() }
          return sides[1] == "*" ? ["missing", "ignored", "future"] : [sides[1]]
        })
    default:
      guard let plain = Self.defaults[name], plain != value, unfollowed == nil else { return }
      unfollowed = "\(place) sets \(name), which only Flyway supports."
    }
  }
}
