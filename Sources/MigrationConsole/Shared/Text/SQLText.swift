import MigratorEngine
import MigratorSchema
import MigratorSession
import TerminalUI

extension SchemaDiff.Summary {
  /// The summary in one line, or one line per change if it is wider than `width`.
  func lines(width: Int, _ role: Role = .normal) -> [StyledLine] {
    if SafeText(line).width <= width { return [StyledLine(line, role)] }
    return paragraph("\(table):", width: width, role)
      + words.flatMap { paragraph($0.line, width: width - 2, role).map { $0.indented(by: 2) } }
  }
}

enum SQLText {
  /// A script with line numbers and light highlighting, and the failed line marked.
  ///
  /// Lines that the tool does not run are dim.
  ///
  /// - Complexity: O(*n*) for *n* characters.
  static func numbered(_ script: SQLScript, failedLine: Int?) -> [StyledLine] {
    var lines = numbered(script.source, failedLine: failedLine)
    guard script.text != script.source, SQLExcerpt(of: script.source) == nil else { return lines }
    let source = script.source.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    let run = script.text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, pair) in zip(source, run).enumerated() where index < lines.count {
      let isBlank = pair.1.allSatisfy { $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }
      guard isBlank, !pair.0.elementsEqual(pair.1) else { continue }
      lines[index].spans = lines[index].spans.map {
        StyledLine.Span(text: $0.text, style: Style(.dim))
      }
    }
    return lines
  }

  /// SQL with line numbers and light highlighting, and the failed line marked.
  ///
  /// - Complexity: O(*n*) for *n* characters.
  static func numbered(_ sql: String, failedLine: Int? = nil) -> [StyledLine] {
    guard let excerpt = SQLExcerpt(of: sql) else {
      let lines = highlighted(sql)
      return numbered(lines, from: 1, digits: String(lines.count).count, failedLine: failedLine)
    }
    // The tail is not highlighted: it may start inside a string or a comment.
    let tail = SafeText.lines(excerpt.tail).map { text in
      var line = StyledLine()
      line.add(text)
      return line
    }
    let head = highlighted(excerpt.head)
    let last = head.count + excerpt.hiddenLines + tail.count
    let digits = String(last).count
    return numbered(head, from: 1, digits: digits, failedLine: failedLine)
      + [StyledLine()] + paragraph(excerpt.note, width: .max, .warning) + [StyledLine()]
      + numbered(
        tail, from: last - tail.count + 1, digits: digits, failedLine: failedLine)
  }

  private static func numbered(
    _ lines: [StyledLine], from first: Int, digits: Int, failedLine: Int?
  ) -> [StyledLine] {
    lines.enumerated().map { index, line in
      let number = String(first + index)
      let pad = String(repeating: " ", count: digits - number.count)
      let isFailed = failedLine == first + index
      var result = StyledLine(pad + number, isFailed ? .danger : .dim, bold: isFailed)
      result.add(isFailed ? " ! " : "   ", isFailed ? .danger : .dim, bold: isFailed)
      result.spans += line.spans
      result.fixedColumns = digits + 3
      return result
    }
  }

  static func highlighted(_ sql: String) -> [StyledLine] {
    var lines = [StyledLine()]
    for token in SQLTokenizer.tokens(of: sql) {
      let role: Role =
        switch token.kind {
        case .keyword: .keyword
        case .string, .blob: .string
        case .number: .number
        case .comment: .comment
        default: .normal
        }
      // A comment token includes the CR of a CRLF, but not the LF.
      let isHalved = token.kind == .comment && token.text.utf8.last == 0x0D
      let text = isHalved ? token.text.utf8.dropLast() : token.text.utf8[...]
      let pieces = text.split(separator: 0x0A, omittingEmptySubsequences: false)
      for (index, piece) in pieces.enumerated() {
        if index > 0 { lines.append(StyledLine()) }
        let ending = index < pieces.count - 1 ? "\n" : ""
        guard let text = SafeText.lines(String(Substring(piece)) + ending).first, !text.isEmpty
        else { continue }
        lines[lines.count - 1].add(text, role)
      }
    }
    if lines.count > 1, lines[lines.count - 1].spans.isEmpty { lines.removeLast() }
    return lines
  }
}

