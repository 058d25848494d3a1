package struct JSONValue {
  package enum Kind {
    case text(String)
    case bool(Bool)
    case list([JSONValue])
    case object([Member])
    /// A number, as written.
    case number(String)
    case null
  }

  package struct Member {
    package let name: String
    package let location: ScriptLocation
    package let value: JSONValue
  }

  package let kind: Kind
  package let location: ScriptLocation
}

package struct JSONProblem: Error {
  package let location: ScriptLocation
  package let message: String
}
