public import MigratorEngine
import MigratorSchema

extension Losses {
  /// Returns a line for each loss, data first: `LOSES 812 rows of player, the table is dropped`.
  ///
  /// Broken objects are not listed here; a report contains them as warnings.
  ///
  /// - Parameter isDone: True if the loss has happened, false if it is predicted:
  ///   `LOST 812 rows`.
  /// - Returns: The lines.
  public func lines(isDone: Bool = false) -> [TextLine] {
    list.filter { $0.severity != .warning }.map { $0.line(isDone: isDone) }
  }

  /// Returns a phrase for each kind: `loses 8,120 rows`, `1 unique index not re-created`.
  ///
  /// - Parameters:
  ///   - isDone: True if the loss has happened, false if it is predicted: `lost 8,120 rows`.
  ///   - isLoud: True for capital verbs, where only a few words are shown: `LOSES 8,120 rows`.
  /// - Returns: The phrases.
  public func summary(isDone: Bool = false, isLoud: Bool = false) -> [String] {
    let former = all.compactMap { if case .former = $0 { $0.words } else { nil } }
    let verbs = isDone ? ["lost", "dropped"] : ["loses", "drops"]
    let (loses, drops) =
      isLoud ? (verbs[0].uppercased(), verbs[1].uppercased()) : (verbs[0], verbs[1])
    let counts = list.reduce(into: [Loss.Kind: [String: Int64]]()) { counts, loss in
      if case .former = loss { return }
      counts[loss.kind, default: [:]][loss.noun, default: 0] += loss.size
      // For a dropped table with rows, the list contains only the loss of the rows.
      if case .rows(_, _, .tableDropped) = loss {
        counts[.table, default: [:]]["table", default: 0] += 1
      }
    }
    return (former.isEmpty ? [] : ["\(loses) \(former.joined(separator: ", "))"])
      + Loss.Kind.summarized.flatMap { kind in
        (counts[kind] ?? [:]).sorted { $0.key < $1.key }.map { noun, count in
          let number = Format.count(count, noun)
          return switch kind {
          case .rows, .values: "\(loses) \(number)"
          case .unseen: "values of \(number) not compared"
          case .column, .table: "\(drops) \(number)"
          default: "\(number) not re-created"
          }
        }
      }
  }

  package var ruleWord: String? {
    let nouns = list(of: .rule).map(\.noun)
    let isUnique = nouns.contains { $0.hasPrefix("unique") }
    return isUnique ? "unique" : nouns.first
  }
}

extension Loss.Kind {
  fileprivate static let summarized: [Self] =
    [rows, values, unseen, column]
    + allCases.filter { ![rows, values, unseen, column].contains($0) && $0.severity != .warning }

  /// The text that accepts losses of this kind: `lose 812 rows`.
  func consentWords(_ count: Int64) -> String {
    switch self {
    case .unseen: "change \(count) \(count == 1 ? "table" : "tables") unseen"
    default: "lose \(count) \(noun)\(count == 1 ? "" : "s")"
    }
  }

  fileprivate var noun: String {
    switch self {
    case .rows: "row"
    case .values: "value"
    case .table, .unseen: "table"
    case .column, .object, .uniqueKey, .constraint, .broken: rawValue
    }
  }
}

extension Loss {
  /// The loss as a phrase: `812 rows of player, the table is dropped`.
  public var words: String {
    switch self {
    case .rows(let table, let count, let way):
      "\(Format.count(count, "row")) of \(table), \(way.words)"
    case .values(let table, let column, let lost):
      "\(Format.count(lost.count, "value")) of \(table).\(column): \(lost.words)"
    case .keys(let table, let column, let count):
      "\(Format.count(count, "key")) of \(table).\(column), reassigned: rows that refer to them, "
        + "even without a foreign key, now refer to other rows or none"
    case .references(let table, let column, let parent, let count):
      "\(Format.count(count, "reference")) of \(table).\(column) to \(parent): its keys were "
        + "reassigned, so they now refer to other rows or none"
    case .table(let name, let isEmpty):
      "table \(name), \(isEmpty ? "which has no rows" : "whose rows were not counted")"
    case .column(let table, let name, nil):
      "column \(name) of \(table), whose values were not counted"
    case .column(let table, let name, let values?):
      "column \(name) of \(table), "
        + (values == 0 ? "without a value" : "with \(Format.count(values, "value"))")
    case .unseen(let table, let reason):
      "values of \(table), which may have changed" + (reason.map { ": \($0.words)" } ?? "")
    case .unseenColumns(let table, let columns):
      "column\(columns.count == 1 ? "" : "s") \(columns.joined(separator: ", ")) of \(table), which "
        + "statements read: without rows, migtui cannot determine whether "
        + (columns.count == 1 ? "it was copied" : "they were copied")
    case .object(let kind, let name): "\(kind) \(name.listed), not re-created"
    case .uniqueKey(let table, let words):
      "\(words) of \(table): allows duplicates"
    case .constraint(let table, let column, let words):
      "\(words) of \(table)\(column.map { ".\($0)" } ?? ""), not re-created"
    case .broken(_, _, let sentence): sentence
    case .former(let kind, let name, let count):
      count.map { Format.count($0, kind.noun) }
        ?? [kind == .object ? nil : kind.noun, name].compactMap { $0 }.joined(separator: " ")
    }
  }

  /// A noun for the lost object, of one or two words: `row`, `unique index`.
  fileprivate var noun: String {
    if case .object(let kind, _) = self { kind } else { kind.noun }
  }

  /// Returns the loss as a line: `LOSES 812 rows of player, the table is dropped`.
  ///
  /// The first piece is the word `LOSES`, `LOST`, `UNSEEN` or `warning:`, so that a table can show it in a
  /// column.
  ///
  /// - Parameter isDone: True if the loss has happened, false if it is predicted:
  ///   `LOST 812 rows`.
  /// - Returns: The line.
  public func line(isDone: Bool = false) -> TextLine {
    let word =
      severity == .warning
      ? "warning:" : certainty == .possible ? "UNSEEN" : isDone ? "LOST" : "LOSES"
    let role: TextLine.Role = severity == .data ? .danger : .warning
    return TextLine(word, role).adding(" \(words)", role)
  }
}

extension Loss.Way {
  fileprivate var words: String {
    switch self {
    case .deleted: "deleted"
    case .cascade: ChangedRow.cascadeWords
    case .tableDropped: "the table is dropped"
    }
  }
}

extension Loss.Values {
  /// Describes how values are lost: `25 overwritten (20 cut, 3 rounded), 12 now NULL`.
  var words: String {
    var parts: [String] = []
    let ways = [(cut, ValueDifference.cut), (rounded, .rounded), (retyped, .retyped)]
      .filter { $0.0 > 0 }.map { "\(Format.number($0.0)) \($0.1.words)" }.joined(separator: ", ")
    if overwritten > 0 {
      parts.append(
        "\(Format.number(overwritten)) overwritten" + (ways.isEmpty ? "" : " (\(ways))"))
    }
    if nulled > 0 { parts.append("\(Format.number(nulled)) now NULL") }
    return parts.joined(separator: ", ")
  }
}
