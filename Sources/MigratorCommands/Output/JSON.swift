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
    var writer = JSONWriter(indent: indent.utf8.count)
    try write(to: &writer, check: check)
    return writer.text
  }

  /// Writes the value, unless the check throws.
  func write(to writer: inout JSONWriter, check: () throws -> Void) rethrows {
    try check()
    switch self {
    case .null: writer.literal("null")
    case .bool(let value): writer.literal(value ? "true" : "false")
    case .integer(let value): writer.integer(value)
    case .number(let value): writer.number(value)
    case .string(let value): writer.string(value)
    case .array(let values):
      try writer.array { writer in
        for value in values {
          writer.element()
          try value.write(to: &writer, check: check)
        }
      }
    case .object(let members):
      try writer.object { writer in
        for (name, value) in members {
          writer.name(name)
          try value.write(to: &writer, check: check)
        }
      }
    }
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
