package import MigratorSession
package import MigratorWriter
import MigratorEngine

extension Printer {
  /// Prints questions to standard error, with the options that answer them.
  package static func printError(_ questions: [WriterQuestion]) {
    for question in questions {
      printError(question.text)
      question.options.forEach { printError("  \($0)") }
    }
    printError("Nothing was written. Run the command again with an option for each question.")
  }

  /// Prints statements to standard error, each with its reason.
  package static func printError(_ statements: [PlannedStatement]) {
    var last: String?
    for (index, statement) in statements.enumerated() {
      let reason = statement.reason.text
      if reason != last, index > 0 { printError("  \(last ?? "")") }
      last = reason
      printError(statement.sql.excerpt(72))
    }
    last.map { printError("  \($0)") }
  }
}

extension String {
  /// The beginning of a statement, on one line.
  fileprivate func excerpt(_ limit: Int) -> String {
    let line = split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > limit ? String(line.prefix(limit - 1)) + "…" : line
  }
}

extension JSON {
  /// The questions and the options that answer them.
  package init(_ questions: [WriterQuestion]) {
    self = .array(
      questions.map { question in
        [
          "question": .string(question.text),
          "options": .array(question.options.map { .string($0) }),
        ]
      })
  }

  /// The effects of a new migration on a copy of a database.
  package init(_ rehearsal: MigrationRehearsal) {
    self = StepText.json(rehearsal.report, on: .copy)
  }

  /// The statements of a new migration and their reasons.
  package init(_ statements: [PlannedStatement]) {
    self = .array(
      statements.map { ["sql": .string($0.sql), "reason": .string($0.reason.text)] })
  }
}
