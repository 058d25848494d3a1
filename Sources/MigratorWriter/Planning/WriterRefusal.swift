package import MigratorSQLite
package import SQLSyntax

/// Why no migration can be written.
package enum WriterRefusal: ExplainedError, Sendable, Hashable {
  /// An option names a table or column that does not exist, or contradicts another.
  case answer(String, reason: String)
  /// SQLite rejects the expression for the values of a column.
  case expression(String, reason: String)
  /// A table remains that refers to a dropped one.
  case droppedParent(SQLName, child: SQLName)
  /// The content of a virtual table cannot be carried over.
  case virtualTable(SQLName)
  /// A table becomes a virtual table, or the reverse.
  case kind(SQLName)
  /// No column of a table remains.
  case noColumns(SQLName)
  /// A foreign key has no parent, or its columns are not a key of the parent.
  case foreignKey(message: String)
  /// SQLite rejects a statement that the planner wrote.
  case statement(String, message: String)
  /// The planned statements produce a different schema.
  case differs(String)

  /// The reason and the next step.
  package var explanation: Explanation {
    switch self {
    case .answer: Explanation(.usage, text, "Compare the names with those of both schemas.")
    case .expression:
      Explanation(.usage, text, "Pass an SQL expression, with text in single quotes.")
    case .droppedParent:
      Explanation(
        .blocked, text, "Remove the foreign key from the wanted table, or keep its parent.")
    case .virtualTable:
      Explanation(
        .blocked, text, "Give the new table another name, and fill it in the new migration.")
    case .kind, .noColumns:
      Explanation(.blocked, text, "Give the new table another name.")
    case .foreignKey:
      Explanation(
        .blocked, text,
        "Add the parent or its key in a separate migration, or pass --rename if it has a new name."
      )
    case .statement, .differs: Explanation(.internalError, text, .report)
    }
  }

  /// The reason, as sentences.
  private var text: String {
    switch self {
    case .answer(let answer, let reason): "The option \(answer) does not apply: \(reason)."
    case .expression(let answer, let reason):
      "The option --fill \(answer) cannot be used: \(reason). No file was written."
    case .droppedParent(let parent, let child):
      "Table \(child) still refers to table \(parent), which is dropped. SQLite would delete or "
        + "orphan its rows. No file was written."
    case .virtualTable(let name):
      "Table \(name) is a virtual table whose content cannot be copied to a new definition. "
        + "No file was written."
    case .kind(let name):
      "Table \(name) would become a virtual table, or stop being one. No file was "
        + "written."
    case .noColumns(let name): "No column of table \(name) remains. No file was written."
    case .foreignKey(let message):
      "The rows of a table cannot be copied, because SQLite cannot use a foreign key: \(message). "
        + "No file was written."
    case .statement(let sql, let message): "SQLite rejects a planned statement: \(message)\n\(sql)"
    case .differs(let object): "The planned statements lead to a different definition of \(object)."
    }
  }
}
