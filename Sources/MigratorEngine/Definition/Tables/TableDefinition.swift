public import MigratorSQLite

/// A table that is being defined.
///
/// ```swift
/// try db.create(table: "player") { t in
///   t.autoIncrementedPrimaryKey("id")
///   t.belongsTo("team").notNull()
///   t.column("name", .text).notNull()
/// }
/// ```
///
/// Where GRDB traps on a mistake, such as a second primary key, the call that receives the
/// definition throws a ``SchemaDefinitionError``.
public final class TableDefinition {
  enum Component {
    case column(ColumnDefinition)
    case literal(SQL)
    case belongsTo(ForeignKeyDefinition)
    case foreignKey(ForeignKeyConstraint)
  }

  enum KeyPart {
    case name(String)
    case column(ColumnDefinition)
    case belongsTo(ForeignKeyDefinition)
  }

  struct Key {
    var parts: [KeyPart]
    var conflict: Database.ConflictResolution?
  }

  let name: String
  let options: TableOptions
  var components: [Component] = []
  var primaryKey: Key?
  var uniqueKeys: [Key] = []
  var checks: [SQLExpression] = []
  var constraints: [SQL] = []
  /// The first mistake, thrown instead of creating the table.
  var mistake: SchemaDefinitionError.Kind?
  private var isInPrimaryKey = false

  init(name: String, options: TableOptions) {
    self.name = name
    self.options = options
  }

  /// Adds a column.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - type: The type; `nil` for none.
  /// - Returns: The column, to be defined further. Inside `primaryKey { … }`, it is NOT NULL.
  @discardableResult
  public func column(_ name: String, _ type: Database.ColumnType? = nil) -> ColumnDefinition {
    let column = ColumnDefinition(name: name, type: type)
    components.append(.column(column))
    if isInPrimaryKey {
      column.notNull()
      primaryKey?.parts.append(.column(column))
    }
    return column
  }

  /// Adds a column written in SQL.
  ///
  /// - Parameter sql: Name, type and constraints.
  public func column(sql: String) {
    column(literal: SQL(sql: sql))
  }

  /// Adds a column written in SQL with interpolated values.
  ///
  /// - Parameter literal: Name, type and constraints.
  public func column(literal: SQL) {
    if isInPrimaryKey { note(.rawSQLInPrimaryKey) }
    components.append(.literal(literal))
  }

  /// Adds a foreign key to another table, or to this one, with its columns.
  ///
  /// `belongsTo("team")` refers to the table `team` or `teams`. The columns are named after its
  /// primary key: `teamId`. The index is named `<table>_on_<column>` for one column, and
  /// `index_<table>_on_<column>_<column>` for several.
  ///
  /// - Parameters:
  ///   - name: The prefix of the column names.
  ///   - table: The parent table; by default the one named `name`, or its plural.
  ///   - deleteAction: The action when the parent row is deleted.
  ///   - updateAction: The action when the parent key changes.
  ///   - isDeferred: `true` to allow violations until the transaction ends.
  ///   - indexed: `true` to add an index; ignored inside `primaryKey { … }`.
  /// - Returns: The foreign key, to be defined further.
  @discardableResult
  public func belongsTo(
    _ name: String, inTable table: String? = nil,
    onDelete deleteAction: Database.ForeignKeyAction? = nil,
    onUpdate updateAction: Database.ForeignKeyAction? = nil, deferred isDeferred: Bool = false,
    indexed: Bool = true
  ) -> ForeignKeyDefinition {
    let foreignKey = ForeignKeyDefinition(
      name: name, table: table, onDelete: deleteAction, onUpdate: updateAction,
      isDeferred: isDeferred, isIndexed: indexed && !isInPrimaryKey)
    components.append(.belongsTo(foreignKey))
    if isInPrimaryKey {
      foreignKey.notNull()
      primaryKey?.parts.append(.belongsTo(foreignKey))
    }
    return foreignKey
  }

  /// Adds a primary key on the columns that a closure adds.
  ///
  /// ```swift
  /// t.primaryKey {
  ///   t.belongsTo("player")
  ///   t.column("season", .integer)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - conflictResolution: The action for a second row with the same key.
  ///   - body: Adds the columns, which become NOT NULL.
  /// - Throws: The error of the closure.
  public func primaryKey(
    onConflict conflictResolution: Database.ConflictResolution? = nil, body: () throws -> Void
  ) rethrows {
    definePrimaryKey(Key(parts: [], conflict: conflictResolution))
    let outer = isInPrimaryKey
    isInPrimaryKey = true
    defer { isInPrimaryKey = outer }
    try body()
  }

  func definePrimaryKey(_ key: Key) {
    if primaryKey != nil { note(.severalPrimaryKeys) }
    primaryKey = key
  }

  private func note(_ kind: SchemaDefinitionError.Kind) {
    mistake = mistake ?? kind
  }
}

// A definition is valid only in the closure that receives it.
@available(*, unavailable)
extension TableDefinition: Sendable {}
