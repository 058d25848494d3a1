public import MigratorSQLite

/// Changes of a table that are being defined.
///
/// ```swift
/// try db.alter(table: "player") { t in
///   t.add(column: "birthYear", .integer)
///   t.rename(column: "score", to: "points")
/// }
/// ```
///
/// For changes that SQLite cannot make in place, use
/// ``MigratorSQLite/Database/recreate(table:options:setting:body:)``.
public final class TableAlteration {
  enum Change {
    case add(ColumnDefinition)
    case addLiteral(SQL)
    case rename(String, to: String)
    case drop(String)
  }

  let name: String
  private(set) var changes: [Change] = []

  init(name: String) {
    self.name = name
  }

  /// Adds a column.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - type: The type; `nil` for none.
  /// - Returns: The column, to be defined further. NOT NULL requires a default value.
  @discardableResult
  public func add(column name: String, _ type: Database.ColumnType? = nil) -> ColumnDefinition {
    let column = ColumnDefinition(name: name, type: type)
    changes.append(.add(column))
    return column
  }

  /// Adds a column written in SQL.
  ///
  /// - Parameter sql: Name, type and constraints.
  public func addColumn(sql: String) {
    addColumn(literal: SQL(sql: sql))
  }

  /// Adds a column written in SQL with interpolated values.
  ///
  /// - Parameter literal: Name, type and constraints.
  public func addColumn(literal: SQL) {
    changes.append(.addLiteral(literal))
  }

  /// Renames a column, including its uses in indexes, triggers, views and foreign keys.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - newName: The new name.
  public func rename(column name: String, to newName: String) {
    changes.append(.rename(name, to: newName))
  }

  /// Drops a column that is not used by an index, constraint, view or trigger.
  ///
  /// Takes time proportional to the size of the table, because SQLite rewrites all rows.
  ///
  /// - Parameter name: The name.
  public func drop(column name: String) {
    changes.append(.drop(name))
  }
}

// A definition is valid only in the closure that receives it.
@available(*, unavailable)
extension TableAlteration: Sendable {}

extension TableAlteration {
  func run(_ db: Database) throws {
    let alter = "ALTER TABLE \(name.quotedDatabaseIdentifier)"
    for change in changes {
      switch change {
      case .add(let column):
        let key =
          try column.references.isEmpty
          ? ParentKey(table: name, parts: nil) : ParentKey.find(name, db)
        let writer = ReferenceWriter(child: name, ownKey: key, db: db)
        try db.execute(sql: "\(alter) ADD COLUMN \(try column.sql(writer))")
        if let index = column.index(on: name) { try db.execute(sql: index.sql) }
      case .addLiteral(let literal):
        try db.execute(sql: "\(alter) ADD COLUMN \(literal.literalText)")
      case .rename(let old, let new):
        try db.execute(
          sql: "\(alter) RENAME COLUMN \(old.quotedDatabaseIdentifier) "
            + "TO \(new.quotedDatabaseIdentifier)")
      case .drop(let column):
        try db.execute(sql: "\(alter) DROP COLUMN \(column.quotedDatabaseIdentifier)")
      }
    }
  }
}
