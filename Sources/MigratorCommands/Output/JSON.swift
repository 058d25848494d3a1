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

  /// The members that begin every object: the version of the format, and the command.
  ///
  /// Removing or redefining a member increases the version.
  static var head: [(String, JSON)] {
    [("version", 2), ("command", .optional(Printer.command))]
  }

  /// The members that end every object: the warnings, which are also printed to standard error.
  static var tail: [(String, JSON)] { [("notices", .strings(Printer.notices))] }

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
    var bytes: [UInt8] = []
    try write(to: &bytes, indent: Array(indent.utf8), check: check)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends to UTF-8 bytes, so that no text is copied twice, regardless of depth.
  func write(to bytes: inout [UInt8], indent: [UInt8], check: () throws -> Void) rethrows {
    try check()
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    // Many readers of JSON keep numbers as doubles, which are exact up to 2^53.
    case .integer(let value) where value.magnitude > 1 << 53:
      try JSON.object([("integer", .string(String(value)))])
        .write(to: &bytes, indent: indent, check: check)
    case .integer(let value): bytes += String(value).utf8
    case .number(let value): bytes += (value.isFinite ? String(value) : "null").utf8
    case .string(let value): bytes.append(quoted: value)
    case .array(let values):
      try Self.write(values, "[", "]", to: &bytes, indent: indent) { value, bytes, inner in
        try value.write(to: &bytes, indent: inner, check: check)
      }
    case .object(let members):
      try Self.write(members, "{", "}", to: &bytes, indent: indent) { member, bytes, inner in
        bytes.append(quoted: member.0)
        bytes += ": ".utf8
        try member.1.write(to: &bytes, indent: inner, check: check)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], _ opening: Unicode.Scalar, _ closing: Unicode.Scalar,
    to bytes: inout [UInt8], indent: [UInt8],
    _ body: (Element, inout [UInt8], _ indent: [UInt8]) throws -> Void
  ) rethrows {
    bytes.append(UInt8(ascii: opening))
    let inner = indent + "  ".utf8
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(UInt8(ascii: "\n"))
      bytes += inner
      try body(element, &bytes, inner)
    }
    if !elements.isEmpty {
      bytes.append(UInt8(ascii: "\n"))
      bytes += indent
    }
    bytes.append(UInt8(ascii: closing))
  }

  static func member(_ name: String, _ value: JSON, indent: String) -> String {
    var bytes: [UInt8] = []
    bytes.append(quoted: name)
    bytes += ": ".utf8
    value.write(to: &bytes, indent: Array(indent.utf8), check: {})
    return String(decoding: bytes, as: UTF8.self)
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

extension [UInt8] {
  /// Appends a quoted string.
  ///
  /// Control characters and invisible characters are escaped: exact for programs, and harmless on a
  /// terminal.
  fileprivate mutating func append(quoted text: String) {
    append(UInt8(ascii: "\""))
    var text = text
    // Build servers interpret `##[` anywhere in a line as a command.
    let hidesHash = text.utf8.contains(UInt8(ascii: "#")) && LogLine.safe(text) != text
    let isDone =
      !hidesHash
      && text.withUTF8 { utf8 in
        guard utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return false }
        var start = 0
        for place in utf8.indices where !Self.isPlain(utf8[place]) {
          append(contentsOf: utf8[start..<place])
          append(UInt8(ascii: "\\"))
          start = place
        }
        append(contentsOf: utf8[start...])
        return true
      }
    if !isDone { self += Self.escaped(text, hidesHash: hidesHash).utf8 }
    append(UInt8(ascii: "\""))
  }

  private static func escaped(_ text: String, hidesHash: Bool) -> String {
    var escaped = ""
    escaped.append(text, where: { isPlain($0) && !(hidesHash && $0 == UInt8(ascii: "#")) }) {
      scalar, _ in
      scalar == "#" ? "\\u0023" : escape(scalar)
    }
    return escaped
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
