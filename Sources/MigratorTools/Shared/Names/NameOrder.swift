import MigratorEngine

enum NameOrder {
  /// Returns whether a string precedes another by its bytes, the default order in most languages.
  static func bytes(_ one: String, _ other: String) -> Bool {
    one.precedesInBytes(other)
  }

  /// Returns whether a number of any length, without leading zeros, is less than another.
  static func numbers(_ one: String, _ other: String) -> Bool {
    (one.utf8.count, one) < (other.utf8.count, other)
  }
}
