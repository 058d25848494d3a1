import MigratorEngine
import TerminalUI

/// The rows of a traced migration: the lines of its file, or the statements that its code has run.
struct TraceListing: Sendable {
  /// The lines; a number and a margin of three columns precede each.
  private(set) var lines: [StyledLine] = []
  /// The line number in the file, or the number of the statement, for each row.
  private var numbers: [Int?] = []
  /// The statements that start on a line.
  private var starts: [Int: [Int]] = [:]
  /// The line of each statement, in order.
  private var places: [Int] = []

  /// Lists a file.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  init(_ script: SQLScript) {
    lines = SQLText.numbered(script, failedLine: nil)
    places = ((try? script.statements()) ?? ScriptStatements()).map(\.location.line)
    for (index, line) in places.enumerated() { starts[line, default: []].append(index) }
    guard let excerpt = SQLExcerpt(of: script.source) else {
      numbers = Array(1..<lines.count + 1)
      return
    }
    // Three rows replace the hidden lines between the head and the tail.
    let tail = SafeText.lines(excerpt.tail).count
    let head = lines.count - 3 - tail
    let after = head + excerpt.hiddenLines
    numbers = Array(1..<head + 1) + [nil, nil, nil] + Array(after + 1..<after + tail + 1)
  }

  init(code statements: [String]) {
    let digits = String(statements.count).count
    for (index, sql) in statements.enumerated() {
      let number = String(index + 1)
      let pad = String(repeating: " ", count: digits - number.count)
      var line = StyledLine(pad + number, .dim).adding("   ", .dim)
      line.spans += (SQLText.highlighted(sql).first ?? StyledLine()).spans
      lines.append(line)
    }
    numbers = Array(1..<statements.count + 1)
    places = Array(1..<statements.count + 1)
    for index in statements.indices { starts[index + 1] = [index] }
  }

  init() {}

  func statements(at row: Int) -> [Int] {
    guard numbers.indices.contains(row), let number = numbers[row] else { return [] }
    return starts[number] ?? []
  }

  /// The statement of a row: the first that starts there, or else the last one above.
  func statement(around row: Int) -> Int {
    if let first = statements(at: row).first { return first }
    let above = numbers.prefix(row + 1).last { $0 != nil } ?? nil
    return max(0, places.count { $0 <= above ?? 0 } - 1)
  }

  /// The row where a statement starts, or `nil` if that row is hidden.
  func row(of statement: Int) -> Int? {
    guard places.indices.contains(statement) else { return nil }
    return numbers.firstIndex(of: places[statement])
  }
}
