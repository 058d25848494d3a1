internal import SQLSyntax

struct ObjectComparison {
  let before: SchemaObject
  let after: SchemaObject
  let lineage: SchemaLineage

  var differences: [SchemaDifference] {
    let naming: [SchemaDifference] =
      before.name.hasSameBytes(as: after.name)
      ? [] : [.renamed(before: before.name, after: after.name)]
    // The same SQL may refer to different columns, if columns were re-created or exchanged names.
    let isSameText = (before.sql ?? "").hasSameBytes(as: after.sql ?? "")
    if isSameText, !isSameTable || !lineage.hasOtherColumns(in: SQLName(before.name)) {
      return naming
    }
    guard let found = differencesOfText else { return naming }
    return found.isEmpty && naming.isEmpty ? [.definition] : naming + found
  }

  /// True if the table is the same one, not another with the same name.
  private var isSameTable: Bool {
    before.kind == .table && lineage.present(ofTable: SQLName(before.name)) == SQLName(after.name)
  }

  /// The differences that can be named; `nil` if both statements have the same meaning.
  private var differencesOfText: [SchemaDifference]? {
    let old = SQLTokenizer.tokens(of: before.sql ?? "")
    let rewritten = Rewriting(lineage: lineage, table: SQLName(before.tableName)).applied(to: old)
    if before.kind == .table, let former = TableParser.parse(TokenReader(old)),
      let rewritten = TableParser.parse(TokenReader(rewritten)),
      let table = TableParser.parse(TokenReader(after.sql ?? ""))
    {
      let found = TableComparison(
        former: former, rewritten: rewritten, after: table,
        present: presentColumns(former, table)
      ).differences
      return found.isEmpty ? nil : found
    }
    if SQLNormalizer.normalized(rewritten) == SQLNormalizer.normalized(after.sql ?? "") {
      return nil
    }
    switch before.kind {
    case .index:
      guard let old = ParsedIndex(TokenReader(rewritten)),
        let new = ParsedIndex(TokenReader(after.sql ?? ""))
      else { return [] }
      return Self.differences(before: old, after: new)
    case .trigger where !isRewritten:
      guard let old = ParsedTrigger(TokenReader(rewritten)),
        let new = ParsedTrigger(TokenReader(after.sql ?? ""))
      else { return [] }
      return Self.differences(before: old, after: new)
    case .trigger: return otherReferences
    case .view:
      guard isRewritten else { return otherReferences ?? [] }
      let found = (otherReferences ?? []) + renamedColumns
      return found.isEmpty ? nil : found
    case .table: return []
    }
  }

  /// Columns of a view whose names changed because the columns they show were renamed.
  private var renamedColumns: [SchemaDifference] {
    guard let old = ViewColumns.names(TokenReader(before.sql ?? "")),
      let new = ViewColumns.names(TokenReader(after.sql ?? "")), old.count == new.count
    else { return [] }
    return zip(old, new).compactMap { old, new in
      guard let old, let new, !old.hasSameBytes(as: new) else { return nil }
      return .columnRenamed(before: old, after: new)
    }
  }

  /// The names that were replaced by others, except for those of renamed tables and columns.
  ///
  /// `nil` if there are none, in which case the view or trigger reads and writes the same data as
  /// before. Empty if they cannot be determined.
  private var otherReferences: [SchemaDifference]? {
    let old = SQLTokenizer.tokens(of: before.sql ?? "").filter { !$0.isTrivia }
    let new = SQLTokenizer.tokens(of: after.sql ?? "").filter { !$0.isTrivia }
    guard old.count == new.count else { return [] }
    var tables: [(old: SQLName, new: SQLName)] = []
    var others: [(old: SQLName, new: SQLName)] = []
    for index in old.indices {
      let pair = (old: SQLName(old[index].unquoted), new: SQLName(new[index].unquoted))
      if pair.old == pair.new || lineage.isRenamed(pair.old, to: pair.new) { continue }
      guard TokenReader.isName(old[index]), TokenReader.isName(new[index]) else { return [] }
      let isTable = index > 0 && Rewriting.isBeforeTable(old[index - 1])
      if isTable {
        if !tables.contains(where: { $0 == pair }) { tables.append(pair) }
      } else {
        others.append(pair)
      }
    }
    if tables.isEmpty && others.isEmpty { return nil }
    let areAllTables = others.allSatisfy { other in tables.contains { $0 == other } }
    return areAllTables
      ? tables.map { .indexedTable(before: $0.old.text, after: $0.new.text) } : []
  }

  /// True if the SQL can differ only because SQLite rewrote it for a rename.
  private var isRewritten: Bool {
    lineage.hasRenames && !lineage.isMade(after.kind, SQLName(after.name))
  }

  /// Maps former column names to current ones.
  ///
  /// If the known statements do not explain the columns, the columns are matched by name.
  private func presentColumns(
    _ former: ParsedTable, _ table: ParsedTable
  ) -> (SQLName) -> SQLName? {
    let name = SQLName(before.name)
    let isKnown =
      isSameTable
      ? lineage.explains(
        Set(table.columns.map { SQLName($0.name) }), of: name,
        with: former.columns.map { SQLName($0.name) })
      : lineage.successor(ofTable: name) == SQLName(after.name)
    return isKnown ? { lineage.present(ofColumn: $0, in: name) } : { $0 }
  }

  private static func differences(
    before: ParsedIndex, after: ParsedIndex
  ) -> [SchemaDifference] {
    var found: [SchemaDifference] = []
    if SQLName(before.table) != SQLName(after.table) {
      found.append(.indexedTable(before: before.table, after: after.table))
    }
    if before.columns != after.columns {
      found.append(
        .indexedColumns(
          before: before.columns.map(\.readable), after: after.columns.map(\.readable)))
    }
    if before.isUnique != after.isUnique { found.append(.uniqueness(isUnique: after.isUnique)) }
    if before.condition != after.condition {
      found.append(
        .indexCondition(
          .init(
            before: before.condition?.readable ?? "", after: after.condition?.readable ?? "")))
    }
    return found
  }

  private static func differences(
    before: ParsedTrigger, after: ParsedTrigger
  ) -> [SchemaDifference] {
    (before.event == after.event
      ? []
      : [.triggerEvent(before: before.event.readable, after: after.event.readable)])
      + (before.body == after.body ? [] : [.triggerBody])
  }
}
