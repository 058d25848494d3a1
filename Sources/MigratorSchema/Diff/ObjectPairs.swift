internal import SQLSyntax

/// The objects of two schemas, matched in pairs.
struct ObjectPairs {
  /// Objects in both schemas, without untouched tables and the objects that belong to them.
  private(set) var common: [(before: SchemaObject, after: SchemaObject)] = []
  private(set) var removed: [SchemaObject] = []
  private(set) var added: [SchemaObject] = []

  init(
    before: SchemaSnapshot, after: SchemaSnapshot, events: [SchemaEvent], lineage: SchemaLineage
  ) {
    // A rename can change the SQL of any object.
    let names = lineage.hasRenames ? nil : Self.touchedTables(before, after, events)
    var new = Dictionary(
      Self.reported(after, names).map { ($0.identity, $0) },
      uniquingKeysWith: { first, _ in first })
    var left: [SchemaObject] = []
    // Match surviving tables first, because another table may have taken a former name.
    for object in Self.reported(before, names) {
      let name = SQLName(object.name)
      if object.kind == .table,
        let present = lineage.place(ofTable: name),
        let found = new.removeValue(forKey: SchemaObject.Identity(kind: .table, name: present))
      {
        common.append((object, found))
      } else {
        left.append(object)
      }
    }
    for object in left {
      // Any surviving table is already matched, so a table with this name was re-created.
      if let found = new.removeValue(forKey: object.identity) {
        common.append((object, found))
      } else {
        removed.append(object)
      }
    }
    added = Array(new.values)
  }

  /// Matches removed indexes with added ones that differ only in their names.
  ///
  /// - Parameters:
  ///   - after: The later schema.
  ///   - lineage: The current names.
  /// - Returns: The indexes that were removed without a match, but are replaced by another index or
  ///   a unique constraint of the same table.
  mutating func matchIndexes(
    in after: SchemaSnapshot, lineage: SchemaLineage
  ) -> Set<SchemaObject.Identity> {
    let gone = Dictionary(grouping: removed.filter { $0.kind == .index }) {
      SQLName($0.tableName)
    }
    if gone.isEmpty { return [] }
    let present = Dictionary(grouping: after.objects.filter { $0.kind == .index }) {
      SQLName($0.tableName)
    }
    var new = Dictionary(
      added.filter { $0.kind == .index }.map { ($0.identity, $0) },
      uniquingKeysWith: { first, _ in first })
    var matched: Set<SchemaObject.Identity> = []
    var replaced: Set<SchemaObject.Identity> = []
    for table in common where table.before.kind == .table {
      guard let indexes = gone[SQLName(table.before.name)],
        let forms = TableIndexes(
          of: table, indexes: present[SQLName(table.after.name)] ?? [], lineage: lineage)
      else { continue }
      for index in indexes {
        guard let same = forms.replacements(of: index) else { continue }
        if let name = same.first(where: { new[$0] != nil }), let found = new[name] {
          new[name] = nil
          common.append((index, found))
          matched.formUnion([index.identity, name])
        } else {
          replaced.insert(index.identity)
        }
      }
    }
    removed.removeAll { matched.contains($0.identity) }
    added.removeAll { matched.contains($0.identity) }
    return replaced
  }

  private static func reported(_ snapshot: SchemaSnapshot, _ tables: Set<SQLName>?)
    -> [SchemaObject]
  {
    guard let tables else { return snapshot.objects.filter { !$0.isImplied } }
    // Comparing with a few names is faster than hashing the names of all objects.
    let few = tables.count < 8 ? Array(tables) : nil
    return snapshot.objects.filter {
      let name = SQLName($0.tableName)
      return (few?.contains(name) ?? tables.contains(name)) && !$0.isImplied
    }
  }

  /// The tables that statements affected, and those with objects that are in only one of the
  /// schemas.
  private static func touchedTables(
    _ before: SchemaSnapshot, _ after: SchemaSnapshot, _ events: [SchemaEvent]
  ) -> Set<SQLName> {
    let (gone, new) = after.delta(since: before)
    return Set(events.map(\.subject) + (gone + new).map { SQLName($0.tableName) })
  }
}

/// The indexes and unique constraints of a table after a change.
private struct TableIndexes {
  private let formerName: SQLName
  private let former: ParsedTable
  private let rewritten: ParsedTable
  private let lineage: SchemaLineage
  private let keys: Set<IndexForm>
  private let indexes: [IndexForm: [SchemaObject.Identity]]

  init?(
    of pair: (before: SchemaObject, after: SchemaObject), indexes: [SchemaObject],
    lineage: SchemaLineage
  ) {
    formerName = SQLName(pair.before.name)
    self.lineage = lineage
    let old = SQLTokenizer.tokens(of: pair.before.sql ?? "")
    let rewriting = Rewriting(lineage: lineage, table: formerName)
    guard let former = TableParser.parse(TokenReader(old)),
      let rewritten = TableParser.parse(TokenReader(rewriting.applied(to: old))),
      let table = TableParser.parse(TokenReader(pair.after.sql ?? ""))
    else { return nil }
    (self.former, self.rewritten) = (former, rewritten)
    keys = Set(IndexForm.keys(of: table))
    self.indexes = indexes.reduce(into: [:]) { forms, index in
      guard let sql = index.sql, let form = IndexForm(TokenReader(sql), on: table) else { return }
      forms[form, default: []].append(index.identity)
    }
  }

  /// Returns the indexes that replace a removed index, in the order of their names; empty if a
  /// constraint replaces it, and `nil` if nothing does.
  func replacements(of index: SchemaObject) -> [SchemaObject.Identity]? {
    let tokens = SQLTokenizer.tokens(of: index.sql ?? "")
    // A dropped column is a different column, even if a new one has its name.
    let names = Set(tokens.filter(TokenReader.isName).map { SQLName($0.unquoted) })
    let areColumnsKept = former.columns.map { SQLName($0.name) }.allSatisfy {
      !names.contains($0) || lineage.present(ofColumn: $0, in: formerName) != nil
    }
    let rewriting = Rewriting(lineage: lineage, table: formerName)
    guard areColumnsKept,
      let form = IndexForm(TokenReader(rewriting.applied(to: tokens)), on: rewritten)
    else { return nil }
    return indexes[form] ?? (keys.contains(form) ? [] : nil)
  }
}
