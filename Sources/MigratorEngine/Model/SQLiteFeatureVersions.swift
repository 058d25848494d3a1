internal import MigratorSQLite

/// Features by the SQLite version that introduced them.
///
/// <https://www.sqlite.org/changes.html>
enum SQLiteFeatureVersions {
  /// Functions by the first version that has them in a default build.
  private static let functions: [(version: Int, names: [String])] = [
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
  private static let tokenizers: [(version: Int, names: [String])] = [(3_034_000, ["trigram"])]
  private static let modules: [(version: Int, names: [String])] = [
    (3_051_000, ["jsonb_each", "jsonb_tree"])
  ]

  /// The version that introduced a feature, in SQLite's numbering, if it is newer than the linked
  /// one.
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
    return entry.flatMap { $0.version > SQLiteLibrary.versionNumber ? $0.version : nil }
  }

  /// The short form of a version: `3.41`.
  static func words(_ version: Int) -> String { "\(version / 1_000_000).\(version / 1000 % 1000)" }
}
