/// A location at which a script cannot be split into statements, and the reason.
public struct ScriptProblem: Error, Sendable, Hashable {
  /// The reason.
  public enum Kind: Sendable, Hashable {
    /// A string, name, comment or trigger is not terminated.
    case unterminated(Unterminated)
    /// The script contains a NUL character, at which SQLite would silently stop reading.
    case nulCharacter
  }

  /// The unterminated element.
  public enum Unterminated: String, Sendable, Hashable {
    /// `'…`
    case text
    /// `"…`, `[…`, or a name that begins with a backtick.
    case name
    /// `/* …`
    case comment
    /// `CREATE TRIGGER …` without `END;`
    case trigger
  }

  /// The reason.
  public let kind: Kind
  /// The start of the element, or the NUL character.
  public let location: ScriptLocation
}

extension ScriptProblem.Kind {
  /// The reason as one sentence, without the location.
  public var message: String {
    switch self {
    case .unterminated(.text): "the string that begins here has no closing '"
    case .unterminated(.name): "the quoted name that begins here has no closing quote"
    case .unterminated(.comment): "the comment that begins here has no closing */"
    case .unterminated(.trigger): "the trigger that begins here has no END;"
    case .nulCharacter: "SQLite stops reading at this NUL character"
    }
  }
}
