package import SQLSyntax

/// A `CHECK` or foreign key in a form that is the same for column and table constraints.
package struct ConstraintForm: Sendable {
  /// What a constraint enforces.
  package enum Subject: Sendable, Hashable {
    case foreignKey([SQLName], parent: SQLName, parentColumns: [SQLName])
    /// Another constraint, as normalized SQL.
    case other(String)
  }

  /// What the constraint enforces.
  package let subject: Subject
  /// The actions of a foreign key that are not the default, such as `ON DELETE CASCADE`.
  package let actions: [String]

  /// Reads a constraint.
  ///
  /// - Parameters:
  ///   - words: The SQL of the constraint, without its name.
  ///   - column: The column to which the constraint belongs; `nil` for one of the table.
  ///   - primaryKey: Returns the primary key of a table, to which a foreign key without parent
  ///     columns refers.
  package init(_ words: String, of column: String?, primaryKey: (SQLName) -> [String]) {
    var reader = TokenReader(words)
    if let (subject, actions) = Self.foreignKey(&reader, of: column, primaryKey) {
      (self.subject, self.actions) = (subject, actions)
    } else {
      subject = .other(SQLNormalizer.normalized(reader.allTokens, foldsNames: true))
      actions = []
    }
  }

  /// Reads a foreign key; returns `nil` for another constraint, or for more than one.
  private static func foreignKey(
    _ reader: inout TokenReader, of column: String?, _ primaryKey: (SQLName) -> [String]
  ) -> (Subject, [String])? {
    var columns = column.map { [$0] } ?? []
    if reader.skip("FOREIGN", "KEY") {
      guard let group = reader.group() else { return nil }
      columns = ColumnParser.names(in: group)
    }
    guard reader.skip("REFERENCES"), let name = reader.name(), !columns.isEmpty else { return nil }
    let parent = SQLName(name)
    let parentColumns = reader.group().map(ColumnParser.names) ?? primaryKey(parent)
    var actions: [String] = []
    while reader.next != nil {
      let start = reader.position
      if reader.skip("ON", "DELETE") || reader.skip("ON", "UPDATE") {
        let action = reader.position
        guard ColumnParser.skipAction(&reader) else { return nil }
        let isDefault = reader.tokens(from: action).first?.isWord("NO") == true
        if !isDefault { actions.append(SQLFragment(reader.tokens(from: start)).readable) }
      } else if reader.skip("MATCH") {
        _ = reader.take()
      } else if !ColumnParser.skipDeferral(&reader) {
        return nil
      }
    }
    let subject = Subject.foreignKey(
      columns.map(SQLName.init(_:)), parent: parent,
      parentColumns: parentColumns.map(SQLName.init(_:)))
    return (subject, actions)
  }
}
