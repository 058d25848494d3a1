internal import SQLSyntax

extension SchemaSnapshot {
  /// A foreign key whose table is not there.
  public struct DanglingReference: Sendable, Hashable {
    /// The table with the `REFERENCES` clause.
    public let table: String
    /// The table it refers to.
    public let destination: String
  }

  /// The foreign keys that refer to tables which are not there.
  ///
  /// Such a schema is legal, and no row violates anything until one is written; then every write to
  /// the table fails. Renaming a table carries the references of other tables along to the new
  /// name, and dropping that one leaves them behind.
  ///
  /// - Complexity: O(*n*) for texts of *n* bytes.
  public var danglingReferences: [DanglingReference] {
    danglingReferences(of: objects)
  }

  /// The foreign keys that refer to tables which are not there, and did not do so before.
  ///
  /// - Parameter before: The schema before.
  /// - Returns: The foreign keys.
  /// - Complexity: O(*n*) for *n* objects; only tables that are new or changed are read, or all where
  ///   one is gone.
  public func danglingReferences(since before: SchemaSnapshot) -> [DanglingReference] {
    let (gone, new) = delta(since: before)
    let present = Set(new.lazy.filter { $0.kind == .table }.map { SQLName($0.name) })
    let isGone = gone.contains { $0.kind == .table && !present.contains(SQLName($0.name)) }
    let found = danglingReferences(of: isGone ? objects : new)
    if found.isEmpty { return [] }
    let known = Set(before.danglingReferences)
    return found.filter { !known.contains($0) }
  }

  private func danglingReferences(of read: [SchemaObject]) -> [DanglingReference] {
    var found: [DanglingReference] = []
    for table in read where table.kind == .table {
      var isAfterReferences = false
      for token in SQLTokenizer.tokens(of: table.sql ?? "") where !token.isTrivia {
        if isAfterReferences {
          let reference = DanglingReference(table: table.name, destination: token.unquoted)
          let isThere = tableNames.contains(SQLName(reference.destination))
          if !isThere, !found.contains(reference) { found.append(reference) }
        }
        isAfterReferences = token.isWord("REFERENCES")
      }
    }
    return found
  }
}
