internal import SQLSyntax

/// A value of a JSON text, and where it stands.
struct JSONValue {
  enum Kind {
    case text(String)
    case bool(Bool)
    case list([JSONValue])
    case object([Member])
    /// A number or null, of which no setting makes any use.
    case other
  }

  struct Member {
    let name: String
    let location: ScriptLocation
    let value: JSONValue
  }

  let kind: Kind
  let location: ScriptLocation
}
