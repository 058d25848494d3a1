package import MigratorSQLite
internal import MigratorPlatform

/// The statements that give a table a new definition and keep its rows.
///
/// The names of helper objects begin with the name of the program. The statements must run in one
/// transaction. They drop the indexes and triggers of the table, and the triggers of some child
/// tables. The caller re-creates these.
package struct TableRebuild {
  /// How the rows are kept.
  package enum Form: Sendable, Hashable {
    /// The rows are copied to another table and back, and triggers protect the rows of children.
    ///
    /// Works with and without enforced foreign keys.
    case guarded
    /// The old table is renamed, and its rows are copied once.
    ///
    /// If foreign keys are enforced, rows of children are deleted or changed.
    case renaming
  }

  /// The purpose of a statement.
  package enum Purpose: Sendable, Hashable {
    /// Drops a trigger that would run, or that SQLite drops with the table.
    case dropsTrigger(String)
    /// Lets SQLite find the rows of a child by their key.
    case findsRows(child: String)
    /// Keeps SQLite from changing the rows of a child.
    case keepsRows(child: String)
    case savesRows, continuesSequence, dropsTable, createsTable, createsIndex(String), restoresRows
    case dropsHelper
    /// Changes how SQLite renames tables.
    case setsRenaming
    case renamesTable
  }

  /// A statement.
  package struct Statement: Sendable, Hashable {
    /// The SQL, without a semicolon.
    package let sql: String
    /// The purpose.
    package let purpose: Purpose
  }

  /// The origin of the values of a column.
  package enum Value: Sendable, Hashable {
    /// The values of a column of the old table.
    case column(String)
    /// The values of a column of the old table, with NULL replaced by the value of an expression.
    case filled(String, with: String)
    /// The value of an expression over the columns of the old table.
    case expression(String)
  }

  private let db: Database
  private let schema: String
  private let source: TableShape
  private let target: TableShape
  private let definition: String
  private let uniqueIndexes: [(name: String, sql: String)]
  private let form: Form
  /// The columns of the new table with their values.
  private let pairs: [(column: String, value: Value)]
  private let isAutoincremented: Bool
  private let names: HelperNames

  /// Prepares the statements.
  ///
  /// - Parameters:
  ///   - db: A connection to a database with the current schema.
  ///   - table: The name of the table.
  ///   - schema: Its schema, `main` or `temp`.
  ///   - definition: The new `CREATE TABLE` statement, with the same name.
  ///   - target: The columns of the new table.
  ///   - targetRowID: The column of the new table that is an alias of the rowid, or `nil`.
  ///   - uniqueIndexes: The indexes of the new table that can be the parent key of a foreign key.
  ///     They are created before the rows are copied.
  ///   - values: The values of the columns of the new table that are not computed and have no
  ///     default value. The rowid is copied in addition.
  ///   - form: How the rows are kept.
  /// - Throws: ``DatabaseError``.
  package init(
    _ db: Database, table: String, in schema: String = "main", definition: String,
    target: TableShape, targetRowID: String?,
    uniqueIndexes: [(name: String, sql: String)], values: [(column: String, value: Value)],
    form: Form
  ) throws {
    (self.db, self.schema) = (db, schema)
    (self.definition, self.target, self.form) = (definition, target, form)
    self.uniqueIndexes = uniqueIndexes
    source = try TableShape(db, name: table, schema: schema)
    var pairs = values
    // Full-text indexes, for example, identify a row by its rowid.
    if let from = source.rowIDName, !target.isWithoutRowID,
      let to = targetRowID ?? target.rowIDName,
      !pairs.contains(where: { SQLName($0.column) == SQLName(to) })
    {
      pairs.insert((to, .expression(from)), at: 0)
    }
    self.pairs = pairs
    let sql =
      try db.schemaRows(in: schema, where: [.kind(.table), .name(table)]) { try $0.sql }.first ?? ""
    isAutoincremented = sql.isAutoincremented && definition.isAutoincremented
    names = try HelperNames(db, schema)
  }

  /// Returns the statements, in order.
  ///
  /// - Throws: ``DatabaseError``.
  package func statements() throws -> [Statement] {
    switch form {
    case .guarded: try guarded()
    case .renaming: try renaming()
    }
  }

  // MARK: - Copying the rows out and back

  private func guarded() throws -> [Statement] {
    let table = name(source.name)
    let old = names.unused("old_\(source.name)")
    let oldName = name(old)
    let children = try db.declaredForeignKeys(in: schema, to: source.name)
    let acting = children.filter { $0.deletionAction != .none }
    var list = try dropTriggers(of: [source.name] + acting.map(\.originTable))
    var helpers: [Statement] = []

    var found: Set<SQLName> = []
    for key in children where try !hasIndex(for: key) {
      guard found.insert(SQLName("\(key.originTable)\u{0}\(key.originColumns[0])")).inserted
      else { continue }
      let name = name(names.unused("find_\(key.originTable)_\(key.originColumns[0])"))
      list.append(
        Statement(
          sql: "CREATE INDEX \(name) ON \(key.originTable.plainIdentifier) "
            + "(\(key.originColumns[0].plainIdentifier))",
          purpose: .findsRows(child: key.originTable)))
      if !isSelf(key) {
        helpers.append(Statement(sql: "DROP INDEX \(name)", purpose: .dropsHelper))
      }
    }
    var guarded: Set<[String]> = []
    for key in acting {
      let event = key.deletionAction == .deletes ? "DELETE" : "UPDATE"
      guard guarded.insert([SQLName(key.originTable).text.asciiLowercased, event]).inserted
      else { continue }
      let name = name(names.unused("keep_\(key.originTable)_\(event.asciiLowercased)"))
      list.append(
        Statement(
          sql: "CREATE TRIGGER \(name) BEFORE \(event) ON "
            + "\(key.originTable.plainIdentifier) BEGIN SELECT RAISE(IGNORE); END",
          purpose: .keepsRows(child: key.originTable)))
      if !isSelf(key) {
        helpers.append(Statement(sql: "DROP TRIGGER \(name)", purpose: .dropsHelper))
      }
    }

    let cells = pairs.indices.map { "c\($0)" }.joined(separator: ", ")
    // Columns without types keep the storage class of each value.
    list.append(Statement(sql: "CREATE TABLE \(oldName) (\(cells))", purpose: .savesRows))
    let values = pairs.map(\.value.sql).joined(separator: ", ")
    list.append(
      Statement(sql: "INSERT INTO \(oldName) SELECT \(values) FROM \(table)", purpose: .savesRows))
    if isAutoincremented {
      list.append(
        Statement(
          sql: "UPDATE \(sequences) SET name = \(old.sqlLiteral) "
            + "WHERE name = \(source.name.sqlLiteral)", purpose: .continuesSequence))
    }
    list.append(Statement(sql: "DROP TABLE \(table)", purpose: .dropsTable))
    list.append(Statement(sql: definition, purpose: .createsTable))
    // These indexes can be parent keys of foreign keys, so they must exist before rows are copied.
    list += uniqueIndexes.map { Statement(sql: $0.sql, purpose: .createsIndex($0.name)) }
    list.append(
      Statement(
        sql: "INSERT OR ABORT INTO \(table) (\(columns)) SELECT \(cells) FROM \(oldName)",
        purpose: .restoresRows))
    if isAutoincremented {
      list += [
        "DELETE FROM \(sequences) WHERE name = \(source.name.sqlLiteral)",
        "UPDATE \(sequences) SET name = \(source.name.sqlLiteral) "
          + "WHERE name = \(old.sqlLiteral)",
      ].map { Statement(sql: $0, purpose: .continuesSequence) }
    }
    list.append(Statement(sql: "DROP TABLE \(oldName)", purpose: .dropsHelper))
    return list + helpers
  }

  private var sequences: String { name("sqlite_sequence") }

  /// Returns a name, qualified with the name of the schema if necessary.
  private func name(_ name: String) -> String {
    schema == "main"
      ? name.plainIdentifier : "\(schema.plainIdentifier).\(name.plainIdentifier)"
  }

  private func isSelf(_ key: ForeignKeyInfo) -> Bool {
    SQLName(key.originTable) == SQLName(source.name)
  }

  /// True if SQLite can find the rows of a child without reading all of them.
  private func hasIndex(for key: ForeignKeyInfo) throws -> Bool {
    guard let first = key.originColumns.first.map(SQLName.init(_:)) else { return true }
    let child = try TableShape(db, name: key.originTable, schema: schema)
    if try child.rowIDColumn(db).map(SQLName.init(_:)) == first { return true }
    return try db.allIndexes(on: key.originTable, in: schema).contains {
      !$0.isPartial && $0.elements.first?.column.map(SQLName.init(_:)) == first
    }
  }

  private func dropTriggers(of tables: [String]) throws -> [Statement] {
    let tables = Set(tables.map(SQLName.init(_:)))
    return try db.schemaRows(in: schema, where: [.kind(.trigger)]) { row in
      guard tables.contains(SQLName(try row.tableName)) else { return nil }
      let name = try row.name
      return Statement(
        sql: "DROP TRIGGER \(self.name(name))", purpose: .dropsTrigger(name))
    }
  }

  // MARK: - Renaming the old table

  private func renaming() throws -> [Statement] {
    let table = name(source.name)
    let old = names.unused("old_\(source.name)")
    let oldName = name(old)
    let values = pairs.map(\.value.sql).joined(separator: ", ")
    var list = try dropTriggers(of: [source.name])
    list += [
      // Otherwise SQLite would change the references of other tables, views and triggers.
      Statement(sql: "PRAGMA legacy_alter_table = ON", purpose: .setsRenaming),
      Statement(
        sql: "ALTER TABLE \(table) RENAME TO \(old.plainIdentifier)", purpose: .renamesTable),
      Statement(sql: "PRAGMA legacy_alter_table = OFF", purpose: .setsRenaming),
      Statement(sql: definition, purpose: .createsTable),
    ]
    if isAutoincremented {
      list.append(
        Statement(
          sql: "INSERT INTO \(sequences) (name, seq) SELECT \(source.name.sqlLiteral), seq "
            + "FROM \(sequences) WHERE name = \(old.sqlLiteral)", purpose: .continuesSequence))
    }
    return list + [
      Statement(
        sql: "INSERT OR ABORT INTO \(table) (\(columns)) SELECT \(values) FROM \(oldName)",
        purpose: .restoresRows),
      Statement(sql: "DROP TABLE \(oldName)", purpose: .dropsHelper),
    ]
  }

  // OR ABORT, because a conflict clause of the new definition could skip rows without an error.
  private var columns: String {
    pairs.map(\.column.plainIdentifier).joined(separator: ", ")
  }
}

