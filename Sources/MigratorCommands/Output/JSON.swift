import MigratorPlatform

/// A JSON value whose text is the same in every run.
package enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([(String, JSON)])

  package static func == (first: JSON, second: JSON) -> Bool { first.text() == second.text() }

  /// The version of what the commands print: a member that goes or means something else makes another one.
  static let version: (String, JSON) = ("version", 1)

  /// An optional text.
  package static func optional(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }

  /// A list of texts.
  package static func strings(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }

  /// The text, indented, the keys in the order they were given.
  package func text(indent: String = "") -> String {
    var text = ""
    write(to: &text, indent: indent)
    return text
  }

  /// Appends the text: nothing is copied twice, however deep it stands.
  private func write(to text: inout String, indent: String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .number(let value): text += value.isFinite ? String(value) : "null"
    case .string(let value): text.append(quoted: value)
    case .array(let values):
      Self.write(values, "[", "]", to: &text, indent: indent) { value, text, inner in
        value.write(to: &text, indent: inner)
      }
    case .object(let members):
      Self.write(members, "{", "}", to: &text, indent: indent) { member, text, inner in
        text.append(quoted: member.0)
        text += ": "
        member.1.write(to: &text, indent: inner)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], _ opening: String, _ closing: String, to text: inout String,
    indent: String, _ body: (Element, inout String, _ indent: String) -> Void
  ) {
    text += opening
    let inner = indent + "  "
    for (index, element) in elements.enumerated() {
      text += index == 0 ? "\n" : ",\n"
      text += inner
      body(element, &text, inner)
    }
    if !elements.isEmpty { text += "\n" + indent }
    text += closing
  }

  /// The text of a member of an object.
  static func member(_ name: String, _ value: JSON, indent: String) -> String {
    var text = ""
    text.append(quoted: name)
    text += ": "
    value.write(to: &text, indent: indent)
    return text
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(arrayLiteral elements: JSON...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
}

extension String {
  /// Appends a text between quotation marks.
  ///
  /// Controls and invisible characters are escaped: exact for a program, harmless on a terminal.
  fileprivate mutating func append(quoted text: String) {
    self += "\""
    // Nearly all texts stand as they are, from one quotation mark to the next.
    var rest = text[...]
    while let place = rest.utf8.firstIndex(where: { !Self.isPlain($0) }) {
      self += rest[..<place]
      append(escaped: rest.unicodeScalars[place])
      rest = rest[rest.unicodeScalars.index(after: place)...]
    }
    self += rest
    self += "\""
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private mutating func append(escaped scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": self += "\\\""
    case "\\": self += "\\\\"
    case "\n": self += "\\n"
    case "\t": self += "\\t"
    case _ where scalar.isVisible: unicodeScalars.append(scalar)
    default:
      for unit in String(scalar).utf16 {
        self += "\\u" + Encodings.hexadecimal(unit, digits: 4)
      }
    }
  }
}
