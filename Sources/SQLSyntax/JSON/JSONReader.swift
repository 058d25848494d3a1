/// Reads JSON (RFC 8259) and records the location of each value.
package struct JSONReader {
  private let file: String
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var line = 1
  private var lineStart = 0
  private var depth = 0

  /// Parses a JSON document.
  ///
  /// - Throws: ``JSONProblem`` for invalid JSON; its location names `file`.
  package static func read(_ text: String, file: String) throws(JSONProblem) -> JSONValue {
    var reader = JSONReader(file: file, scalars: Array(text.unicodeScalars))
    let value = try reader.value()
    reader.skipSpace()
    guard reader.next == nil else {
      throw reader.problem("there is text after the end of the JSON")
    }
    return value
  }

  private init(file: String, scalars: [Unicode.Scalar]) {
    self.file = file
    self.scalars = scalars
    if scalars.first == "\u{FEFF}" { index = 1 }
  }

  private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private var location: ScriptLocation {
    ScriptLocation(file: file, line: line, column: index - lineStart + 1, offset: index)
  }

  private func problem(_ message: String, at place: ScriptLocation? = nil) -> JSONProblem {
    JSONProblem(location: place ?? location, message: message)
  }

  private mutating func skipSpace() {
    while let scalar = next, [" ", "\t", "\r", "\n"].contains(scalar) {
      index += 1
      if scalar == "\n" { (line, lineStart) = (line + 1, index) }
    }
  }

  private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == scalar else { return false }
    index += 1
    return true
  }

  private mutating func value() throws(JSONProblem) -> JSONValue {
    skipSpace()
    let place = location
    // No settings file is nested this deeply; the limit prevents a stack overflow.
    guard depth < 20 else { throw problem("the JSON is nested too deeply") }
    depth += 1
    defer { depth -= 1 }
    switch next {
    case "{": return JSONValue(kind: .object(try object()), location: place)
    case "[": return JSONValue(kind: .list(try list()), location: place)
    case "\"": return JSONValue(kind: .text(try text()), location: place)
    default: return JSONValue(kind: try word(), location: place)
    }
  }

  private mutating func object() throws(JSONProblem) -> [JSONValue.Member] {
    index += 1
    var members: [JSONValue.Member] = []
    if skip("}") { return members }
    repeat {
      skipSpace()
      let place = location
      guard next == "\"" else { throw problem("expected a name in double quotes") }
      let name = try text()
      guard !members.contains(where: { $0.name == name }) else {
        throw problem("the key \"\(name)\" is given twice", at: place)
      }
      guard skip(":") else { throw problem("expected a colon") }
      members.append(JSONValue.Member(name: name, location: place, value: try value()))
    } while skip(",")
    guard skip("}") else { throw problem("expected a comma or }") }
    return members
  }

  private mutating func list() throws(JSONProblem) -> [JSONValue] {
    index += 1
    var values: [JSONValue] = []
    if skip("]") { return values }
    repeat { values.append(try value()) } while skip(",")
    guard skip("]") else { throw problem("expected a comma or ]") }
    return values
  }

  private mutating func word() throws(JSONProblem) -> JSONValue.Kind {
    let start = index
    let place = location
    while let scalar = next,
      scalar.properties.isAlphabetic || "+-.0123456789".unicodeScalars.contains(scalar)
    {
      index += 1
    }
    var word = String.UnicodeScalarView()
    word.append(contentsOf: scalars[start..<index])
    switch String(word) {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    case let number where Double(number) != nil: return .number(number)
    default: throw problem("expected a value", at: place)
    }
  }

  private mutating func text() throws(JSONProblem) -> String {
    let place = location
    index += 1
    var units: [UInt16] = []
    while let scalar = next, scalar != "\"" {
      guard scalar.value >= 0x20 else {
        throw problem("the string has no closing quote", at: place)
      }
      index += 1
      if scalar == "\\" {
        units.append(try escaped())
      } else {
        units += Array(String(scalar).utf16)
      }
    }
    guard skip("\"") else { throw problem("the string has no closing quote", at: place) }
    return String(decoding: units, as: UTF16.self)
  }

  private mutating func escaped() throws(JSONProblem) -> UInt16 {
    let simple: [Unicode.Scalar: UInt16] = [
      "\"": 0x22, "\\": 0x5C, "/": 0x2F, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9,
    ]
    let place = location
    guard let scalar = next else { throw problem("the string has no closing quote") }
    index += 1
    if let unit = simple[scalar] { return unit }
    let digits = scalars[index...].prefix(4).map { String($0) }.joined()
    guard scalar == "u", digits.utf8.count == 4, let unit = UInt16(digits, radix: 16) else {
      throw problem("this escape sequence is not valid in JSON", at: place)
    }
    index += 4
    return unit
  }
}
