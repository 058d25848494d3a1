/// A version of Flyway: numbers of any length, joined by dots.
///
/// Source: flyway/flyway `flyway-core/src/main/java/org/flywaydb/core/api/MigrationVersion.java`.
struct FlywayVersion: Hashable, Comparable, Sendable {
  /// The numbers without leading zeros, and without zeros at the end: `1.0` is `1`.
  private let parts: [String]

  /// Reads a version; underscores stand for dots.
  ///
  /// - Parameter text: The version, as a file's name or a ledger has it.
  init?(_ text: String) {
    let pieces = text.replacing("_", with: ".").split(
      separator: ".", omittingEmptySubsequences: false)
    var parts: [String] = []
    for piece in pieces {
      guard !piece.isEmpty, piece.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
      parts.append(String(piece.drop { $0 == "0" }))
    }
    while let last = parts.last, last.isEmpty, parts.count > 1 { parts.removeLast() }
    self.parts = parts
  }

  /// Compares number by number; what is missing counts as zero.
  static func < (one: FlywayVersion, other: FlywayVersion) -> Bool {
    for index in 0..<max(one.parts.count, other.parts.count) {
      let a = index < one.parts.count ? one.parts[index] : ""
      let b = index < other.parts.count ? other.parts[index] : ""
      if a != b { return (a.utf8.count, a) < (b.utf8.count, b) }
    }
    return false
  }
}
