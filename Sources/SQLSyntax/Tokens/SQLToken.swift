/// A token as SQLite's own tokenizer would read it, including white space and comments.
public struct SQLToken: Sendable, Hashable {
  /// The kind of a token.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A reserved word, or one that has a meaning in some places.
    case keyword
    /// A name, bare or quoted by `"…"`, backticks or `[…]`.
    case identifier
    /// A string in single quotes.
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
    /// Spaces, tabs and line breaks.
    case whitespace
    /// A parameter: `?`, `?1`, `:name`, `@name`, `$name`.
    case variable
    /// Bytes that do not begin a token, or an unterminated quote.
    case invalid
  }

  /// The kind of the token.
  public let kind: Kind

  /// The text of the token, unchanged.
  public let text: String

  /// Creates a token from its properties.
  public init(kind: Kind, text: String) {
    self.kind = kind
    self.text = text
  }

  /// True for white space and comments, which SQLite ignores.
  public var isTrivia: Bool { kind == .whitespace || kind == .comment }

  /// The name or string without its quotes, with doubled quotes unescaped.
  public var unquoted: String { SQLQuoting.unquoted(text) ?? text }

  /// The name of a bare word or quoted name; `nil` for all other tokens.
  public var name: SQLName? {
    kind == .identifier || kind == .keyword ? SQLName(unquoted) : nil
  }

  /// Returns whether the token is the given bare word or sign.
  ///
  /// Words such as `STRICT` and `ROWID` are not keywords of the tokenizer, but the parser
  /// recognizes them.
  ///
  /// - Parameter word: The word, regardless of case, or the sign.
  /// - Returns: `true` if it is; `false` for a word in quotes.
  public func isWord(_ word: SQLName) -> Bool {
    switch kind {
    case .keyword, .identifier, .punctuation, .operator: SQLName(text) == word
    default: false
    }
  }
}
