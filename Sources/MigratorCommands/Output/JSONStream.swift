/// A JSON object with one long list, which is printed without keeping it in memory.
struct JSONStream {
  private var isEmpty = true

  /// Prints the beginning: the members before the list, and the name of the list.
  init(_ head: [(String, JSON)], list: String) {
    Self.write("{\n")
    for (name, value) in [JSON.version] + head {
      Self.write("  \(JSON.member(name, value, indent: "  ")),\n")
    }
    Self.write("  \(JSON.string(list).text()): [")
  }

  /// Prints an element of the list; prints nothing of it if the check throws.
  mutating func add(_ element: JSON, check: () throws -> Void) rethrows {
    let text = try element.text(indent: "    ", check: check)
    Self.write(isEmpty ? "\n    " : ",\n    ")
    Self.write(text)
    isEmpty = false
  }

  /// Prints the end: the members after the list.
  func end(_ tail: [(String, JSON)]) {
    Self.write(isEmpty ? "]" : "\n  ]")
    for (name, value) in tail { Self.write(",\n  \(JSON.member(name, value, indent: "  "))") }
    Self.write("\n}\n")
  }

  private static func write(_ text: String) { Printer.writeRaw(text) }
}
