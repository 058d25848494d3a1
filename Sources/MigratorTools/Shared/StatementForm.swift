import MigratorEngine

/// The form in which a tool requires the statements of a file.
struct StatementForm: Sendable {
  /// The text between two statements.
  var separator = "\n"
  /// Formats one statement, which includes its semicolon.
  var form: @Sendable (_ statement: String) -> String = { $0 }

  static let plain = StatementForm()

  /// The text of statements, with a final newline; empty if there are none.
  func text(_ statements: [String]) -> String {
    guard !statements.isEmpty else { return "" }
    return statements.map { form(Self.ended($0)) }.joined(separator: separator) + "\n"
  }

  /// A statement with a semicolon that a comment at the end of the statement does not hide.
  private static func ended(_ statement: String) -> String {
    let tokens = SQLTokenizer.tokens(of: statement)
    let end = tokens.lastIndex { !$0.isTrivia }.map { $0 + 1 } ?? tokens.count
    return (tokens[..<end].map(\.text) + [";"] + tokens[end...].map(\.text)).joined()
  }
}
