#if GRDB
  import GRDB
  import MigratorEngine
  import MigratorSchema
  import SQLSyntax

  /// What a migration did to the rows of a copy, told by comparing it with a copy from before, on a
  /// connection of GRDB that has the app's functions and collations.
  struct RowComparison {
    /// What is found.
    struct Tables {
      var rows: [StepReport.TableRows] = []
      var changed: [ChangedRows] = []
      var events: [SchemaEvent] = []
    }

    /// A table as its schema has it.
    private struct Table {
      let name: String
      let root: Int64
      let isVirtual: Bool
      let hasRowID: Bool
      let columns: [String]
      let key: [String]
    }

    private let path: String
    private let former: String
    private let configuration: GRDB.Configuration
    /// How many rows of a table are kept with their values, of each kind.
    private static let rowLimit = 1_000

    /// Creates a comparison.
    ///
    /// - Parameters:
    ///   - path: The copy as it is now.
    ///   - former: The copy as it was.
    ///   - configuration: How GRDB opens them.
    init(of path: String, with former: String, configuration: GRDB.Configuration) {
      self.path = path
      self.former = former
      self.configuration = configuration
    }

    /// Compares all tables.
    ///
    /// - Complexity: O(*n*) for *n* rows before and after.
    func tables() throws -> Tables {
      let queue = try GRDB.DatabaseQueue(path: path, configuration: configuration)
      defer { try? queue.close() }
      return try queue.writeWithoutTransaction { db in
        try db.execute(sql: "ATTACH DATABASE ? AS former", arguments: [former])
        let old = try Self.list(db, "former")
        let new = try Self.list(db, "main")
        var result = Tables()
        var unmatched = old
        for table in new.values.sorted(by: { $0.name < $1.name }) {
          // A table that is renamed keeps its first page.
          let same = old[table.name.lowercased()]
          let renamed =
            same == nil
            ? old.values.first {
              $0.root == table.root && table.root > 0 && new[$0.name.lowercased()] == nil
            } : nil
          if let renamed {
            result.events.append(.tableRenamed(SQLName(renamed.name), to: SQLName(table.name)))
          }
          let before = same ?? renamed
          if let before { unmatched[before.name.lowercased()] = nil }
          try Self.compare(before, table, db, &result)
        }
        for table in unmatched.values.sorted(by: { $0.name < $1.name }) {
          result.rows.append(
            StepReport.TableRows(
              table: table.name, before: try Self.count(db, "former", table.name), after: nil))
        }
        result.rows.sort { $0.table < $1.table }
        return result
      }
    }

    private static func quoted(_ name: String) -> String {
      "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
        + "\""
    }

    private static func list(_ db: GRDB.Database, _ schema: String) throws -> [String: Table] {
      let rows = try GRDB.Row.fetchAll(
        db,
        sql: """
          SELECT l.name, l.type, l.wr, coalesce(m.rootpage, 0) AS root FROM pragma_table_list l
            JOIN \(schema).sqlite_master m ON m.type = 'table' AND m.name = l.name
            WHERE l.schema = ? AND l.type IN ('table', 'virtual')
              AND l.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND l.name <> 'grdb_migrations'
          """, arguments: [schema])
      var tables: [String: Table] = [:]
      for row in rows {
        let name: String = row["name"]
        let columns = try GRDB.Row.fetchAll(
          db, sql: "SELECT name, pk FROM pragma_table_info(?, ?)", arguments: [name, schema])
        let names = columns.map { $0["name"] as String }
        let keys = columns.filter { ($0["pk"] as Int) > 0 }.sorted {
          ($0["pk"] as Int) < ($1["pk"] as Int)
        }
        let hasRowID = row["wr"] as Int == 0
        // A column of that name would stand for something else.
        let rowID = hasRowID && !names.contains { $0.lowercased() == "rowid" } ? ["rowid"] : []
        tables[name.lowercased()] = Table(
          name: name, root: row["root"], isVirtual: row["type"] as String == "virtual",
          hasRowID: hasRowID, columns: names,
          key: keys.isEmpty ? rowID : keys.map { $0["name"] as String })
      }
      return tables
    }

    private static func count(_ db: GRDB.Database, _ schema: String, _ table: String) throws
      -> Int64
    {
      try Int64.fetchOne(db, sql: "SELECT count(*) FROM \(schema).\(quoted(table))") ?? 0
    }

    private static func compare(
      _ old: Table?, _ new: Table, _ db: GRDB.Database, _ result: inout Tables
    ) throws {
      let after = try count(db, "main", new.name)
      guard let old else {
        result.rows.append(
          StepReport.TableRows(table: new.name, before: nil, after: after, inserted: after))
        return
      }
      let before = try count(db, "former", old.name)
      let formerName = old.name == new.name ? nil : old.name
      let isRecreated = formerName == nil && old.root != new.root
      let both = new.columns.filter { name in
        old.columns.contains { $0.lowercased() == name.lowercased() }
      }
      guard !old.key.isEmpty, old.key.map({ $0.lowercased() }) == new.key.map({ $0.lowercased() })
      else {
        // Rows cannot be told from each other: whether any changed is asked of all of them together.
        let list = both.map(quoted).joined(separator: ", ")
        let differ = { (one: String, other: String) in
          try Bool.fetchOne(
            db,
            sql: "SELECT EXISTS (SELECT \(list) FROM \(one) EXCEPT SELECT \(list) FROM \(other))")
            ?? true
        }
        let names = ("former.\(quoted(old.name))", "main.\(quoted(new.name))")
        let isSame =
          try before == after && !both.isEmpty && !differ(names.0, names.1)
          && !differ(names.1, names.0)
        if isSame && !isRecreated && formerName == nil { return }
        result.rows.append(
          StepReport.TableRows(
            table: new.name, formerName: formerName, before: before, after: after,
            inserted: max(0, after - before), updated: isSame ? 0 : min(before, after),
            deleted: max(0, before - after), isRecreated: isRecreated,
            values: isSame ? .same : .notCompared(.noKey)))
        if !isSame { result.changed.append(ChangedRows(table: new.name, obstacle: .noKey)) }
        return
      }
      var pair = TablePair(
        old: "former.\(quoted(old.name))", new: "main.\(quoted(new.name))",
        key: old.key, columns: both, added: new.columns.filter { !both.contains($0) })
      try pair.read(db, limit: rowLimit)
      let isChanged = pair.inserted + pair.deleted + pair.updated > 0
      guard isChanged || isRecreated || formerName != nil else { return }
      result.rows.append(
        StepReport.TableRows(
          table: new.name, formerName: formerName, before: before, after: after,
          inserted: pair.inserted, updated: pair.updated, deleted: pair.deleted,
          isRecreated: isRecreated,
          values: .compared(pair.columnValues, unmatchedRows: pair.deleted)))
      guard isChanged else { return }
      result.changed.append(
        ChangedRows(
          table: new.name, formerName: formerName, key: old.key,
          columns: both.map { ChangedRows.Column(before: $0, after: $0) }, rows: pair.rows,
          inserted: pair.inserted, deleted: pair.deleted, updated: pair.updated))
    }
  }
#endif
