internal import MigratorEngine
internal import MigratorSQLite
internal import MigratorSchema
internal import SQLSyntax

/// Compares all rows before and after a migration that must keep them.
struct StateComparison {
  private let before: DatabaseState
  private let after: DatabaseState
  private let plan: SchemaPlan
  private let db: Database

  init(_ before: DatabaseState, _ after: DatabaseState, _ plan: SchemaPlan, _ db: Database) {
    (self.before, self.after, self.plan, self.db) = (before, after, plan, db)
  }

  /// The number of rows that were compared.
  var rowCount: Int {
    plan.tables.keys.reduce(0) { $0 + (before.tables[$1]?.rows.count ?? 0) }
  }

  /// Returns the first difference as a sentence, or `nil` if there is none.
  func difference() throws -> String? {
    for (old, new) in plan.tables.sorted(by: { $0.key < $1.key }) {
      guard let former = before.tables[old], let present = after.tables[new] else { continue }
      if former.rows.count != present.rows.count {
        return "Table \(new) has \(present.rows.count) rows instead of \(former.rows.count)."
      }
      if let difference = try difference(former, present) { return difference }
      if let number = before.sequences[old], isAutoincremented(former),
        isAutoincremented(present), after.sequences[new] != number
      {
        return "AUTOINCREMENT of \(new) continues after \(after.sequences[new] ?? 0) "
          + "instead of \(number)."
      }
    }
    if let difference = violationDifference() { return difference }
    return nil
  }

  /// Compares the violations of the foreign keys that exist before and after.
  ///
  /// Rows that only a new key forbids are reported by the check of generated rows.
  private func violationDifference() -> String? {
    guard let former = before.violations, let present = after.violations else { return nil }
    let kept = Set(
      former.keys.map { key in
        ForeignKeyLink(
          table: plan.tables[SQLName(key.originTable)],
          columns: key.originColumns.map {
            plan.columns[ColumnName(SQLName(key.originTable), SQLName($0))]
          }, parent: plan.tables[SQLName(key.destinationTable)])
      })
    let count = present.reduce(0) { count, entry in
      let link = ForeignKeyLink(
        table: SQLName(entry.key.originTable),
        columns: entry.key.originColumns.map { SQLName($0) },
        parent: SQLName(entry.key.destinationTable))
      return kept.contains(link) ? count + entry.value : count
    }
    let formerCount = former.values.reduce(0, +)
    return count > formerCount
      ? "\(count) rows violate a foreign key instead of \(formerCount)." : nil
  }

  private func isAutoincremented(_ table: DatabaseState.Table) -> Bool {
    SQLTokenizer.tokens(of: table.facts.object.definition).contains { $0.isWord("AUTOINCREMENT") }
  }

  private func difference(
    _ former: DatabaseState.Table, _ present: DatabaseState.Table
  ) throws -> String? {
    var pairs: [(old: Int, new: Int, conversion: ColumnInfo?, isFilled: Bool)] = []
    for (column, name) in plan.columns where column.table == former.facts.name {
      guard let old = former.columns.firstIndex(of: column.column),
        let new = present.columns.firstIndex(of: name),
        let (was, willBe) = former.facts.column(column.column).flatMap({ was in
          present.facts.column(name).map { (was, $0) }
        })
      else { continue }
      let isConverted =
        SQLName(was.type) != SQLName(willBe.type) || former.isStrict != present.isStrict
      let isFilled = present.facts.rejectsNull(willBe) && !former.facts.rejectsNull(was)
      pairs.append((old, new, isConverted ? willBe : nil, isFilled))
    }
    let converter = try Converter(db, pairs.compactMap(\.conversion))
    let keepsRowIDs =
      former.hasRowIDs && present.hasRowIDs && plan.keepsRowIDs(of: present.facts.name)
    let isOrdered = keepsRowIDs && !present.renumbers(former, pairs.map { ($0.old, $0.new) })
    func key(_ rowID: Int64?, _ values: [String]) -> [String] {
      (isOrdered ? [rowID.map { String($0) } ?? ""] : []) + values
    }
    var counts: [[String]: Int] = [:]
    for row in former.rows {
      let values = try pairs.map { pair in
        let value = row.values[pair.old]
        if pair.isFilled, value.isNull { return "filled" }
        return try pair.conversion.map { try converter.converted(value, $0) } ?? value.sqlLiteral
      }
      counts[key(row.rowID, values), default: 0] += 1
    }
    let nulls = Set(
      former.rows.filter { row in pairs.contains { $0.isFilled && row.values[$0.old].isNull } }
        .compactMap(\.rowID))
    for row in present.rows {
      var values = pairs.map { row.values[$0.new].sqlLiteral }
      var place = key(row.rowID, values)
      if counts[place] == nil, !nulls.isEmpty {
        // A value that replaces NULL is chosen by the user.
        for (index, pair) in pairs.enumerated() where pair.isFilled {
          let old = former.rows.first { $0.rowID == row.rowID }
          if old?.values[pair.old].isNull == true { values[index] = "filled" }
        }
        place = key(row.rowID, values)
      }
      guard let count = counts[place], count > 0 else {
        return
          "Table \(present.facts.name): the row \(row.values.map(\.sqlLiteral).joined(separator: ", ")) "
          + "has other values than before."
      }
      counts[place] = count - 1
    }
    return nil
  }
}

/// A foreign key, by the names after the migration.
private struct ForeignKeyLink: Hashable {
  let table: SQLName?
  let columns: [SQLName?]
  let parent: SQLName?
}

extension DatabaseState.Table {
  fileprivate var isStrict: Bool {
    SQLTokenizer.tokens(of: facts.object.definition).contains { $0.isWord("STRICT") }
  }

  /// True if a column that was not the rowid is its alias now, so that rows get other rowids.
  fileprivate func renumbers(
    _ former: DatabaseState.Table, _ pairs: [(old: Int, new: Int)]
  ) -> Bool {
    guard let alias = facts.rowIDColumn, let new = columns.firstIndex(of: alias),
      let old = pairs.first(where: { $0.new == new })?.old
    else { return false }
    return former.facts.rowIDColumn != former.columns[old]
  }
}

extension SchemaPlan {
  fileprivate func keepsRowIDs(of table: SQLName) -> Bool { !notes.contains(.rowIDs(table)) }
}

/// Converts values as SQLite does when they are stored in a column of another type.
private struct Converter {
  private let db: Database
  private let columns: [ColumnInfo]

  init(_ db: Database, _ columns: [ColumnInfo]) throws {
    (self.db, self.columns) = (db, columns)
    for (index, column) in columns.enumerated() {
      try db.execute(sql: "CREATE TEMP TABLE IF NOT EXISTS \(name(index)) (c)")
      try db.execute(sql: "DROP TABLE temp.\(name(index))")
      // Quoted, because a type can be any name.
      let type = column.type.isEmpty ? "" : column.type.quotedDatabaseIdentifier
      try db.execute(sql: "CREATE TEMP TABLE \(name(index)) (c \(type))")
    }
  }

  private func name(_ index: Int) -> String { "migtui_conversion_\(index)" }

  func converted(_ value: DatabaseValue, _ column: ColumnInfo) throws -> String {
    guard let index = columns.firstIndex(of: column) else { return value.sqlLiteral }
    try db.execute(sql: "DELETE FROM temp.\(name(index))")
    try db.execute(sql: "INSERT INTO temp.\(name(index)) VALUES (?)", arguments: [value])
    return try DatabaseValue.fetchOne(db, sql: "SELECT c FROM temp.\(name(index))")?.sqlLiteral
      ?? "NULL"
  }
}
