public import MigratorSQLite
internal import SQLSyntax

/// A way to fix all violations of one foreign key.
public enum FixAction: Sendable, Hashable {
  /// Sets the key to NULL, so that the rows have no parent.
  case release
  /// Adds the missing parent rows, with values for the columns that require one.
  case addParents([ParentValue])
  /// Makes the rows refer to an existing parent, given by an SQL expression for each key column.
  case map(to: [String])
  /// Deletes the rows.
  case delete

  /// The kinds of ways, without values; the raw values are those of JSON.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Set the key to NULL.
    case release = "set-null"
    /// Add the missing parent rows.
    case addParents = "add-parents"
    /// Refer to an existing parent.
    case map
    /// Delete the rows.
    case delete
  }

  /// The kind.
  public var kind: Kind {
    switch self {
    case .release: .release
    case .addParents: .addParents
    case .map: .map
    case .delete: .delete
    }
  }
}

/// The value of a column in the parent rows that a fix adds.
public struct ParentValue: Sendable, Hashable {
  /// The column of the parent table.
  public let column: String
  /// An SQL expression.
  public let expression: String

  /// Creates a value from its properties.
  public init(column: String, expression: String) {
    (self.column, self.expression) = (column, expression)
  }
}

/// A statement that fixes all violations of one foreign key at once.
public struct GroupFix: Sendable, Hashable {
  /// The way.
  public let action: FixAction
  /// The foreign key.
  public let foreignKey: ForeignKeyInfo
  /// The complete SQL.
  public let sql: String

  /// The effect, in a few words.
  public var note: String { action.kind.note }
}

extension FixAction.Kind {
  /// The effect, in a few words.
  public var note: String {
    switch self {
    case .release: "keeps the rows, without a parent"
    case .addParents: "adds the missing parents"
    case .map: "makes the rows refer to another parent"
    case .delete: "removes the rows"
    }
  }
}

/// Whether a way to fix the violations of a foreign key is possible, and the values that it needs.
public struct FixOption: Sendable, Hashable {
  /// A row of the parent table to which rows can refer.
  public struct Parent: Sendable, Hashable {
    /// The values of the referenced columns, as SQL literals.
    public let key: [String]
    /// The values of further columns, to recognize the row.
    public let words: String

    package init(key: [String], words: String) {
      (self.key, self.words) = (key, words)
    }
  }

  /// The way.
  public let kind: FixAction.Kind
  /// The columns of the parent table for which the user chooses a value.
  public let neededColumns: [String]
  /// The first parents to which the rows can refer, if the way is ``FixAction/Kind/map``.
  public let parents: [Parent]
  /// Why the schema does not permit it, as a sentence, or `nil`.
  public let obstacle: String?

  package init(
    _ kind: FixAction.Kind, neededColumns: [String] = [], parents: [Parent] = [],
    obstacle: String? = nil
  ) {
    (self.kind, self.neededColumns, self.parents) = (kind, neededColumns, parents)
    self.obstacle = obstacle
  }

  /// The action, or `nil` if it is not possible or requires values.
  public var action: FixAction? {
    guard obstacle == nil, neededColumns.isEmpty else { return nil }
    return switch kind {
    case .release: .release
    case .addParents: .addParents([])
    case .map: nil
    case .delete: .delete
    }
  }
}

extension FixOption {
  /// Returns the action with the values of the needed columns.
  ///
  /// - Parameter text: An SQL expression for each of them, with commas between them.
  /// - Returns: The action, or `nil` if their number differs or one is not an expression.
  public func action(with text: String) -> FixAction? {
    guard let values = SQLTokenizer.expressions(in: text), values.count == neededColumns.count
    else { return nil }
    return switch kind {
    case .release, .delete: nil
    case .map: .map(to: values)
    case .addParents:
      .addParents(zip(neededColumns, values).map { ParentValue(column: $0, expression: $1) })
    }
  }
}

/// The reason why a chosen fix is not possible.
public struct FixRefusal: ExplainedError, Hashable {
  /// The reason and the next step.
  public let explanation: Explanation

  package init(_ reason: String, _ remedy: Remedy = "Choose another fix.") {
    explanation = Explanation(.usage, "\(reason) No changes were made.", remedy)
  }
}
