/// Text in lines of at most 80 columns.
enum HelpLayout {
  static let width = 80
  /// The longest term that has its description on the same line.
  private static let longestTerm = 36

  /// Wraps a paragraph.
  ///
  /// - Parameters:
  ///   - text: The paragraph.
  ///   - indent: The indentation of the first line.
  ///   - hanging: The indentation of the other lines.
  /// - Returns: The lines.
  static func wrapped(_ text: String, indent: Int = 0, hanging: Int? = nil) -> [String] {
    let hanging = spaces(hanging ?? indent)
    var lines: [String] = []
    var line = spaces(indent)
    var isEmpty = true
    for word in text.split(separator: " ") {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        (line, isEmpty) = (hanging, true)
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return isEmpty ? lines : lines + [line]
  }

  /// A table of two columns; a long term is printed above its description.
  static func table(_ rows: [CommandHelp.Row], indent: Int = 2, column: Int? = nil) -> [String] {
    let widest = rows.map(\.term.count).filter { $0 <= longestTerm }.max() ?? longestTerm
    let column = column ?? indent + widest + 2
    return rows.flatMap { row -> [String] in
      let term = spaces(indent) + row.term
      var lines = wrapped(row.meaning, indent: column)
      guard term.count + 2 <= column, !lines.isEmpty else { return [term] + lines }
      lines[0] = term + lines[0].dropFirst(term.count)
      return lines
    }
  }

  static func section(_ section: CommandHelp.Section) -> [String] {
    ["\(section.title):"] + paragraphs(section.text, indent: 2) + table(section.rows)
  }

  /// Paragraphs, one per line of the text; items of a list have a hanging indentation.
  static func paragraphs(_ text: String, indent: Int = 0) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
      if line.isEmpty { return text.isEmpty ? [] : [""] }
      if line.hasPrefix(" ") { return [spaces(indent) + line] }
      let mark = line.prefixMatch(of: #/[0-9]+\. |- /#)?.output.count ?? 0
      return wrapped(String(line), indent: indent, hanging: indent + mark)
    }
  }

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
