import MigratorEngine
import MigratorSession

extension RejectedRows {
  /// The lines for a terminal; a query that the terminal would not show exactly is left out.
  var printedLines: [String] {
    let lines = lines.map(\.plain)
    guard !Printer.isUnchanged(query) else { return lines }
    return lines.dropLast() + [
      "The query for all of these rows contains unprintable characters; use --json."
    ]
  }

  /// The rows in JSON.
  var json: JSON {
    [
      "constraint": .string(constraint.rawValue),
      "table": .string(table),
      "rows": .array(
        entries.map { entry in
          [
            "values": .array(
              entry.fields.map { field in
                [
                  "column": .string(field.column),
                  "value": .string(field.value.sqlLiteral),
                  "isTruncated": .bool(field.fullLength != nil),
                ]
              }),
            "count": entry.count.map { .integer($0) } ?? .null,
          ]
        }),
      "more": .integer(Int64(more)),
      "isComplete": .bool(isComplete),
      "query": .string(query),
    ]
  }
}
