import MigratorEngine

/// A JSON value that keeps the order of its members, as JavaScript does.
indirect enum DrizzleJSON: Hashable {
  case null
  case bool(Bool)
  /// A number, as written.
  case number(String)
  case text(String)
  case list([DrizzleJSON])
  case object([Member])

  struct Member: Hashable {
    let name: String
    var value: DrizzleJSON

    init(_ name: String, _ value: DrizzleJSON) {
      self.name = name
      self.value = value
    }
  }

  init(_ value: JSONValue) {
    switch value.kind {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .number(let number): self = .number(number)
    case .text(let text): self = .text(text)
    case .list(let values): self = .list(values.map { DrizzleJSON($0) })
    case .object(let members):
      self = .object(members.map { Member($0.name, DrizzleJSON($0.value)) })
    }
  }

  init(texts: [String]) { self = .list(texts.map { .text($0) }) }

  var members: [Member] {
    if case .object(let members) = self { members } else { [] }
  }

  var values: [DrizzleJSON] {
    if case .list(let values) = self { values } else { [] }
  }

  /// The value if it is a string; otherwise `nil`.
  var string: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The strings in a list; other values are omitted.
  var strings: [String] { values.compactMap(\.string) }

  /// A member of an object; setting `nil` removes it, and a new member is appended.
  subscript(name: String) -> DrizzleJSON? {
    get { members.first { $0.name == name }?.value }
    set {
      var members = members
      let index = members.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(name, value))
      case (nil, nil): break
      }
      self = .object(members)
    }
  }

  /// The text as `JSON.stringify(value, null, indent)` writes it.
  func text(indent: String = "  ") -> String {
    var text = ""
    write(to: &text, "\n", indent)
    return text
  }

  /// `line` is a newline followed by the indentation of the value.
  private func write(to text: inout String, _ line: String, _ indent: String) {
    switch self {
    case .null: text += "null"
    case .bool(let flag): text += flag ? "true" : "false"
    case .number(let number): text += number
    case .text(let value): text += Self.quoted(value)
    case .list(let values):
      Self.write(values, in: ("[", "]"), to: &text, line, indent) { value, text in
        value.write(to: &text, line + indent, indent)
      }
    case .object(let members):
      Self.write(members, in: ("{", "}"), to: &text, line, indent) { member, text in
        text += Self.quoted(member.name) + ": "
        member.value.write(to: &text, line + indent, indent)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], in brackets: (String, String), to text: inout String, _ line: String,
    _ indent: String, _ body: (Element, inout String) -> Void
  ) {
    text += brackets.0
    for (index, element) in elements.enumerated() {
      text += (index > 0 ? "," : "") + line + indent
      body(element, &text)
    }
    text += (elements.isEmpty ? "" : line) + brackets.1
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension DrizzleJSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByDictionaryLiteral
{
  init(stringLiteral value: String) { self = .text(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(dictionaryLiteral elements: (String, DrizzleJSON)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}
