/// Makes the databases before and after a change without the product.
enum ExpectedDatabase {
  /// A database with the former schema and its rows.
  static func former(_ design: SchemaDesign) throws -> PlainConnection {
    let db = try PlainConnection()
    for statement in design.statements { try db.run(statement) }
    for row in design.rows { try db.run(design.sql(row)) }
    return db
  }

  /// A database with the wanted schema, to which SQLite itself copied the rows of the former one.
  ///
  /// SQLite converts values when it stores them in columns of another type, so no rule about
  /// conversions is repeated here.
  ///
  /// SQLite runs the foreign-key actions on several child tables in the order in which the tables
  /// were created, which no rule determines. Triggers can show it, so `order` contains the names of
  /// the tables of the migrated database, in order.
  static func wanted(
    _ change: DesignChange, from old: SchemaDesign, _ former: PlainConnection,
    to new: SchemaDesign, order: [String] = []
  ) throws -> PlainConnection {
    let db = try PlainConnection()
    try db.run("PRAGMA foreign_keys = OFF")
    let places = Dictionary(
      order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    func place(_ table: SchemaDesign.Table) -> Int { places[new.name(table.role)] ?? .max }
    for table in new.tables.sorted(by: { place($0) < place($1) }) { try db.run(new.sql(table)) }
    for object in new.objects where object.kind.isVirtual { try db.run(new.sql(object.sql)) }
    for table in new.tables {
      if let source = old.table(table.role) {
        try copy(source, table, change, old, former, new, db)
      }
    }
    for object in new.objects {
      let name = new.quoted(object.role)
      switch object.kind {
      case .externalContent: try db.run("INSERT INTO \(name) (\(name)) VALUES ('rebuild')")
      case .ownContent:
        guard old.objects.contains(where: { $0.role == object.role }) else { continue }
        let key = object.sql.contains("fts5") ? "rowid, " : ""
        let names = try former.texts(
          "SELECT name FROM pragma_table_info(\(SchemaDesign.literal(old.name(object.role))))")
        let rows = try former.rows("SELECT \(key)* FROM \(old.quoted(object.role))")
        let places = try db.texts(
          "SELECT name FROM pragma_table_info(\(SchemaDesign.literal(new.name(object.role))))")
        // The columns keep their places; only names change.
        let columns = (places.isEmpty ? names : places).map(SchemaDesign.quoted)
        for row in rows {
          _ = try db.rows(
            "INSERT INTO \(name) (\(key)\(columns.joined(separator: ", "))) VALUES "
              + "(\(row.map { _ in "?" }.joined(separator: ", ")))", row)
        }
      default: continue
      }
    }
    for object in new.objects where !object.kind.isVirtual { try db.run(new.sql(object.sql)) }
    return db
  }

  private static func copy(
    _ source: SchemaDesign.Table, _ target: SchemaDesign.Table, _ change: DesignChange,
    _ old: SchemaDesign, _ former: PlainConnection, _ new: SchemaDesign, _ db: PlainConnection
  ) throws {
    let columns = target.columns.filter { !$0.isGenerated }
    var pairs: [(column: String, value: String, marks: String)] = []
    for column in columns {
      let value = change.fills[column.role] ?? change.defaults[column.role]
      if source.column(column.role) != nil {
        let mark = value.map { "coalesce(?, \($0))" } ?? "?"
        pairs.append((new.quoted(column.role), old.quoted(column.role), mark))
      } else if let value {
        // A row has no value, so there is nothing to copy.
        pairs.append((new.quoted(column.role), "NULL", "coalesce(?, \(value))"))
      }
    }
    if source.hasReadableRowID, target.hasHiddenRowID {
      pairs.insert(("rowid", "rowid", "?"), at: 0)
    }
    func list(_ parts: [String]) -> String { parts.joined(separator: ", ") }
    for row in try former.rows(
      "SELECT \(list(pairs.map(\.value))) FROM \(old.quoted(source.role)) ORDER BY "
        + "\(list((1...pairs.count).map { "\($0)" }))")
    {
      _ = try db.rows(
        "INSERT OR ABORT INTO \(new.quoted(target.role)) (\(list(pairs.map(\.column)))) "
          + "VALUES (\(list(pairs.map(\.marks))))", row)
    }
    guard source.isAutoincremented, target.isAutoincremented else { return }
    let numbers = try former.rows(
      "SELECT seq FROM sqlite_sequence WHERE name = \(SchemaDesign.literal(old.name(source.role)))")
    let name = SchemaDesign.literal(new.name(target.role))
    try db.run("DELETE FROM sqlite_sequence WHERE name = \(name)")
    for number in numbers {
      _ = try db.rows("INSERT INTO sqlite_sequence (name, seq) VALUES (\(name), ?)", number)
    }
  }
}

extension SchemaDesign.Table {
  /// True if rows have a rowid.
  var hasReadableRowID: Bool { !options.contains("WITHOUT ROWID") }

  /// True if the rowid is not also a column.
  var hasHiddenRowID: Bool {
    hasReadableRowID
      && !columns.contains {
        $0.type.lowercased() == "integer" && $0.rules.hasPrefix("PRIMARY KEY")
      }
  }
}
