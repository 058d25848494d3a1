public import MigratorEngine

/// A file that `migtui new` writes.
public struct NewFile: Sendable, Hashable {
  /// The path below the migrations' folder.
  public let path: String
  /// The file contents.
  public let text: String
  /// True if the file exists and its contents change, as for a journal.
  public let isReplacement: Bool

  /// Creates a file from its properties.
  public init(path: String, text: String, isReplacement: Bool = false) {
    self.path = path
    self.text = text
    self.isReplacement = isReplacement
  }
}

/// The reason why migtui does not write a migration for a tool.
public struct WriteRefusal: ExplainedError, Hashable, CustomStringConvertible {
  /// The reason and the next step.
  public let explanation: Explanation

  /// The reason, as a sentence.
  public var description: String { explanation.sentence }

  /// Creates a refusal.
  ///
  /// - Parameters:
  ///   - reason: The reason, as a sentence.
  ///   - remedy: What to do instead.
  public init(_ reason: String, remedy: Remedy) {
    explanation = Explanation(.blocked, reason, remedy)
  }

  static func onlyTool(_ title: String) -> WriteRefusal {
    WriteRefusal(
      "Only \(title) itself can create its migrations.",
      remedy: "Run the command of \(title) in the project to create it.")
  }
}

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
