/// A JSON object with one long list, which is printed without keeping it in memory.
///
/// Output is collected and written in blocks, because there may be millions of elements.
struct JSONStream {
  private static let blockSize = 65_536

  private var isEmpty = true
  private var block: [UInt8] = []

  /// Prints the beginning: the members before the list, and the name of the list.
  init(_ head: [(String, JSON)], list: String) {
    block += "{\n".utf8
    for (name, value) in JSON.head + head {
      block += "  \(JSON.member(name, value, indent: "  ")),\n".utf8
    }
    block += "  \(JSON.string(list).text()): [".utf8
  }

  /// Prints an element of the list; prints nothing of it if the check throws.
  mutating func add(_ element: JSON, check: () throws -> Void) rethrows {
    let start = block.count
    block += (isEmpty ? "\n    " : ",\n    ").utf8
    do {
      try element.write(to: &block, indent: 4, check: check)
    } catch {
      block.removeSubrange(start...)
      throw error
    }
    isEmpty = false
    if block.count >= Self.blockSize { flush() }
  }

  mutating func end(_ tail: [(String, JSON)]) {
    block += (isEmpty ? "]" : "\n  ]").utf8
    for (name, value) in tail + JSON.tail {
      block += ",\n  \(JSON.member(name, value, indent: "  "))".utf8
    }
    block += "\n}\n".utf8
    flush()
  }

  private mutating func flush() {
    Printer.writeRaw(block)
    block.removeAll(keepingCapacity: true)
  }
}
