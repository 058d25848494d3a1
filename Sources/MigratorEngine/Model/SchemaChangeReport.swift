public import MigratorSchema

/// The result of comparing the live schema with the one that the applied migrations create.
public struct SchemaChangeReport: Sendable, Hashable, CustomStringConvertible {
  /// Why the schema differs or may differ.
  public enum Reason: Sendable, Hashable {
    /// Applied migrations are not registered: they were removed or renamed.
    case unregistered([String])
    /// The applied migrations create a different schema.
    ///
    /// One of them was changed, or another program changed the database.
    case schema
  }

  /// Why the schema differs, or `nil` when it does not.
  public let reason: Reason?
  /// The differences from the schema that the applied migrations create (before) to the live schema
  /// (after).
  ///
  /// `nil` when they were not compared.
  public let diff: SchemaDiff?
  /// Applied migrations that a pending one merges.
  ///
  /// Their code is gone, so their schema cannot be compared and counts as unchanged.
  public let replacedByMerge: [String]

  init(reason: Reason? = nil, diff: SchemaDiff? = nil, replacedByMerge: [String] = []) {
    self.reason = reason
    self.diff = diff
    self.replacedByMerge = replacedByMerge
  }

  /// True if there is a reason.
  public var hasChanges: Bool { reason != nil }

  /// The reason and the differences as text, one line for each table.
  public var description: String {
    switch reason {
    case .unregistered(let identifiers):
      "Applied, but not registered: "
        + identifiers.map { "\"\($0)\"" }.joined(separator: ", ") + "."
    case .schema:
      (["The schema does not match the applied migrations."]
        + (diff?.summaryLines ?? [])).joined(separator: "\n")
    case nil where !replacedByMerge.isEmpty:
      "The schema cannot be compared until merged migrations are replaced: "
        + replacedByMerge.map { "\"\($0)\"" }.joined(separator: ", ") + "."
    case nil: "The schema matches the applied migrations."
    }
  }
}
