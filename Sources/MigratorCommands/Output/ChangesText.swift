import MigratorSchema

enum ChangesText {
  static func lines(_ diff: SchemaDiff, showsLines: Bool) -> [String] {
    guard showsLines else { return diff.summaryLines }
    return diff.summaryLines
      + diff.changes.flatMap { change -> [String] in
        let text = change.isTextOnly ? "  (same meaning)" : ""
        return ["", "\(change.sign.rawValue) \(change.object.kindWords) \(change.name)\(text)"]
          + change.details.map { "  \($0.line)" } + lines(change.lineDiff)
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
    let (word, before, after): (String, SchemaObject?, SchemaObject?) =
      switch change {
      case .added(let object): ("added", nil, object)
      case .removed(let object): ("removed", object, nil)
      case .changed(let before, let after, _): ("changed", before, after)
      }
    return [
      "change": .string(word),
      "kind": .string(change.kind.rawValue),
      "name": .string(change.name),
      "formerName": .optional(before?.name),
      "table": .string(change.object.tableName),
      "textOnly": .bool(change.isTextOnly),
      "details": .array(change.details.map { .string($0.line) }),
      "differences": .array(differences(of: change).map(json)),
      "unique": .bool(change.object.isUnique),
      "before": .optional(before?.sql),
      "after": .optional(after?.sql),
    ]
  }

  private static func differences(of change: SchemaChange) -> [SchemaDifference] {
    if case .changed(_, _, let differences) = change { return differences }
    return []
  }

  private static func json(_ difference: SchemaDifference) -> JSON {
    func value(_ what: String, _ name: String?, _ change: SchemaDifference.ValueChange) -> JSON {
      let (before, after): (String?, String?) =
        switch change {
        case .added(let text): (nil, text)
        case .removed(let text): (text, nil)
        case .changed(let before, let after): (before, after)
        }
      return [
        "what": .string(what), "name": .optional(name), "before": .optional(before),
        "after": .optional(after),
      ]
    }
    func change(_ what: String, _ before: String, _ after: String) -> JSON {
      value(what, nil, .changed(before: before, after: after))
    }
    switch difference {
    case .renamed(let before, let after): return change("name", before, after)
    case .columnAdded(let name): return value("column", nil, .added(name))
    case .columnRemoved(let name, _): return value("column", nil, .removed(name))
    case .columnRenamed(let before, let after): return change("column", before, after)
    case .columnChanged(let name, let changes):
      return [
        "what": "columnDefinition", "name": .string(name),
        "aspects": .array(changes.map { value("\($0.aspect)", nil, $0.change) }),
      ]
    case .columnOrder(let names):
      return ["what": "columnOrder", "after": .array(names.map { .string($0) })]
    case .constraint(let constraint):
      return value("constraint", constraint.name, constraint.change)
    case .option(let option, let isSet):
      return value("option", nil, isSet ? .added(option.rawValue) : .removed(option.rawValue))
    case .indexedTable(let before, let after): return change("indexedTable", before, after)
    case .indexedColumns(let before, let after):
      return [
        "what": "indexedColumns", "before": .array(before.map { .string($0) }),
        "after": .array(after.map { .string($0) }),
      ]
    case .uniqueness(let isUnique):
      return ["what": "unique", "before": .bool(!isUnique), "after": .bool(isUnique)]
    case .indexCondition(let condition): return value("where", nil, condition)
    case .triggerEvent(let before, let after): return change("triggerEvent", before, after)
    case .triggerBody: return ["what": "triggerBody"]
    case .definition: return ["what": "definition"]
    }
  }
}
