internal import MigratorSQLite

/// The settings of a migration that have no effect in a transaction, because only `VACUUM` applies
/// them.
///
/// > The page_size pragma will only set the page size if […] the database does not yet exist.
///
/// > However, the auto-vacuum mode can be changed […] only by running VACUUM.
///
/// Source: <https://www.sqlite.org/pragma.html>. Switching between full and incremental needs no
/// `VACUUM`, so the settings are compared with those of the database.
struct DeferredSettings {
  private var values: [(pragma: SQLName, value: String)] = []
  private(set) var warnings: [String] = []

  mutating func note(_ pragma: SQLName, _ value: String) {
    values.removeAll { $0.pragma == pragma }
    values.append((pragma, value))
  }

  mutating func compare(_ db: Database) throws {
    for (pragma, value) in values {
      let kept = try db.integerPragma(pragma.text)
      guard Self.number(value) != Int64(kept) else { continue }
      warnings.append(
        "PRAGMA \(pragma) = \(value) has no effect inside a transaction: the database keeps "
          + "\(kept). VACUUM applies it, on the same connection and outside a transaction.")
    }
  }

  private static func number(_ value: String) -> Int64? {
    switch SQLName(value) {
    case "none": 0
    case "full": 1
    case "incremental": 2
    default: Int64(value)
    }
  }
}
