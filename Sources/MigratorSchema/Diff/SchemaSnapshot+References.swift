internal import SQLSyntax

extension SchemaSnapshot {
  /// A foreign key whose parent table does not exist.
  public struct DanglingReference: Sendable, Hashable {
    /// The table with the `REFERENCES` clause.
    public let table: String
    /// The parent table.
    public let destination: String
  }

  /// The foreign keys whose parent table does not exist.
  ///
  /// SQLite accepts such a schema, but any write to the child table then fails. A typical cause: a
  /// table is renamed, which also renames the references to it, and is then dropped.
  ///
  /// - Complexity: O(*n*) for *n* bytes of SQL.
  public var danglingReferences: [DanglingReference] {
    danglingReferences(of: objects)
  }

  /// Returns foreign keys that lost their parent table since an earlier schema.
  ///
  /// - Parameter before: The earlier schema.
  /// - Returns: The foreign keys.
  /// - Complexity: O(*n*) for *n* objects. Reads only new and changed tables, or all tables if one
  ///   was removed.
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
