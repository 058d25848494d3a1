internal import MigratorSQLite

/// A statement that fixes all violations of one foreign key at once.
public struct GroupFix: Sendable, Hashable {
  /// The effect on the rows.
  public enum Kind: Sendable, Hashable {
    /// Keeps the rows, without a parent.
    case release
    /// Deletes the rows.
    case delete
  }

  /// The effect on the rows.
  public let kind: Kind
  /// The foreign key.
  public let foreignKey: ForeignKeyInfo
  /// The complete SQL.
  public let sql: String

  /// The effect, in a few words.
  public var note: String {
    switch kind {
    case .release: "keeps the rows, without a parent"
    case .delete: "removes the rows"
    }
  }
}
