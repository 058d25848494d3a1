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

  /// Compares the violations before and after the migration, for foreign keys that exist in both
  /// states.
  ///
  /// Rows that only a new key forbids are reported by the check of generated rows.
  private func violationDifference() -> String? {
    guard let former = before.violations, let present = after.violations else { return nil }
    // A value that the user chose to replace NULL may not exist in the generated parent table.
    let comparable = former.filter { key, _ in
      !key.originColumns.contains {
        isFilled(ColumnName(SQLName(key.originTable), SQLName($0)))
      }
    }
    let kept = Set(
      comparable.keys.map { key in
        ForeignKeyLink(
          table: plan.tables[SQLName(key.originTable)],
          columns: key.originColumns.map {
            plan.columns[ColumnName(SQLName(key.originTable), SQLName($0))]
          }, parent: plan.tables[SQLName(key.destinationTable)],
          parentKey: key.destinationColumns.map {
            plan.columns[ColumnName(SQLName(key.destinationTable), SQLName($0))]
          })
      })
    let count = present.reduce(0) { count, entry in
      let link = ForeignKeyLink(
        table: SQLName(entry.key.originTable),
        columns: entry.key.originColumns.map { SQLName($0) },
        parent: SQLName(entry.key.destinationTable),
        parentKey: entry.key.destinationColumns.map { SQLName($0) })
      return kept.contains(link) ? count + entry.value : count
    }
    let formerCount = comparable.values.reduce(0, +)
    return count > formerCount
      ? "\(count) rows violate a foreign key instead of \(formerCount)." : nil
  }

  /// True if a value that the user chose replaces NULL in a column.
  private func isFilled(_ column: ColumnName) -> Bool {
    guard let table = plan.tables[column.table], let name = plan.columns[column],
      let former = before.tables[column.table], let present = after.tables[table],
      let was = former.facts.column(column.column), let willBe = present.facts.column(name)
    else { return false }
    return present.facts.rejectsNull(willBe) && !former.facts.rejectsNull(was)
  }

  private func isAutoincremented(_ table: DatabaseState.Table) -> Bool {
    SQLTokenizer.tokens(of: table.facts.object.definition).contains { $0.isWord("AUTOINCREMENT") }
  }

  private func difference(
    _ former: DatabaseState.Table, _ present: DatabaseState.Table
  ) throws -> String? {
    let changesStrictness = former.isStrict != present.isStrict
    let places = Dictionary(
      present.columns.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var pairs: [(old: Int, new: Int, conversion: ColumnInfo?, isFilled: Bool)] = []
    for (old, name) in former.columns.enumerated() {
      let column = ColumnName(former.facts.name, name)
      guard let target = plan.columns[column], let new = places[target],
        let was = former.facts.column(name), let willBe = present.facts.column(target)
      else { continue }
      let isConverted = changesStrictness || SQLName(was.type) != SQLName(willBe.type)
      pairs.append((old, new, isConverted ? willBe : nil, isFilled(column)))
    }
    let converter = try Converter(
      db, pairs.compactMap(\.conversion), isStrict: present.isStrict)
    let keepsRowIDs =
      former.hasRowIDs && present.hasRowIDs && plan.keepsRowIDs(of: present.facts.name)
    let isOrdered = keepsRowIDs && !present.renumbers(former, pairs.map { ($0.old, $0.new) })
    func key(_ rowID: Int64?, _ values: [String]) -> [String] {
      (isOrdered ? [rowID.map { String($0) } ?? ""] : []) + values
    }
    var counts: [[String]: Int] = [:]
    var filled: [[String]] = []
    for row in former.rows {
      let values = try pairs.map { pair in
        let value = row.values[pair.old]
        if pair.isFilled, value.isNull { return Self.anyValue }
        return try pair.conversion.map { try converter.converted(value, $0) } ?? value.sqlLiteral
      }
      let place = key(row.rowID, values)
      if values.contains(Self.anyValue), counts[place] == nil { filled.append(place) }
      counts[place, default: 0] += 1
    }
    for row in present.rows {
      let place = key(row.rowID, pairs.map { row.values[$0.new].sqlLiteral })
      let match = ([place] + filled).first { counts[$0, default: 0] > 0 && fits(place, $0) }
      guard let match else {
        return
          "Table \(present.facts.name): the row \(row.values.map(\.sqlLiteral).joined(separator: ", ")) "
          + "has different values than before."
      }
      counts[match, default: 0] -= 1
    }
    return nil
  }

  /// A placeholder for a value that the user chooses; it is not an SQL literal.
  private static let anyValue = "filled"

  private func fits(_ values: [String], _ former: [String]) -> Bool {
    zip(values, former).allSatisfy { $0 == $1 || ($1 == Self.anyValue && $0 != "NULL") }
  }
}

/// A foreign key, identified by the names that its table and columns have after the migration.
private struct ForeignKeyLink: Hashable {
  let table: SQLName?
  let columns: [SQLName?]
  let parent: SQLName?
  let parentKey: [SQLName?]
}

extension DatabaseState.Table {
  fileprivate var isStrict: Bool {
    SQLTokenizer.tokens(of: facts.object.definition).contains { $0.isWord("STRICT") }
  }

  /// True if a column has become an alias of the rowid, so that rows get different rowids.
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

  /// `ANY` means no conversion in a STRICT table, and a conversion to numbers in any other.
  init(_ db: Database, _ columns: [ColumnInfo], isStrict: Bool) throws {
    (self.db, self.columns) = (db, columns)
    for (index, column) in columns.enumerated() {
      try db.execute(sql: "CREATE TEMP TABLE IF NOT EXISTS \(name(index)) (c)")
      try db.execute(sql: "DROP TABLE temp.\(name(index))")
      // Quoted, because a type can be any name.
      let type = column.type.isEmpty ? "" : column.type.quotedDatabaseIdentifier
      try db.execute(
        sql: "CREATE TEMP TABLE \(name(index)) (c \(type))\(isStrict ? " STRICT" : "")")
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
