/// A definition that is rejected before SQLite sees it, with advice.
///
/// Thrown where GRDB traps.
public struct SchemaDefinitionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason for the rejection.
  public enum Kind: Sendable, Hashable {
    /// The definition has more than one primary key.
    case severalPrimaryKeys
    /// A column of the primary key is written in SQL, so its name is unknown.
    case rawSQLInPrimaryKey
    /// `belongsTo` refers to the table itself, whose primary key is written in SQL.
    case unknownPrimaryKey
    /// A full-text table has no columns.
    case noColumns
    /// A temporary full-text table cannot be synchronized with another table.
    case temporarySynchronization
    /// The table cannot be re-created.
    case notRecreatable(reason: String)
    /// An index, view or trigger uses a column that the recreated table lacks.
    case brokenByRecreation(object: String, reason: String)
    /// A value is given for a column that the recreated table lacks or generates.
    case unknownColumn(String)
  }

  /// The reason for the rejection.
  public let kind: Kind
  /// The table that was being defined.
  public let table: String

  /// Creates an error; the parameters are the properties.
  public init(_ kind: Kind, table: String) {
    self.kind = kind
    self.table = table
  }

  /// The problem and the fix, in one or two sentences.
  public var description: String {
    "table \(table): \(reason)"
  }

  private var reason: String {
    switch kind {
    case .severalPrimaryKeys:
      "the definition has several primary keys; keep one."
    case .rawSQLInPrimaryKey:
      "columns of primaryKey { … } cannot be written in SQL; use column(_:_:) there."
    case .unknownPrimaryKey:
      "belongsTo cannot determine the primary key of this table, because it is written in SQL; "
        + "declare it with primaryKey(…), or write the foreign key with column(…).references(…)."
    case .noColumns:
      "a full-text table needs at least one column."
    case .temporarySynchronization:
      "SQLite cannot rebuild a temporary full-text table with external content."
    case .notRecreatable(let reason):
      reason
    case .brokenByRecreation(let object, let reason):
      "\(object) does not fit the new definition: \(reason). Drop or change it first."
    case .unknownColumn(let name):
      "the new definition has no column \(name), or generates its values."
    }
  }
}
