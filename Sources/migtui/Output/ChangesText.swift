import MigratorSchema

/// Differences of schemas, as text and as JSON.
enum ChangesText {
  /// The differences: the summary of each table, then each object with its line diff.
  static func lines(_ diff: SchemaDiff, showsLines: Bool) -> [String] {
    guard showsLines else { return diff.summaryLines }
    return diff.summaryLines
      + diff.changes.flatMap { change -> [String] in
        let text = change.isTextOnly ? "  (only the text differs)" : ""
        return ["", "\(change.sign) \(change.kind.rawValue) \(change.name)\(text)"]
          + change.details.map { "  \($0)" } + lines(change.lineDiff)
      }
  }

  private static func lines(_ diff: LineDiff) -> [String] {
    diff.lines.map { line in
      switch line.kind {
      case .same: "      \(line.text)"
      case .removed: "    - \(line.text)"
      case .added: "    + \(line.text)"
      }
    }
  }

  static func json(_ diff: SchemaDiff) -> JSON {
    [
      "summary": .array(diff.summaryLines.map { .string($0) }),
      "changes": .array(diff.changes.map(json)),
    ]
  }

  private static func json(_ change: SchemaChange) -> JSON {
    let texts: (before: String?, after: String?) =
      switch change {
      case .added(let object): (nil, object.sql)
      case .removed(let object): (object.sql, nil)
      case .changed(let before, let after): (before.sql, after.sql)
      }
    let words = ["+": "added", "-": "removed", "~": "changed"]
    return [
      "change": .string(words[change.sign] ?? change.sign),
      "kind": .string(change.kind.rawValue),
      "name": .string(change.name),
      "table": .string(change.object.tableName),
      "textOnly": .bool(change.isTextOnly),
      "details": .array(change.details.map { .string($0) }),
      "before": .optional(texts.before),
      "after": .optional(texts.after),
    ]
  }
}
