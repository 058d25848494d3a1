import MigratorEngine
import MigratorSchema
import TerminalUI

extension SchemaDiff.Summary {
  /// The summary in one line, or, where that would be broken, a line for each change.
  func lines(width: Int, _ role: Role = .normal) -> [StyledLine] {
    if SafeText(line).width <= width { return [StyledLine(line, role)] }
    return paragraph("\(table):", width: width, role)
      + words.flatMap { paragraph($0.line, width: width - 2, role).map { $0.indented(by: 2) } }
  }
}

/// SQL as styled lines.
enum SQLText {
  /// A script with line numbers and light highlighting, the line of an error marked; what its tool
  /// does not run of it is dim.
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

  /// SQL with line numbers and light highlighting, the line of an error marked.
  ///
  /// - Complexity: O(*n*) for *n* characters.
  static func numbered(_ sql: String, failedLine: Int? = nil) -> [StyledLine] {
    guard let excerpt = SQLExcerpt(of: sql) else {
      let lines = highlighted(sql)
      return numbered(lines, from: 1, digits: String(lines.count).count, failedLine: failedLine)
    }
    // The end is not highlighted: it may begin within a string or a comment.
    let tail = SafeText.lines(excerpt.tail).map { text in
      var line = StyledLine()
      line.add(text)
      return line
    }
    let head = highlighted(excerpt.head)
    let last = head.count + excerpt.hiddenLines + tail.count
    let digits = String(last).count
    return numbered(head, from: 1, digits: digits, failedLine: failedLine)
      + [StyledLine(), StyledLine(excerpt.note, .warning), StyledLine()]
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
      return result
    }
  }

  /// SQL with light highlighting, a styled line for each line of the text.
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
      // A comment ends before its line does: the other half of a CRLF is no part of it.
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

/// Changes of a schema as styled lines.
enum ChangeText {
  /// A change in words, then as a line diff: before beside after where there is room for it; a
  /// width of `nil` has none.
  static func lines(
    of change: SchemaChange, sides: (before: String, after: String) = ("before", "after"),
    width: Int? = nil
  ) -> [StyledLine] {
    var lines: [StyledLine] = []
    if change.isTextOnly {
      lines.append(
        StyledLine("Written otherwise, means the same: white space, quoting or comments.", .dim))
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

  /// Whether a change is shown before beside after: what is new or gone has one side only.
  ///
  /// Text that is copied or written to a file has no width that counts.
  static func isSideBySide(_ change: SchemaChange, width: Int) -> Bool {
    guard case .changed = change else { return false }
    return (SideBySide.leastWidth..<10_000).contains(width)
  }
}

extension SchemaWords.Sign {
  /// How the terminal shows it.
  var role: Role {
    switch self {
    case .added: .added
    case .removed: .removed
    case .changed: .changed
    }
  }
}
