/// A description of a schema change.
///
/// Only this type turns differences into text; callers choose colors by ``sign``.
public struct SchemaChangeDescription: Sendable, Hashable {
  /// The kind of change.
  public enum Sign: String, Sendable, Hashable {
    case added = "+"
    case removed = "-"
    case changed = "~"
  }

  /// The kind of change.
  public let sign: Sign
  /// The changed object, such as `column teamId`.
  public let text: String

  /// The sign and the object: `+ column teamId`.
  public var line: String { "\(sign.rawValue) \(text)" }

  init(_ sign: Sign, _ text: String) {
    self.sign = sign
    self.text = text
  }
}

extension SchemaObject {
  /// The kind of object: `table`, `unique index`.
  public var kindWords: String { isUnique ? "unique index" : kind.rawValue }

  /// True for a table or view, to which other objects belong.
  fileprivate var isMain: Bool { kind == .table || kind == .view }
}

extension SchemaDifference {
  /// Describes the difference: `+ column teamId`, `~ column clubId: NULL → NOT NULL`.
  public var words: SchemaChangeDescription {
    switch self {
    case .renamed(let before, let after): .init(.changed, "name \(before) → \(after)")
    case .columnAdded(let name): .init(.added, "column \(name.listed)")
    case .columnRemoved(let name, let isComputed):
      .init(.removed, isComputed ? "generated column \(name.listed)" : "column \(name.listed)")
    case .columnRenamed(let before, let after):
      .init(.changed, "column \(before.listed) renamed to \(after.listed)")
    case .columnChanged(let name, let changes):
      .init(.changed, "column \(name.listed): " + changes.map(\.text).joined(separator: "; "))
    case .columnOrder(let names):
      .init(.changed, "order of columns: \(names.map(\.listed).joined(separator: ", "))")
    case .constraint(let constraint):
      constraint.change.words(after: "constraint ", constraint.name.map { "\($0): " } ?? "")
    case .option(let option, let isSet): .init(isSet ? .added : .removed, option.rawValue)
    case .indexedTable(let before, let after): .init(.changed, "table \(before) → \(after)")
    case .indexedColumns(let before, let after):
      .init(
        .changed,
        "columns (\(before.joined(separator: ", "))) → (\(after.joined(separator: ", ")))")
    case .uniqueness(let isUnique): .init(isUnique ? .added : .removed, "UNIQUE")
    case .indexCondition(let change): change.words(after: "WHERE ")
    case .triggerEvent(let before, let after): .init(.changed, "fires \(before) → \(after)")
    case .triggerBody: .init(.changed, "body")
    case .definition: .init(.changed, "definition")
    }
  }
}

extension SchemaDifference.ValueChange {
  fileprivate func words(after noun: String, _ name: String = "") -> SchemaChangeDescription {
    switch self {
    case .added(let text): .init(.added, noun + name + text)
    case .removed(let text): .init(.removed, noun + name + text)
    case .changed(let before, let after): .init(.changed, "\(noun)\(name)\(before) → \(after)")
    }
  }
}

extension SchemaDifference.AspectChange {
  fileprivate var text: String {
    // A missing type is shown as "none", a missing NOT NULL as "NULL".
    let nothing: String? =
      switch aspect {
      case .type: "none"
      case .nullability: "NULL"
      default: nil
      }
    let noun = aspect == .type ? "type " : ""
    switch (change, nothing) {
    case (.added(let text), let nothing?): return "\(noun)\(nothing) → \(text)"
    case (.removed(let text), let nothing?): return "\(noun)\(text) → \(nothing)"
    case (.added(let text), nil): return "+ \(text)"
    case (.removed(let text), nil): return "- \(text)"
    case (.changed(let before, let after), _): return "\(noun)\(before) → \(after)"
    }
  }
}

extension SchemaChange {
  /// The kind of change.
  public var sign: SchemaChangeDescription.Sign {
    switch self {
    case .added: .added
    case .removed: .removed
    case .changed: .changed
    }
  }

  /// The changes within the object; empty if it was added, removed, or only reformatted.
  public var details: [SchemaChangeDescription] {
    guard case .changed(_, _, let differences) = self else { return [] }
    return differences.map(\.words)
  }

  fileprivate var summary: [SchemaChangeDescription] {
    let subject = object.isMain ? object.kindWords : "\(object.kindWords) \(name.listed)"
    guard case .changed = self else { return [.init(sign, subject)] }
    if isTextOnly { return [.init(.changed, "\(subject) (text only)")] }
    guard kind != .table else { return details }
    let words = details.map { $0.sign == .changed ? $0.text : $0.line }
    return [.init(.changed, "\(subject): " + words.joined(separator: "; "))]
  }
}

extension SchemaDiff {
  /// The changes of a table or view.
  public struct Summary: Sendable, Hashable {
    /// The name of the table or view.
    public let table: String
    /// The changes.
    public let words: [SchemaChangeDescription]
    /// All changes in one line: `player: + column teamId, - index player_on_name`.
    public var line: String { "\(table): \(words.map(\.line).joined(separator: ", "))" }
  }

  /// Describes the changes by table, in the order of the table names.
  ///
  /// Indexes and triggers are listed with their table. A removed table precedes a new table with
  /// the same name.
  public var summaries: [Summary] {
    let goneTables = Set(
      changes.compactMap { change in
        if case .removed(let object) = change, object.isMain { object.name } else { nil }
      })
    func isOfGone(_ change: SchemaChange) -> Bool {
      if case .removed(let object) = change { goneTables.contains(object.tableName) } else { false }
    }
    return Dictionary(grouping: changes, by: \.object.tableName).sorted { $0.key < $1.key }.flatMap
    {
      table, changes in
      [changes.filter(isOfGone), changes.filter { !isOfGone($0) }].filter { !$0.isEmpty }.map {
        Summary(table: table, words: $0.flatMap(\.summary))
      }
    }
  }

  /// The summaries, one line each.
  public var summaryLines: [String] { summaries.map(\.line) }
}

extension String {
  /// The name as an item of a list; quoted if it contains a comma.
  package var listed: String { contains(",") ? "\"\(self)\"" : self }
}
