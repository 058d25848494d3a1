internal import MigratorSQLite

/// Features by the SQLite version that introduced them.
///
/// <https://www.sqlite.org/changes.html>
enum SQLiteFeatureVersions {
  /// Functions by the first version that has them in a default build.
  static let functions: [(version: Int, names: [String])] = [
    (3_032_000, ["iif"]), (3_034_000, ["substring"]),
    (
      3_035_000,
      [
        "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "ceil", "ceiling", "cos",
        "cosh", "degrees", "exp", "floor", "ln", "log", "log10", "log2", "mod", "pi", "pow",
        "power",
        "radians", "sin", "sinh", "sqrt", "tan", "tanh", "trunc",
      ]
    ),
    (3_038_000, ["format", "unixepoch"]),
    (3_041_000, ["unhex"]),
    (3_042_000, ["json_error_position"]),
    (3_043_000, ["octet_length", "timediff"]),
    (3_044_000, ["concat", "concat_ws", "string_agg"]),
    (
      3_045_000,
      [
        "jsonb", "jsonb_array", "jsonb_extract", "jsonb_group_array", "jsonb_group_object",
        "jsonb_insert", "jsonb_object", "jsonb_patch", "jsonb_remove", "jsonb_replace", "jsonb_set",
      ]
    ),
    (3_046_000, ["json_pretty"]),
    (3_048_000, ["if"]),
    (3_050_000, ["unistr", "unistr_quote"]),
  ]
  static let tokenizers: [(version: Int, names: [String])] = [(3_034_000, ["trigram"])]
  static let modules: [(version: Int, names: [String])] = [
    (3_051_000, ["jsonb_each", "jsonb_tree"])
  ]

  /// Modifiers of date functions; an unknown one makes the result NULL.
  static let modifiers: [(version: Int, names: [String])] = [
    (3_038_000, ["auto", "julianday"]), (3_042_000, ["subsec", "subsecond"]),
    (3_046_000, ["ceiling", "floor"]),
  ]

  /// Letters of `strftime()`; an unknown one makes the result NULL.
  static let conversions: [(version: Int, names: [String])] = [
    (3_044_000, ["%e", "%F", "%I", "%k", "%l", "%p", "%P", "%R", "%T", "%u"]),
    (3_046_000, ["%G", "%g", "%U", "%V"]),
  ]

  /// Options of FTS5 tables, and commands that are inserted into them.
  static let fullTextOptions: [(version: Int, names: [String])] = [
    (3_043_000, ["contentless_delete"])
  ]
  static let fullTextCommands: [(version: Int, names: [String])] = [(3_042_000, ["secure-delete"])]

  /// Syntax that older versions reject with a syntax error that does not name it.
  private static let syntax:
    [(version: Int, words: String, causes: @Sendable (String, String) -> Bool)] = [
      (
        SQLiteFeature.orderedAggregate.version, SQLiteFeature.orderedAggregate.name,
        {
          $0 == "near \"ORDER\": syntax error"
            && SQLiteFeature.uses(in: $1).contains { $0.feature == .orderedAggregate }
        }
      ),
      (
        SQLiteFeature.digitSeparators.version, SQLiteFeature.digitSeparators.name,
        { message, _ in
          message.hasPrefix("unrecognized token: \"")
            && message.dropFirst(21).first?.isNumber == true && message.contains("_")
        }
      ),
    ]

  /// The version that introduced a modifier, if it is newer than the linked SQLite.
  static func version(ofModifier text: String) -> Int? {
    let name = SQLName(text)
    return newer(modifiers.first { $0.names.contains { SQLName($0) == name } }?.version)
  }

  static func syntax(_ message: String, in sql: String) -> (words: String, version: Int)? {
    guard let found = syntax.first(where: { $0.causes(message, sql) }),
      let version = newer(found.version)
    else { return nil }
    return (found.words, version)
  }

  private static func newer(_ version: Int?) -> Int? {
    version.flatMap { $0 > SQLiteLibrary.versionNumber ? $0 : nil }
  }

  /// The page of the version: https://www.sqlite.org/releaselog/3_44_0.html.
  static func page(_ version: Int) -> String {
    "https://www.sqlite.org/releaselog/\(version / 1_000_000)_\(version / 1000 % 1000)_\(version % 1000).html"
  }

  /// The version that introduced a feature, in SQLite's numbering, if it is newer than the linked
  /// SQLite.
  static func version(of kind: MissingFeature.Kind, _ name: String) -> Int? {
    let table =
      switch kind {
      case .function: functions
      case .module: modules
      case .tokenizer: tokenizers
      case .collation: [(version: Int, names: [String])]()
      }
    let name = SQLName(name)
    let entry = table.first { entry in entry.names.contains { SQLName($0) == name } }
    return newer(entry?.version)
  }

  /// The short form of a version: `3.41`.
  static func words(_ version: Int) -> String { "\(version / 1_000_000).\(version / 1000 % 1000)" }
}
