/// The name of an sqlx file.
///
/// Source: launchbadge/sqlx `sqlx-core/src/migrate/source.rs`, `migration_type.rs`.
struct SqlxName: Sendable {
  enum Direction: Sendable {
    case simple, up, down
  }

  let version: Int64
  let direction: Direction
  let identifier: String
  /// The description in the ledger: the rest of the name, with spaces for underscores.
  let description: String

  /// Parses a name; returns `nil` for files that sqlx ignores.
  ///
  /// - Throws: ``NotANumber`` if the part before the first underscore is not a number.
  init?(_ file: String) throws(NotANumber) {
    guard let underscore = file.firstIndex(of: "_") else { return nil }
    var rest = file[file.index(after: underscore)...]
    guard rest.hasSuffix(".sql") else { return nil }
    let number = file[..<underscore]
    guard let version = Int64(number) else { throw NotANumber(text: String(number)) }
    let (direction, suffix): (Direction, String) =
      rest.hasSuffix(".up.sql")
      ? (.up, ".up.sql") : rest.hasSuffix(".down.sql") ? (.down, ".down.sql") : (.simple, ".sql")
    // sqlx removes the suffix repeatedly.
    while rest.hasSuffix(suffix) { rest = rest.dropLast(suffix.count) }
    self.version = version
    self.direction = direction
    identifier = "\(number)_\(rest)"
    description = String(rest.map { $0 == "_" ? " " : $0 })
  }
}
