package import SQLSyntax

/// A decision that only the user can make.
package enum WriterQuestion: Sendable, Hashable {
  /// A table is missing in the wanted schema; it was dropped, or renamed to one of the new tables.
  case table(SQLName, candidates: [SQLName])
  /// A column is missing in the wanted schema; it was dropped, or renamed to one of the new
  /// columns.
  case column(ColumnName, candidates: [SQLName])
  /// A column may not be NULL, but some rows have no value for it.
  case value(ColumnName, isNew: Bool)

  /// The names that a missing column may have now.
  var candidates: [SQLName] {
    if case .column(_, let candidates) = self { candidates } else { [] }
  }

  /// The question, in one sentence.
  package var text: String {
    switch self {
    case .table(let name, let candidates):
      "Is \(list(candidates)) the table \(name) with a new name?"
    case .column(let name, let candidates):
      "Is \(list(candidates.map { "\(name.table).\($0)" })) the column \(name) with a new name?"
    case .value(let name, isNew: true):
      "Which value does the new column \(name) get in existing rows? It is NOT NULL and has no "
        + "default value."
    case .value(let name, isNew: false):
      "Which value replaces NULL in \(name)? The column becomes NOT NULL and has no default value."
    }
  }

  /// An answer to a question about a missing table or column.
  package enum Choice: Sendable, Hashable {
    /// The object was renamed.
    case renamed(to: SQLName)
    /// The object was dropped.
    case dropped
  }

  /// The possible answers; empty if the answer is an expression.
  package var choices: [Choice] {
    switch self {
    case .table(_, let candidates), .column(_, let candidates):
      candidates.map { .renamed(to: $0) } + [.dropped]
    case .value: []
    }
  }

  /// The options that answer the question.
  package var options: [String] {
    switch self {
    case .table(let name, let candidates):
      candidates.map { "--rename \(name.plain)=\($0.plain)" } + ["--no-renames"]
    case .column(let name, let candidates):
      candidates.map { "--rename \(name.plain)=\($0.plain)" } + ["--no-renames"]
    case .value(let name, _): ["--fill \(name.plain)=VALUE"]
    }
  }

  private func list(_ names: [some CustomStringConvertible]) -> String {
    let names = names.map(\.description)
    guard names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " or " + names[names.count - 1]
  }
}

extension SQLName {
  /// The name, in quotes only if they are needed.
  var plain: String { text.plainIdentifier }
}

extension ColumnName {
  /// The name, in quotes only if they are needed.
  package var plain: String { "\(table.plain).\(column.plain)" }
}
