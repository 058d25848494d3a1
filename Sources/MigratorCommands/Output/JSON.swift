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
  ///   - indent: The indentation of each line except the first, in spaces.
  ///   - check: Called before each value, which may be long; throws to stop.
  /// - Returns: The text.
  package func text(indent: String = "", check: () throws -> Void) rethrows -> String {
    var bytes: [UInt8] = []
    try write(to: &bytes, indent: indent.utf8.count, check: check)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends to UTF-8 bytes, so that no text is copied twice, regardless of depth.
  ///
  /// `indent` is the number of spaces at the start of each line except the first. There may be
  /// millions of values, so nothing is allocated for the fixed parts.
  func write(to bytes: inout [UInt8], indent: Int, check: () throws -> Void) rethrows {
    try check()
    switch self {
    case .null: bytes.append("null")
    case .bool(let value): bytes.append(value ? "true" : "false")
    // Many readers of JSON keep numbers as doubles, which are exact up to 2^53.
    case .integer(let value) where value.magnitude > 1 << 53:
      try JSON.object([("integer", .string(String(value)))])
        .write(to: &bytes, indent: indent, check: check)
    case .integer(let value): bytes += String(value).utf8
    case .number(let value): bytes += (value.isFinite ? String(value) : "null").utf8
    case .string(let value): bytes.append(quoted: value)
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for index in values.indices {
        bytes.appendLine(after: index, indent: indent + 2)
        try values[index].write(to: &bytes, indent: indent + 2, check: check)
      }
      if !values.isEmpty { bytes.appendLine(indent: indent) }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for index in members.indices {
        bytes.appendLine(after: index, indent: indent + 2)
        bytes.append(quoted: members[index].0)
        bytes.append(": ")
        try members[index].1.write(to: &bytes, indent: indent + 2, check: check)
      }
      if !members.isEmpty { bytes.appendLine(indent: indent) }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  static func member(_ name: String, _ value: JSON, indent: String) -> String {
    var bytes: [UInt8] = []
    bytes.append(quoted: name)
    bytes += ": ".utf8
    value.write(to: &bytes, indent: indent.utf8.count, check: {})
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
    let isDone = text.withUTF8 { utf8 in
      let count = self.count
      var start = 0
      for place in utf8.indices {
        let byte = utf8[place]
        if Self.isPlain(byte), byte != UInt8(ascii: "#") { continue }
        guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
          removeSubrange(count...)
          return false
        }
        append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<place]))
        append(UInt8(ascii: "\\"))
        start = place
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
      return true
    }
    // Build servers interpret `##[` anywhere in a line as a command.
    if !isDone { self += Self.escaped(text, hidesHash: LogLine.safe(text) != text).utf8 }
    append(UInt8(ascii: "\""))
  }

  fileprivate mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Begins a line, after a comma unless it is the first of a list.
  fileprivate mutating func appendLine(after index: Int = 0, indent: Int) {
    if index > 0 { append(UInt8(ascii: ",")) }
    append(UInt8(ascii: "\n"))
    for _ in 0..<indent { append(UInt8(ascii: " ")) }
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
