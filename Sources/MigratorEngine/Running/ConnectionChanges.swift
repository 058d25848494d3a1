internal import MigratorSQLite
internal import MigratorSchema
internal import SQLSyntax

/// The settings and temporary objects that a migration leaves on its connection.
///
/// The next migration runs without them.
struct ConnectionChanges {
  private struct Change: Equatable {
    let words: String
    /// The name by which statements use the change, or `nil` if it affects statements that do not
    /// name it.
    let name: SQLName?
  }

  /// Settings of a connection that change what later statements do to the schema or the rows.
  private static let carriedPragmas: Set<SQLName> = [
    "ignore_check_constraints", "legacy_alter_table", "recursive_triggers",
    "reverse_unordered_selects",
    "case_sensitive_like",
  ]

  /// Restores the settings on a connection that runs several migrations.
  ///
  /// - Parameter db: The connection, outside a transaction.
  /// - Throws: ``DatabaseError``.
  static func restoreSettings(_ db: Database) throws {
    for name in carriedPragmas { try db.execute(sql: "PRAGMA \(name) = OFF") }
  }

  /// The size up to which a script is searched for a name, in bytes; a larger one is assumed to use
  /// it.
  private static let searchLimit = 1 << 20

  private var list: [Change] = []

  mutating func note(_ event: AuthorizerEvent) {
    switch event {
    case .createTable(let name, "temp") where !SQLName(name).isInternal:
      add("Temporary table \(name)", name)
    case .createView(let name, "temp"): add("Temporary view \(name)", name)
    case .createTrigger(let name, _, "temp"): add("Temporary trigger \(name)", nil)
    case .dropTable(let name, "temp"): remove("Temporary table \(name)")
    case .dropView(let name, "temp"): remove("Temporary view \(name)")
    case .dropTrigger(let name, _, "temp"): remove("Temporary trigger \(name)")
    case .pragma(let name, let value?, _) where Self.carriedPragmas.contains(SQLName(name)):
      let setting = "PRAGMA \(name.asciiLowercased)"
      remove(setting)
      if PragmaStatement("PRAGMA \(name) = \(value)")?.isOn == true { add(setting, nil) }
    default: break
    }
  }

  private mutating func add(_ words: String, _ name: String?) {
    let change = Change(words: words, name: name.map { SQLName($0) })
    if !list.contains(change) { list.append(change) }
  }

  private mutating func remove(_ words: String) { list.removeAll { $0.words == words } }

  /// The warning about the changes that later migrations may rely on, or `nil`.
  func warning(before later: some Collection<Migration>) -> String? {
    let lost = list.filter { change in
      guard let name = change.name else { return true }
      return later.contains { Self.mayUse(name, $0) }
    }
    if lost.isEmpty { return nil }
    return "\(lost.map(\.words).joined(separator: ", ")): lost after this migration, because "
      + "migtui runs the next one on a new connection. A tool that runs all migrations on one "
      + "connection keeps it."
  }

  private static func mayUse(_ name: SQLName, _ migration: Migration) -> Bool {
    guard let text = migration.script?.text else { return migration.obstacle?.isOfFile != true }
    // A quoted name may contain doubled quotes.
    if name.text.contains(where: { "\"`]'".contains($0) }) { return true }
    return text.utf8.count > searchLimit
      || SQLTokenizer.tokens(of: text).contains { SQLName($0.unquoted) == name }
  }
}
