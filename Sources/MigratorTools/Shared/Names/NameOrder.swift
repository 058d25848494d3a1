import MigratorEngine

/// Orders of names.
enum NameOrder {
  /// Whether a text stands before another by its bytes, as in most languages' own comparison.
  static func bytes(_ one: String, _ other: String) -> Bool {
    one.precedesInBytes(other)
  }

  /// Whether a number of any length, without leading zeros, is lower than another.
  static func numbers(_ one: String, _ other: String) -> Bool {
    (one.utf8.count, one) < (other.utf8.count, other)
  }
}
