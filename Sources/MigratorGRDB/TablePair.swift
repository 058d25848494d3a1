#if GRDB
  import GRDB
  import MigratorEngine

  /// Two tables whose rows are told by the same key.
  struct TablePair {
    let old: String
    let new: String
    let key: [String]
    let columns: [String]
    let added: [String]
    private(set) var inserted: Int64 = 0
    private(set) var deleted: Int64 = 0
    private(set) var updated: Int64 = 0
    private(set) var rows: [ChangedRow] = []
    private var changes: [ValueChanges]

    init(old: String, new: String, key: [String], columns: [String], added: [String]) {
      self.old = old
      self.new = new
      self.key = key
      self.columns = columns
      self.added = added
      changes = columns.map { _ in ValueChanges() }
    }

    /// What became of the columns whose values differ.
    var columnValues: [StepReport.ColumnValues] {
      zip(columns, changes).filter { $1 != ValueChanges() }.map {
        StepReport.ColumnValues(column: $0, changes: $1)
      }
    }

    private func name(_ side: String, _ column: String) -> String {
      "\(side).\"\(column.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
    }

    mutating func read(_ db: GRDB.Database, limit: Int) throws {
      // Equal as keys are: by the collation of the column.
      let match = key.map { "\(name("f", $0)) IS \(name("m", $0))" }.joined(separator: " AND ")
      let differences = columns.map { column in
        let (f, m) = (name("f", column), name("m", column))
        return "\(f) COLLATE BINARY IS NOT \(m) OR typeof(\(f)) <> typeof(\(m))"
      }
      if !differences.isEmpty {
        let list =
          (key.map { name("m", $0) } + columns.map { name("f", $0) }
          + columns.map { name("m", $0) }).joined(separator: ", ")
        let cursor = try GRDB.Row.fetchCursor(
          db,
          sql: "SELECT \(list) FROM \(new) m JOIN \(old) f ON \(match) "
            + "WHERE \(differences.joined(separator: " OR "))")
        while let row = try cursor.next() { note(row, limit: limit) }
      }
      deleted = try read(db, "f", of: old, without: new, as: "m", match, .deleted, limit)
      inserted = try read(db, "m", of: new, without: old, as: "f", match, .inserted, limit)
    }

    /// Rows that only one side has.
    private mutating func read(
      _ db: GRDB.Database, _ side: String, of table: String, without other: String,
      as otherSide: String, _ match: String, _ kind: ChangedRow.Kind, _ limit: Int
    ) throws -> Int64 {
      let list = (key + columns).map { name(side, $0) }.joined(separator: ", ")
      let cursor = try GRDB.Row.fetchCursor(
        db,
        sql: "SELECT \(list) FROM \(table) \(side) WHERE NOT EXISTS "
          + "(SELECT 1 FROM \(other) \(otherSide) WHERE \(match))")
      var count: Int64 = 0
      while let row = try cursor.next() {
        count += 1
        guard count <= limit else { continue }
        let all = row.databaseValues.map { MigratorEngine.DatabaseValue($0) }
        rows.append(
          ChangedRow(
            kind: kind, key: Array(all.prefix(key.count)),
            values: all.dropFirst(key.count).map { value in
              let excerpt = ValueExcerpt(cutting: value)
              return kind == .deleted
                ? ChangedValue(before: excerpt, after: nil)
                : ChangedValue(before: nil, after: excerpt)
            }))
      }
      return count
    }

    private mutating func note(_ row: GRDB.Row, limit: Int) {
      let all = row.databaseValues.map { MigratorEngine.DatabaseValue($0) }
      let count = columns.count
      let identity = Array(all.prefix(key.count))
      let before = Array(all.dropFirst(key.count).prefix(count))
      let after = Array(all.dropFirst(key.count + count))
      updated += 1
      var cells: [ChangedValue] = []
      for index in columns.indices {
        let isSame = before[index].storage == after[index].storage
        let difference = isSame ? nil : ValueDifference(from: before[index], to: after[index])
        if let difference {
          changes[index] = changes[index].adding(
            difference,
            ValueChanges.Sample(key: identity, before: before[index], after: after[index]))
        }
        cells.append(
          ChangedValue(
            before: ValueExcerpt(cutting: before[index]),
            after: ValueExcerpt(cutting: after[index]),
            difference: difference))
      }
      if updated <= limit { rows.append(ChangedRow(kind: .updated, key: identity, values: cells)) }
    }
  }
#endif
