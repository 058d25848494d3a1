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

  /// Creates a token.
  ///
  /// - Parameters:
  ///   - kind: What the token is.
  ///   - text: The text, exactly as it stands.
  public init(kind: Kind, text: String) {
    self.kind = kind
    self.text = text
  }

  /// Whether the token means nothing to SQLite: white space or a comment.
  public var isTrivia: Bool { kind == .whitespace || kind == .comment }
}
