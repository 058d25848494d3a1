/// A JSON object with one long list, which is printed without keeping it in memory.
///
/// Output is collected and written in blocks, because there may be millions of elements.
struct JSONStream {
  private static let blockSize = 65_536

  private var writer = JSONWriter()

  /// Prints the beginning: the members before the list, and the name of the list.
  init(_ head: [(String, JSON)], list: String) {
    writer.begin("{")
    for (name, value) in JSON.head + head { writer.member(name, value) }
    writer.name(list)
    writer.begin("[")
  }

  /// Prints an element of the list, which the closure writes; prints nothing if the closure throws.
  mutating func add(_ element: (inout JSONWriter) throws -> Void) rethrows {
    let start = writer.mark
    writer.element()
    do {
      try element(&writer)
    } catch {
      writer.goBack(to: start)
      throw error
    }
    if writer.bytes.count >= Self.blockSize { flush() }
  }

  mutating func end(_ tail: [(String, JSON)]) {
    writer.end("]")
    for (name, value) in tail + JSON.tail { writer.member(name, value) }
    writer.end("}")
    writer.endLine()
    flush()
  }

  private mutating func flush() {
    Printer.writeRaw(writer.bytes)
    writer.removeAll()
  }
}
