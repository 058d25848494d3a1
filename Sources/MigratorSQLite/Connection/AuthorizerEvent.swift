import CSQLite3

/// An action of a statement, reported while the statement is compiled.
///
/// `database` is the schema's name (`main`, `temp`, …); `via` is the innermost trigger or view that
/// causes the access. Names are spelled as SQLite reports them; ignore ASCII case when you compare
/// them.
/// Source: <https://www.sqlite.org/c3ref/c_alter_table.html>.
public enum AuthorizerEvent: Sendable, Hashable {
  /// Rows are inserted.
  case insert(table: String, database: String, via: String?)
  /// A column is updated; `ROWID` counts as a column.
  case update(table: String, column: String, database: String, via: String?)
  /// Rows are deleted.
  case delete(table: String, database: String, via: String?)
  /// A column is read, or a table if the column name is empty.
  case read(table: String, column: String, database: String)
  /// A table is created.
  case createTable(name: String, database: String)
  /// An index is created.
  case createIndex(name: String, table: String, database: String)
  /// A view is created.
  case createView(name: String, database: String)
  /// A trigger is created.
  case createTrigger(name: String, table: String, database: String)
  /// A virtual table is created.
  case createVirtualTable(name: String, module: String, database: String)
  /// A table is dropped.
  case dropTable(name: String, database: String)
  /// An index is dropped.
  case dropIndex(name: String, table: String, database: String)
  /// A view is dropped.
  case dropView(name: String, database: String)
  /// A trigger is dropped.
  case dropTrigger(name: String, table: String, database: String)
  /// A virtual table is dropped.
  case dropVirtualTable(name: String, module: String, database: String)
  /// A table is altered; for a rename, SQLite reports only the old name.
  case alterTable(name: String, database: String)
  /// A column is dropped.
  case dropColumn(name: String, table: String, database: String)
  /// An index is rebuilt.
  case reindex(index: String, database: String)
  /// Statistics of a table are gathered.
  case analyze(table: String, database: String)
  /// A transaction begins or ends: `BEGIN`, `COMMIT`, `ROLLBACK`.
  case transaction(operation: String)
  /// A savepoint begins or ends: `BEGIN`, `RELEASE`, `ROLLBACK`.
  case savepoint(operation: String, name: String)
  /// A file is attached; `nil` if its name is not a literal.
  ///
  /// VACUUM attaches `""`.
  case attach(file: String?)
  /// A database is detached.
  case detach(name: String)
  /// A pragma is read or set.
  case pragma(name: String, argument: String?, database: String?)
  /// A function is called.
  case function(name: String)
}

extension AuthorizerEvent {
  /// Creates an event from the arguments of SQLite's callback.
  ///
  /// `database` and `via` are its third and fourth string arguments. The result is `nil` for
  /// actions that are not reported.
  init?(action: Int32, first: String?, second: String?, database: String?, via: String?) {
    let one = first ?? ""
    let two = second ?? ""
    let schema = database ?? ""
    switch action {
    case SQLITE_INSERT: self = .insert(table: one, database: schema, via: via)
    case SQLITE_UPDATE: self = .update(table: one, column: two, database: schema, via: via)
    case SQLITE_DELETE: self = .delete(table: one, database: schema, via: via)
    case SQLITE_READ: self = .read(table: one, column: two, database: schema)
    case SQLITE_CREATE_TABLE, SQLITE_CREATE_TEMP_TABLE:
      self = .createTable(name: one, database: schema)
    case SQLITE_CREATE_INDEX, SQLITE_CREATE_TEMP_INDEX:
      self = .createIndex(name: one, table: two, database: schema)
    case SQLITE_CREATE_VIEW, SQLITE_CREATE_TEMP_VIEW:
      self = .createView(name: one, database: schema)
    case SQLITE_CREATE_TRIGGER, SQLITE_CREATE_TEMP_TRIGGER:
      self = .createTrigger(name: one, table: two, database: schema)
    case SQLITE_CREATE_VTABLE:
      self = .createVirtualTable(name: one, module: two, database: schema)
    case SQLITE_DROP_TABLE, SQLITE_DROP_TEMP_TABLE:
      self = .dropTable(name: one, database: schema)
    case SQLITE_DROP_INDEX, SQLITE_DROP_TEMP_INDEX:
      self = .dropIndex(name: one, table: two, database: schema)
    case SQLITE_DROP_VIEW, SQLITE_DROP_TEMP_VIEW: self = .dropView(name: one, database: schema)
    case SQLITE_DROP_TRIGGER, SQLITE_DROP_TEMP_TRIGGER:
      self = .dropTrigger(name: one, table: two, database: schema)
    case SQLITE_DROP_VTABLE: self = .dropVirtualTable(name: one, module: two, database: schema)
    case SQLITE_ALTER_TABLE:
      // Only DROP COLUMN has a third name.
      self =
        database.map { .dropColumn(name: $0, table: two, database: one) }
        ?? .alterTable(name: two, database: one)
    case SQLITE_REINDEX: self = .reindex(index: one, database: schema)
    case SQLITE_ANALYZE: self = .analyze(table: one, database: schema)
    case SQLITE_TRANSACTION: self = .transaction(operation: one)
    case SQLITE_SAVEPOINT: self = .savepoint(operation: one, name: two)
    case SQLITE_ATTACH: self = .attach(file: first)
    case SQLITE_DETACH: self = .detach(name: one)
    case SQLITE_PRAGMA: self = .pragma(name: one, argument: second, database: database)
    case SQLITE_FUNCTION: self = .function(name: two)
    default: return nil
    }
  }
}
