/// A piece of SQL text as SQLite's own tokenizer would cut it, white space and comments included.
public struct SQLToken: Sendable, Hashable {
  /// What a token is.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A word that SQLite reserves or gives a meaning in some places.
    case keyword
    /// A name, bare or quoted by `"…"`, backticks or `[…]`.
    case identifier
    /// A text between single quotes.
    case string
    /// A blob literal: `x'53'`.
    case blob
    /// A number.
    case number
    /// `+`, `||`, `->>`, …
    case `operator`
    /// `(`, `)`, `,`, `;` or `.`.
    case punctuation
    /// `-- …` or `/* … */`.
    case comment
    /// Spaces, tabs and line ends.
    case whitespace
    /// A parameter: `?`, `?1`, `:name`, `@name`, `$name`.
    case variable
    /// Bytes that begin no token, or a quote that never closes.
    case invalid
  }

  /// What the token is.
  public let kind: Kind

  /// The text of the token, exactly as it stands.
  public let text: String

  /// Creates a token; the parameters are the properties.
  public init(kind: Kind, text: String) {
    self.kind = kind
    self.text = text
  }

  /// Whether the token means nothing to SQLite: white space or a comment.
  public var isTrivia: Bool { kind == .whitespace || kind == .comment }

  /// The text without the quotes around a name or a text, those inside halved.
  public var unquoted: String { SQLQuoting.unquoted(text) ?? text }

  /// The name that a bare word or quoted name stands for; `nil` for all other tokens.
  public var name: SQLName? {
    kind == .identifier || kind == .keyword ? SQLName(unquoted) : nil
  }

  /// Returns whether the token is a certain bare word or sign.
  ///
  /// Words such as `STRICT` and `ROWID` are no keywords to the tokenizer but words to the parser.
  ///
  /// - Parameter word: The word, in any case, or the sign.
  /// - Returns: Whether the token is it; a word in quotes is not.
  public func isWord(_ word: SQLName) -> Bool {
    switch kind {
    case .keyword, .identifier, .punctuation, .operator: SQLName(text) == word
    default: false
    }
  }
}
