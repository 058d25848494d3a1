/// The name of a file of sqlx.
///
/// Source: launchbadge/sqlx `sqlx-core/src/migrate/source.rs`, `migration_type.rs`.
struct SqlxName: Sendable {
  /// What a file is for.
  enum Direction: Sendable {
    case simple, up, down
  }

  let version: Int64
  let direction: Direction
  /// The name without its suffix.
  let identifier: String
  /// What the ledger calls it: the rest of the name, with spaces for underscores.
  let description: String

  /// Reads a name; `nil` for what sqlx ignores.
  ///
  /// - Throws: ``NotANumber`` for what stands before the first underscore.
  init?(_ file: String) throws(NotANumber) {
    guard let underscore = file.firstIndex(of: "_") else { return nil }
    var rest = file[file.index(after: underscore)...]
    guard rest.hasSuffix(".sql") else { return nil }
    let number = file[..<underscore]
    guard let version = Int64(number) else { throw NotANumber(text: String(number)) }
    let (direction, suffix): (Direction, String) =
      rest.hasSuffix(".up.sql")
      ? (.up, ".up.sql") : rest.hasSuffix(".down.sql") ? (.down, ".down.sql") : (.simple, ".sql")
    // sqlx takes the suffix away as often as it is there.
    while rest.hasSuffix(suffix) { rest = rest.dropLast(suffix.count) }
    self.version = version
    self.direction = direction
    identifier = "\(number)_\(rest)"
    description = String(rest.map { $0 == "_" ? " " : $0 })
  }
}
