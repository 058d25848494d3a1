import MigrationConsole
import MigratorEngine
import MigratorPlatform
import MigratorSession

enum ChangedRowsText {
  static func markdown(_ steps: [StepReport]) -> [String] {
    steps.flatMap { step in step.changedRows.flatMap { Markdown.lines(of: $0, in: step) } }
  }

  /// Prints the rows in a format for programs; they are sanitized only if standard output is a
  /// terminal.
  static func print(_ steps: [StepReport], as format: ChangedRowsFormat) {
    let text =
      switch format {
      case .csv: StepReport.changedRowsHeader + steps.map(\.changedRowsCSV).joined()
      case .sql, .markdown: steps.map(\.changedRowsSQL).joined()
      }
    if StandardStream.output.isTerminal {
      Printer.script(text)
    } else {
      Printer.writeRaw(text)
    }
    // The SQL format reports this in comments.
    guard format == .csv else { return }
    for step in steps {
      for list in step.changedRows where list.omitted > 0 {
        Printer.warn(
          "\(Format.count(list.omitted, "changed row")) of \(list.table) in \(step.identifier) "
            + "are not listed, because the list is limited.")
      }
    }
  }

  static func json(_ list: ChangedRows) -> JSON {
    guard list.obstacle == nil else {
      return ["known": false, "reason": .optional(list.obstacle?.rawValue)]
    }
    return [
      "known": true, "inserted": .integer(list.inserted), "deleted": .integer(list.deleted),
      "updated": .integer(list.updated), "omitted": .integer(list.omitted),
      "key": .strings(list.key), "rows": .array(list.rows.map { json($0, in: list) }),
    ]
  }

  private static func json(_ row: ChangedRow, in list: ChangedRows) -> JSON {
    let values = Array(zip(list.columns, row.values))
    func side(
      _ name: KeyPath<ChangedRows.Column, String?>, _ value: KeyPath<ChangedValue, ValueExcerpt?>
    ) -> JSON {
      let members = values.compactMap { column, pair in
        pair[keyPath: value].flatMap { excerpt in
          column[keyPath: name].map { ($0, json(excerpt)) }
        }
      }
      return members.isEmpty ? .null : .object(members)
    }
    return [
      "change": .string(row.kind.rawValue), "key": .array(row.key.map { json(ValueExcerpt($0)) }),
      "byCascade": row.isCascade.map { .bool($0) } ?? .null, "before": side(\.before, \.before),
      "after": side(\.after, \.after),
      "differences": .object(
        values.compactMap { column, value in
          value.difference.map { (column.name, .string($0.rawValue)) }
        }),
    ]
  }

  /// A value with its type; blobs, invalid Unicode and incomplete values become objects.
  static func json(_ excerpt: ValueExcerpt) -> JSON {
    let length = excerpt.fullLength.map { [("bytes", JSON.integer(Int64($0)))] } ?? []
    if let bytes = excerpt.value.invalidText {
      return .object([("textBytes", .string(Encodings.hexadecimal(bytes)))] + length)
    }
    switch excerpt.value.storage {
    case .null: return .null
    case .int64(let number): return .integer(number)
    case .double(let number):
      return number.isFinite ? .number(number) : ["real": .string(String(number))]
    case .string(let text):
      return excerpt.isWhole ? .string(text) : .object([("cut", .string(text))] + length)
    case .blob(let bytes):
      return .object([("blob", .string(Encodings.hexadecimal(bytes)))] + length)
    }
  }
}
