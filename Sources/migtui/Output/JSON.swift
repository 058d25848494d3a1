import MigratorPlatform

/// A JSON value whose text is the same in every run.
enum JSON: Equatable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([(String, JSON)])

  static func == (first: JSON, second: JSON) -> Bool { first.text() == second.text() }

  /// An optional text.
  static func optional(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }

  /// A list of texts.
  static func strings(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }

  /// The text, indented, the keys in the order they were given.
  func text(indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .integer(let value): return String(value)
    case .number(let value): return value.isFinite ? String(value) : "null"
    case .string(let value): return Self.quoted(value)
    case .array(let values) where values.isEmpty: return "[]"
    case .array(let values):
      let lines = values.map { inner + $0.text(indent: inner) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let members) where members.isEmpty: return "{}"
    case .object(let members):
      let lines = members.map { inner + Self.member($0.0, $0.1, indent: inner) }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    }
  }

  /// The text of a member of an object.
  static func member(_ name: String, _ value: JSON, indent: String) -> String {
    "\(quoted(name)): \(value.text(indent: indent))"
  }

  /// Quotes a text.
  ///
  /// Controls and invisible characters are escaped: exact for a program, harmless on a terminal.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      default:
        if scalar.isVisible {
          result.unicodeScalars.append(scalar)
        } else {
          for unit in String(scalar).utf16 {
            result += "\\u" + Encodings.hexadecimal(unit, digits: 4)
          }
        }
      }
    }
    return result + "\""
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral
{
  init(stringLiteral value: String) { self = .string(value) }
  init(arrayLiteral elements: JSON...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(integerLiteral value: Int64) { self = .integer(value) }
}
