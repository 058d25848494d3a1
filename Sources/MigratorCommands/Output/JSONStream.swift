/// A JSON object with one long list, printed as it is found: nothing of it is kept.
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

  /// Prints an element of the list, all of it or nothing where it throws, as the check does when the work is
  /// to stop.
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
