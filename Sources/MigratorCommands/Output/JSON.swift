import MigratorPlatform

/// A JSON value whose output is the same in every run.
package enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([(String, JSON)])

  package static func == (first: JSON, second: JSON) -> Bool { first.text() == second.text() }

  /// The version of the output format; removing or redefining a member increases it.
  static let version: (String, JSON) = ("version", 1)

  package static func optional(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }

  package static func strings(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }

  /// Returns indented text, with keys in their original order.
  package func text(indent: String = "") -> String { text(indent: indent, check: {}) }

  /// Returns indented text, unless the check throws.
  ///
  /// - Parameters:
  ///   - indent: The indentation of each line except the first.
  ///   - check: Called before each value, which may be long; throws to stop.
  /// - Returns: The text.
  package func text(indent: String = "", check: () throws -> Void) rethrows -> String {
    var text = ""
    try write(to: &text, indent: indent, check: check)
    return text
  }

  /// Appends to a string, so that no text is copied twice, regardless of depth.
  private func write(
    to text: inout String, indent: String, check: () throws -> Void
  ) rethrows {
    try check()
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .number(let value): text += value.isFinite ? String(value) : "null"
    case .string(let value): text.append(quoted: value)
    case .array(let values):
      try Self.write(values, "[", "]", to: &text, indent: indent) { value, text, inner in
        try value.write(to: &text, indent: inner, check: check)
      }
    case .object(let members):
      try Self.write(members, "{", "}", to: &text, indent: indent) { member, text, inner in
        text.append(quoted: member.0)
        text += ": "
        try member.1.write(to: &text, indent: inner, check: check)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], _ opening: String, _ closing: String, to text: inout String,
    indent: String, _ body: (Element, inout String, _ indent: String) throws -> Void
  ) rethrows {
    text += opening
    let inner = indent + "  "
    for (index, element) in elements.enumerated() {
      text += index == 0 ? "\n" : ",\n"
      text += inner
      try body(element, &text, inner)
    }
    if !elements.isEmpty { text += "\n" + indent }
    text += closing
  }

  /// The text of a member of an object.
  static func member(_ name: String, _ value: JSON, indent: String) -> String {
    var text = ""
    text.append(quoted: name)
    text += ": "
    value.write(to: &text, indent: indent, check: {})
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
  /// Appends a quoted string.
  ///
  /// Control characters and invisible characters are escaped: exact for programs, and harmless on a
  /// terminal.
  fileprivate mutating func append(quoted text: String) {
    self += "\""
    // Build servers interpret `##[` anywhere in a line as a command.
    let hidesHash = text.utf8.contains(UInt8(ascii: "#")) && LogLine.safe(text) != text
    append(text, where: { Self.isPlain($0) && !(hidesHash && $0 == UInt8(ascii: "#")) }) {
      scalar, _ in
      scalar == "#" ? "\\u0023" : Self.escape(scalar)
    }
    self += "\""
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\t": "\\t"
    case _ where scalar.isVisible: nil
    default:
      String(scalar).utf16.map { "\\u" + Encodings.hexadecimal($0, digits: 4) }.joined()
    }
  }
}
