/// Why a script cannot be cut into statements, and where.
public struct ScriptProblem: Error, Sendable, Hashable {
  /// What is wrong.
  public enum Kind: Sendable, Hashable {
    /// A text, name, comment or trigger has no end.
    case unterminated(Unterminated)
    /// There is a NUL character, at which SQLite would silently stop reading.
    case nulCharacter
  }

  /// What lacks its end.
  public enum Unterminated: String, Sendable, Hashable {
    /// `'…`
    case text
    /// `"…`, `[…`, or what a backtick opens
    case name
    /// `/* …`
    case comment
    /// `CREATE TRIGGER …` without `END;`
    case trigger
  }

  /// What is wrong.
  public let kind: Kind
  /// Where it begins.
  public let location: ScriptLocation
}

extension ScriptProblem.Kind {
  /// What is wrong, in one sentence without the place.
  public var message: String {
    switch self {
    case .unterminated(.text): "the text that begins here has no closing '"
    case .unterminated(.name): "the quoted name that begins here is never closed"
    case .unterminated(.comment): "the comment that begins here has no closing */"
    case .unterminated(.trigger): "the trigger that begins here has no END;"
    case .nulCharacter: "there is a NUL character, at which SQLite stops reading"
    }
  }
}
