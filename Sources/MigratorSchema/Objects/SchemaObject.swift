/// One row of `sqlite_master`: a table, index, view or trigger with the SQL that made it.
///
/// The identity of an object is its kind and name; `rootpage` is not part of it.
/// Source: <https://www.sqlite.org/schematab.html>.
public struct SchemaObject: Sendable, Hashable {
  /// The kinds of object that `sqlite_master.type` names.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A table, virtual tables included.
    case table
    /// An index.
    case index
    /// A view.
    case view
    /// A trigger.
    case trigger
  }

  /// The kind of the object.
  public let kind: Kind

  /// The name of the object.
  public let name: String

  /// The table an index or trigger belongs to; the object's own name for tables and views.
  public let tableName: String

  /// The SQL text as SQLite stores it, or `nil` for indexes that SQLite made by itself.
  public let sql: String?

  /// The virtual table of which the object is, or is an index of, a shadow table; `nil` for objects
  /// of their own.
  public let owner: String?

  /// Creates an object from the columns of a `sqlite_master` row.
  ///
  /// - Parameters:
  ///   - kind: The column `type`.
  ///   - name: The column `name`.
  ///   - tableName: The column `tbl_name`.
  ///   - sql: The column `sql`.
  ///   - owner: The virtual table that it belongs to; see ``ShadowTables``.
  public init(
    kind: Kind, name: String, tableName: String, sql: String?, owner: String? = nil
  ) {
    self.kind = kind
    self.name = name
    self.tableName = tableName
    self.sql = sql
    self.owner = owner
  }
}
