/// Compares a migrated database with the expected one, by SQLite's own functions only.
struct DatabaseComparison {
  let design: SchemaDesign
  let keepsOrder: Bool
  /// The roles of columns that are not compared.
  let ignored: Set<String>
  /// The tables whose rowids no rule determines.
  let renumbered: Set<String>

  /// Returns the first difference as a sentence, or `nil` if there is none.
  func difference(_ made: PlainConnection, _ wanted: PlainConnection) throws -> String? {
    for (title, query) in Self.pragmas {
      let rows = try made.rows(query)
      if rows != (try wanted.rows(query)) { return "\(title): \(rows)" }
    }
    if let difference = try Self.different(schema(made), schema(wanted)) {
      return "schema: \(difference)"
    }
    if let difference = try contents(made, wanted) { return difference }
    // Objects that look right must also work. Both databases run the same statements.
    for db in [made, wanted] { try db.run("PRAGMA foreign_keys = ON") }
    for statement in try statements(wanted) {
      let outcomes = try [made, wanted].map { db in
        // A trigger can roll back.
        try db.run("SAVEPOINT trial")
        do {
          try db.run(statement)
          try db.run("RELEASE trial")
          return "works"
        } catch {
          if !db.isAutocommitting { try db.run("ROLLBACK TO trial; RELEASE trial") }
          return "fails"
        }
      }
      if outcomes[0] != outcomes[1] { return "\(statement): \(outcomes[0])" }
      if let difference = try contents(made, wanted) { return "after \(statement): \(difference)" }
    }
    return nil
  }

  private static let pragmas = [
    ("integrity_check", "PRAGMA integrity_check"),
    ("foreign_key_check", "PRAGMA foreign_key_check"),
    ("legacy_alter_table", "PRAGMA legacy_alter_table"),
    ("temporary objects", "SELECT count(*) FROM sqlite_temp_schema"),
  ]

  private static func different<T: Hashable & Comparable>(_ made: [T], _ wanted: [T]) -> String? {
    if made.sorted() == wanted.sorted() { return nil }
    let more = Set(made).subtracting(wanted)
    let less = Set(wanted).subtracting(made)
    return "has \(more.sorted()) instead of \(less.sorted())"
  }

  // MARK: - Schema

  private func schema(_ db: PlainConnection) throws -> [String] {
    var facts: [String] = []
    let objects = try db.rows(
      "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite~_%' ESCAPE '~'"
    )
    for object in objects {
      let isTable = object[0] == .text(Array("table".utf8))
      guard case .text(let bytes) = object[3] else { continue }
      let parts = NormalSQL.parts(
        of: String(decoding: bytes, as: UTF8.self), isTable: isTable, keepsOrder: keepsOrder)
      facts.append("\(object[0...2]) \(parts)")
    }
    for table in design.tables {
      let name = SchemaDesign.literal(design.name(table.role))
      // The place of a column is a fact only if the order matters.
      facts += try db.rows(
        "SELECT \(keepsOrder ? "cid" : "0"), name, lower(type), \"notnull\", dflt_value, pk, hidden "
          + "FROM pragma_table_xinfo(\(name))"
      ).map { "\(table.role) \($0)" }
      facts += try db.rows(
        "SELECT \"table\", \"from\", \"to\", on_update, on_delete FROM pragma_foreign_key_list(\(name))"
      ).map { "\(table.role) key \($0)" }
      facts += try db.rows(
        """
        SELECT l."unique", l.origin, l.partial, (SELECT group_concat(x.name || x."desc" || x.coll)
          FROM pragma_index_xinfo(l.name) AS x WHERE x."key") FROM pragma_index_list(\(name)) AS l
        """
      ).map { "\(table.role) index \($0)" }
    }
    return facts
  }

  // MARK: - Rows

  private func contents(_ made: PlainConnection, _ wanted: PlainConnection) throws -> String? {
    for (title, query) in try queries(wanted) {
      let (one, other) = (try made.rows(query), try wanted.rows(query))
      if let difference = Self.different(one.map { "\($0)" }, other.map { "\($0)" }) {
        return "\(title): \(difference)"
      }
    }
    return nil
  }

  /// The queries that show all rows.
  private func queries(_ db: PlainConnection) throws -> [(title: String, sql: String)] {
    var queries: [(String, String)] = []
    for table in design.tables {
      let name = design.quoted(table.role)
      let columns = table.columns.filter { !ignored.contains($0.role) }
        .map { design.quoted($0.role) }
      let key = table.hasReadableRowID && !renumbered.contains(table.role) ? ["rowid"] : []
      queries.append(
        ("rows of \(name)", "SELECT \((key + columns).joined(separator: ", ")) FROM \(name)"))
    }
    for object in design.objects {
      let name = design.quoted(object.role)
      switch object.kind {
      case .view: queries.append(("view \(name)", "SELECT * FROM \(name)"))
      case .externalContent, .ownContent:
        queries.append(("rows of \(name)", "SELECT * FROM \(name)"))
        guard object.sql.contains("fts5") else { continue }
        for word in ["alpha", "oslo", "gamma OR beta", "b", "five"] {
          queries.append(
            ("\(word) in \(name)", "SELECT rowid FROM \(name) WHERE \(name) MATCH '\(word)'"))
        }
      default: continue
      }
    }
    let sequences = "SELECT name, seq FROM sqlite_sequence"
    let hasSequences = try !db.rows("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'")
      .isEmpty
    return queries + (hasSequences ? [("sequences", sequences)] : [])
  }

  // MARK: - Behavior

  /// Statements that run triggers, foreign keys and constraints.
  private func statements(_ db: PlainConnection) throws -> [String] {
    var statements: [String] = []
    for object in design.objects where object.kind == .externalContent {
      let name = design.quoted(object.role)
      statements.append("INSERT INTO \(name) (\(name), rank) VALUES ('integrity-check', 1)")
    }
    for table in design.tables {
      let name = design.quoted(table.role)
      let columns = table.columns.filter { !$0.isGenerated && !ignored.contains($0.role) }
      let copied = columns.filter { !$0.rules.hasPrefix("PRIMARY KEY") }
      guard let first = columns.first.map({ design.quoted($0.role) }) else { continue }
      let values = copied.map { column in
        let value = design.quoted(column.role)
        if column.rules.contains("REFERENCES") { return value }
        return "CASE typeof(\(value)) WHEN 'integer' THEN \(value) + 5000 WHEN 'text' THEN "
          + "\(value) || 'z' ELSE \(value) END"
      }
      let list = copied.map { design.quoted($0.role) }.joined(separator: ", ")
      if !copied.isEmpty {
        statements.append(
          "INSERT INTO \(name) (\(list)) SELECT \(values.joined(separator: ", ")) FROM \(name) "
            + "WHERE \(first) = (SELECT min(\(first)) FROM \(name))")
      }
      statements += copied.map {
        "UPDATE \(name) SET \(design.quoted($0.role)) = \(design.quoted($0.role))"
      }
      statements.append("INSERT INTO \(name) DEFAULT VALUES")
    }
    for table in design.tables {
      let (name, first) = (design.quoted(table.role), design.quoted(table.columns[0].role))
      statements += ["min", "max"].map {
        "DELETE FROM \(name) WHERE \(first) = (SELECT \($0)(\(first)) FROM \(name))"
      }
    }
    statements += design.objects.filter { $0.role == "names" }.map { _ in
      design.sql("INSERT INTO {names} ({id}, {name}) VALUES (90, 'from a view')")
    }
    return statements
  }
}
