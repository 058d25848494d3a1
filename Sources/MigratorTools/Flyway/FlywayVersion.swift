/// A Flyway version, in which missing numbers count as zero: `1.0` equals `1`.
///
/// Source: flyway/flyway `flyway-core/src/main/java/org/flywaydb/core/api/MigrationVersion.java`.
struct FlywayVersion: Hashable, Comparable, Sendable {
  private let numbers: DottedVersion

  /// Parses a version from a file name or a ledger; underscores count as dots.
  init?(_ text: String) {
    var parts = text.replacing("_", with: ".").split(
      separator: ".", omittingEmptySubsequences: false)
    guard parts.allSatisfy(\.isDigits) else { return nil }
    while let last = parts.last, last.allSatisfy({ $0 == "0" }), parts.count > 1 {
      parts.removeLast()
    }
    numbers = DottedVersion(parts)
  }

  static func < (one: FlywayVersion, other: FlywayVersion) -> Bool { one.numbers < other.numbers }
}
