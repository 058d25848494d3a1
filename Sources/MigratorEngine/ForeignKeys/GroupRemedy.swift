internal import MigratorSQLite

/// A statement that mends all violations of one foreign key at once.
public struct GroupRemedy: Sendable, Hashable {
  /// What it does to the rows.
  public enum Kind: Sendable, Hashable {
    /// Keeps them, without a parent.
    case release
    /// Removes them.
    case delete
  }

  /// What it does to the rows.
  public let kind: Kind
  /// The foreign key.
  public let foreignKey: ForeignKeyDescription
  /// The SQL text, complete.
  public let sql: String

  /// What it does, in a few words.
  public var note: String {
    switch kind {
    case .release: "keeps the rows, without a parent"
    case .delete: "removes the rows"
    }
  }
}