enum ChangeText {
  /// A change in words, then as a line diff: side by side if `width` allows it, otherwise unified.
  ///
  /// A `nil` width gives a unified diff.
  static func lines(
    of change: SchemaChange, sides: (before: String, after: String) = ("before", "after"),
    width: Int? = nil
  ) -> [StyledLine] {
    var lines: [StyledLine] = []
    if change.isTextOnly {
      lines.append(
        StyledLine("Only white space, quoting or comments differ.", .dim))
      lines.append(StyledLine())
    }
    for detail in change.details { lines.append(StyledLine(detail.line, detail.sign.role)) }
    if !change.details.isEmpty { lines.append(StyledLine()) }
    if let width, isSideBySide(change, width: width) {
      return lines + SideBySide(change.lineDiff).lines(sides, width: width)
    }
    for line in change.lineDiff.lines {
      switch line.kind {
      case .same: lines.append(StyledLine("  " + line.text))
      case .removed: lines.append(StyledLine("- " + line.text, .removed))
      case .added: lines.append(StyledLine("+ " + line.text, .added))
      }
    }
    return lines
  }

  /// True if a change is shown side by side; an added or removed object has only one side.
  ///
  /// Text that is copied or exported has a width of at least 10,000 and is never side by side.
  static func isSideBySide(_ change: SchemaChange, width: Int) -> Bool {
    guard case .changed = change else { return false }
    return (SideBySide.leastWidth..<10_000).contains(width)
  }
}

extension SchemaChangeDescription.Sign {
  var role: Role {
    switch self {
    case .added: .added
    case .removed: .removed
    case .changed: .changed
    }
  }
}

/// The head and the tail of SQL that is too large to show.
///
/// All lines are laid out again on every resize, which would take seconds for megabytes.
struct SQLExcerpt: Sendable, Hashable {
  /// The head; it ends at a line ending if it contains one.
  let head: String
  /// The tail; it starts with a whole line if possible.
  let tail: String
  /// The number of line endings between head and tail.
  let hiddenLines: Int
  let note: String

  private static let headBytes = 160_000
  private static let tailBytes = 20_000

  /// Creates the excerpt of a large text; `nil` if the whole text can be shown.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  init?(of text: String) {
    let bytes = text.utf8
    guard bytes.count > 2 * (Self.headBytes + Self.tailBytes) else { return nil }
    let headLimit = bytes.index(bytes.startIndex, offsetBy: Self.headBytes)
    let tailLimit = bytes.index(bytes.endIndex, offsetBy: -Self.tailBytes)
    let newline = UInt8(ascii: "\n")
    let headEnd = bytes[..<headLimit].lastIndex(of: newline).map { bytes.index(after: $0) }
    let tailStart = bytes[tailLimit...].firstIndex(of: newline).map { bytes.index(after: $0) }
    let first = headEnd ?? headLimit
    let last = tailStart.flatMap { $0 < bytes.endIndex ? $0 : nil } ?? tailLimit
    head = String(decoding: bytes[..<first], as: UTF8.self)
    tail = String(decoding: bytes[last...], as: UTF8.self)
    hiddenLines = bytes[first..<last].count { $0 == newline }
    note =
      "… \(Format.bytes(Int64(bytes[first..<last].count))) in "
      + "\(Format.count(hiddenLines, "line")) not shown; copy to get all lines …"
  }
}

extension SQLText {
  /// The number of characters that are shown as marks.
  ///
  /// - Complexity: O(*n*) for *n* bytes, and fast for plain ASCII.
  static func hiddenCount(_ text: String) -> Int {
    let isPlain = text.utf8.allSatisfy { ($0 >= 0x20 && $0 < 0x7F) || $0 == 0x0A || $0 == 0x09 }
    return isPlain ? 0 : SafeText.lines(text).reduce(0) { $0 + $1.hiddenCount }
  }
}
