/// A version of Flyway, whose missing numbers count as zero: `1.0` is `1`.
///
/// Source: flyway/flyway `flyway-core/src/main/java/org/flywaydb/core/api/MigrationVersion.java`.
struct FlywayVersion: Hashable, Comparable, Sendable {
  private let numbers: DottedVersion

  /// Reads a version as a file's name or a ledger has it; underscores stand for dots.
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