/// Names for helper objects that are not yet used in a schema.
private struct HelperNames {
  private let taken: Set<SQLName>

  init(_ db: Database, _ schema: String) throws {
    taken = Set(try db.schemaRows(in: schema) { SQLName(try $0.name) })
  }

  func unused(_ name: String) -> String {
    var name = "\(ProgramName.text)_\(name)"
    while taken.contains(SQLName(name)) { name += "_" }
    return name
  }
}

extension TableRebuild.Value {
  fileprivate var sql: String {
    switch self {
    case .column(let name): name.plainIdentifier
    case .filled(let name, let value): "coalesce(\(name.plainIdentifier), \(value))"
    case .expression(let sql): sql
    }
  }
}

extension ForeignKeyInfo {
  /// The effect on the child rows when their parent row is deleted.
  enum DeletionAction {
    case none, deletes, updates
  }

  /// The effect on the child rows when their parent row is deleted.
  var deletionAction: DeletionAction {
    switch onDelete.asciiUppercased {
    case "CASCADE": .deletes
    case "SET NULL", "SET DEFAULT": .updates
    default: .none
    }
  }
}

extension String {
  fileprivate var isAutoincremented: Bool {
    SQLTokenizer.tokens(of: self).contains { $0.isWord("AUTOINCREMENT") }
  }

  fileprivate var sqlLiteral: String { databaseValue.sqlLiteral }
}
