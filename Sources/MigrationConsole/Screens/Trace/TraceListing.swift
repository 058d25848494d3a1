import MigratorEngine
import TerminalUI

/// The rows of a traced migration: the lines of its file, or the statements of its code so far.
struct TraceListing: Sendable {
  /// The lines, each with its number and a margin of three columns.
  private(set) var lines: [StyledLine] = []
  /// The line of the file that each row shows, or the number of the statement.
  private var numbers: [Int?] = []
  /// The statements that begin on a line.
  private var starts: [Int: [Int]] = [:]
  /// The lines on which statements begin, in order.
  private var places: [Int] = []

  /// Lists a file.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  init(_ script: SQLScript) {
    lines = SQLText.numbered(script, failedLine: nil)
    places = ((try? script.statements()) ?? []).map(\.location.line)
    for (index, line) in places.enumerated() { starts[line, default: []].append(index) }
    guard let excerpt = SQLExcerpt(of: script.source) else {
      numbers = Array(1..<lines.count + 1)
      return
    }
    // Three rows stand for what is not shown between the beginning and the end.
    let tail = SafeText.lines(excerpt.tail).count
    let head = lines.count - 3 - tail
    let after = head + excerpt.hiddenLines
    numbers = Array(1..<head + 1) + [nil, nil, nil] + Array(after + 1..<after + tail + 1)
  }

  /// Lists the statements that code ran so far, and the one that it is about to run.
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

  /// Lists nothing.
  init() {}

  /// The statements that begin on a row.
  func statements(at row: Int) -> [Int] {
    guard numbers.indices.contains(row), let number = numbers[row] else { return [] }
    return starts[number] ?? []
  }

  /// The statement that a row belongs to: the first that begins there, or the last above.
  func statement(around row: Int) -> Int {
    if let first = statements(at: row).first { return first }
    let above = numbers.prefix(row + 1).last { $0 != nil } ?? nil
    return max(0, places.count { $0 <= above ?? 0 } - 1)
  }

  /// The row on which a statement begins, or `nil` when it is not shown.
  func row(of statement: Int) -> Int? {
    guard places.indices.contains(statement) else { return nil }
    return numbers.firstIndex(of: places[statement])
  }
}
