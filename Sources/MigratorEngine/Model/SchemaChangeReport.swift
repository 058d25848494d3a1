public import MigratorSchema

/// Whether a database is the one that its migrations make, and if not, why.
public struct SchemaChangeReport: Sendable, Hashable, CustomStringConvertible {
  /// Why a database is, or may be, another than its migrations make.
  public enum Reason: Sendable, Hashable {
    /// Migrations are applied that are not registered: they were removed or renamed.
    case unregistered([String])
    /// The applied migrations make another schema: one of them was changed, or somebody else changed
    /// the database.
    case schema
  }

  /// What is wrong, or `nil` when nothing is.
  public let reason: Reason?
  /// What differs, from the schema that the applied migrations make (before) to the one that is there
  /// (after); `nil` when they were not compared.
  public let diff: SchemaDiff?
  /// Applied migrations that a pending one merges.
  ///
  /// Their code is gone, so what they made cannot be compared, and counts as no change.
  public let mergedAway: [String]

  init(reason: Reason? = nil, diff: SchemaDiff? = nil, mergedAway: [String] = []) {
    self.reason = reason
    self.diff = diff
    self.mergedAway = mergedAway
  }

  /// Whether something is wrong.
  public var hasChanges: Bool { reason != nil }

  /// The reason and what differs, in words, a line for each table.
  public var description: String {
    switch reason {
    case .unregistered(let identifiers):
      "Applied, but not registered: "
        + identifiers.map { "\"\($0)\"" }.joined(separator: ", ") + "."
    case .schema:
      (["The schema is not the one that the applied migrations make."]
        + (diff?.summaryLines ?? [])).joined(separator: "\n")
    case nil where !mergedAway.isEmpty:
      "The schema cannot be compared before merged migrations are replaced: "
        + mergedAway.map { "\"\($0)\"" }.joined(separator: ", ") + "."
    case nil: "The schema is the one that the applied migrations make."
    }
  }
}
