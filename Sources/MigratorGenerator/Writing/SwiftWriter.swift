/// Lines of Swift source, formatted like `swift format`.
struct SwiftWriter {
  static let width = 100

  private(set) var lines: [String] = []
  private var indent = 0

  var text: String { lines.map { $0 + "\n" }.joined() }

  var margin: Int { indent }

  mutating func add(_ line: String) {
    lines.append(line.isEmpty ? "" : String(repeating: " ", count: indent) + line)
  }

  mutating func addRaw(_ lines: [String]) { self.lines += lines }

  /// Adds an empty line, except after another one or at the start of a block.
  mutating func addSpace() {
    if let last = lines.last, !last.isEmpty, !last.hasSuffix("{") { lines.append("") }
  }

  mutating func document(_ text: String) {
    let room = Self.width - indent - 4
    let line = SwiftLiteral.plainLine(text, width: room)
    add("/// " + (line.hasSuffix("…") ? SwiftLiteral.plainLine(text, width: room - 1) + "." : line))
  }

  mutating func indented(_ body: (inout SwiftWriter) -> Void) {
    indent += 2
    body(&self)
    indent -= 2
  }

  mutating func block(_ head: String, _ body: (inout SwiftWriter) -> Void) {
    add(head + " {")
    indented(body)
    if lines.last?.isEmpty == true { lines.removeLast() }
    add("}")
  }

  mutating func function(
    _ head: String, _ parameters: [String], _ tail: String, _ body: (inout SwiftWriter) -> Void
  ) {
    let line = "\(head)(\(parameters.joined(separator: ", ")))\(tail) {"
    if fits(line) {
      add(line)
    } else {
      add(head + "(")
      indented { $0.fill(parameters.separated) }
      add(")\(tail) {")
    }
    indented(body)
    add("}")
  }

  mutating func call(_ head: String, _ arguments: [Argument], _ tail: String = "") {
    let line = "\(head)(\(arguments.map(\.line).joined(separator: ", ")))\(tail)"
    if fits(line) || arguments.isEmpty {
      add(line)
      return
    }
    add(head + "(")
    indented { text in
      if arguments.allSatisfy({ text.fits($0.line + ",") }) {
        text.fill(arguments.map(\.line).separated, last: ")" + tail)
        return
      }
      for (index, argument) in arguments.enumerated() {
        text.add(argument, end: index + 1 < arguments.count ? "," : ")" + tail)
      }
    }
  }

  mutating func list(_ head: String, _ items: [String], _ tail: String = "") {
    add(Argument(head, items), end: tail)
  }

  struct Argument {
    let head: String
    let items: [String]?

    init(_ expression: String) { (head, items) = (expression, nil) }

    init(_ head: String, _ items: [String]) { (self.head, self.items) = (head, items) }

    var line: String { items.map { "\(head)[\($0.joined(separator: ", "))]" } ?? head }
  }

  private mutating func add(_ argument: Argument, end: String) {
    if fits(argument.line + end) || argument.items == nil {
      add(argument.line + end)
      return
    }
    add(argument.head + "[")
    indented { $0.fill((argument.items ?? []).map { $0 + "," }) }
    add("]" + end)
  }

  private mutating func fill(_ words: [String], last: String = "") {
    var line = ""
    for (index, word) in words.enumerated() {
      let word = index + 1 == words.count ? word + last : word
      if !line.isEmpty, !fits("\(line) \(word)") {
        add(line)
        line = word
      } else {
        line += (line.isEmpty ? "" : " ") + word
      }
    }
    if !line.isEmpty { add(line) }
  }

  /// `swift format` wraps lists and calls one column early; this type wraps everything that way.
  private func fits(_ line: String) -> Bool { indent + line.count < Self.width }
}

extension [String] {
  fileprivate var separated: [String] {
    enumerated().map { $0.offset + 1 < count ? $0.element + "," : $0.element }
  }
}
