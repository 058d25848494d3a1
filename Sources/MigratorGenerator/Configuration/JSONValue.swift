package import SQLSyntax

/// A value of a JSON text, and where it stands.
package struct JSONValue {
  package enum Kind {
    case text(String)
    case bool(Bool)
    case list([JSONValue])
    case object([Member])
    /// A number or null, of which no setting makes any use.
    case other
  }

  package struct Member {
    package let name: String
    package let location: ScriptLocation
    package let value: JSONValue
  }

  package let kind: Kind
  package let location: ScriptLocation
}
