public import SQLSyntax

/// One row of `sqlite_master`: a table, index, view or trigger with its SQL.
///
/// The kind and name identify an object; `rootpage` is not included.
/// Source: <https://www.sqlite.org/schematab.html>.
public struct SchemaObject: Sendable, Hashable {
  /// The kind of a schema object.
  public typealias Kind = SchemaObjectKind

  /// Shared storage, because there is a snapshot of all objects for each of many migrations.
  private let parts: Parts

  private final class Parts: Sendable {
    let kind: Kind
    let name: String
    let tableName: String
    let sql: String?
    let owner: String?

    init(kind: Kind, name: String, tableName: String, sql: String?, owner: String?) {
      self.kind = kind
      self.name = name
      self.tableName = tableName
      self.sql = sql
      self.owner = owner
    }
  }

  /// The kind of the object.
  public var kind: Kind { parts.kind }

  /// The name of the object.
  public var name: String { parts.name }

  /// The table an index or trigger belongs to; the object's own name for tables and views.
  public var tableName: String { parts.tableName }

  /// The SQL that SQLite stores, or `nil` for automatic indexes.
  public var sql: String? { parts.sql }

  /// The virtual table that a shadow table, or an index of one, belongs to; otherwise `nil`.
  public var owner: String? { parts.owner }

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
    parts = Parts(kind: kind, name: name, tableName: tableName, sql: sql, owner: owner)
  }
}

extension SchemaObject {
  /// Identifies an object within its schema.
  public struct Identity: Sendable, Hashable {
    let kind: Kind
    let name: SQLName

    /// Creates the identity of an object.
    package init(kind: Kind, name: SQLName) { (self.kind, self.name) = (kind, name) }
  }

  /// Identifies the object within its schema.
  public var identity: Identity { Identity(kind: kind, name: SQLName(name)) }

  /// True for automatic indexes and for the shadow tables of virtual tables.
  public var isImplied: Bool { kind == .index && sql == nil || owner != nil }

  /// Returns whether two objects have the same properties, byte for byte.
  public static func == (one: SchemaObject, other: SchemaObject) -> Bool {
    one.parts === other.parts
      || one.kind == other.kind && one.name.hasSameBytes(as: other.name)
        && one.tableName.hasSameBytes(as: other.tableName) && isSame(one.sql, other.sql)
        && isSame(one.owner, other.owner)
  }

  private static func isSame(_ one: String?, _ other: String?) -> Bool {
    (one == nil) == (other == nil) && (one ?? "").hasSameBytes(as: other ?? "")
  }

  /// Hashes the properties.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(name)
    hasher.combine(tableName)
    hasher.combine(sql)
    hasher.combine(owner)
  }
}
