import MigratorEngine

/// A schema as Drizzle's snapshots describe it.
///
/// It contains only objects that Drizzle can declare: ordinary tables with their indexes, and
/// views.
struct DrizzleSchema {
  struct Column: Hashable {
    let name: String
    let type: String
    let isNotNull: Bool
    /// True if the column by itself is the primary key.
    let isKey: Bool
    let isAutoincrement: Bool
    /// The SQL of the default value.
    let defaultValue: String?
    let generated: DrizzleTexts.Generated?
  }

  struct ForeignKey: Hashable {
    let columns: [String]
    let parent: String
    let parentColumns: [String]
    let onUpdate: String
    let onDelete: String
  }

  struct Table: Hashable {
    let name: String
    var columns: [Column] = []
    /// The columns of the primary key, in the order of the key.
    var primaryKey: [String] = []
    /// The columns of each `UNIQUE` constraint.
    var uniqueKeys: [[String]] = []
    var foreignKeys: [ForeignKey] = []
    var indexes: [DrizzleTexts.Index] = []
    var checks: [DrizzleTexts.Check] = []
  }

  struct View: Hashable {
    let name: String
    let definition: String
  }

  private(set) var tables: [Table] = []
  private(set) var views: [View] = []

  /// Reads a schema with the help of SQLite, in an in-memory database.
  ///
  /// - Throws: `DatabaseError` if SQLite rejects a table or an index.
  init(_ schema: SchemaSnapshot) throws {
    let objects = schema.objects.filter {
      $0.owner == nil && !$0.isVirtual && !$0.name.asciiLowercased.hasPrefix("sqlite_")
    }
    views = objects.filter { $0.kind == .view }.compactMap { view in
      view.sql.flatMap(DrizzleTexts.definition).map { View(name: view.name, definition: $0) }
    }
    let tables = objects.filter { $0.kind == .table && $0.sql != nil }
    let names = Set(tables.map { SQLName($0.name) })
    let indexes = objects.filter { $0.kind == .index && names.contains(SQLName($0.tableName)) }
    let queue = try DatabaseQueue()
    defer { try? queue.close() }
    self.tables = try queue.barrierWriteWithoutTransaction { db in
      try db.withDoubleQuotedStringLiterals(accepted: true) {
        for object in tables + indexes { if let sql = object.sql { try db.execute(sql: sql) } }
      }
      return try tables.map { table in
        try Self.table(table, indexes.filter { SQLName($0.tableName) == SQLName(table.name) }, db)
      }
    }
  }

  private static func table(
    _ object: SchemaObject, _ indexes: [SchemaObject], _ db: Database
  ) throws -> Table {
    let texts = DrizzleTexts(object.sql ?? "")
    var table = Table(name: object.name, checks: texts.checks)
    let rows = try Row.fetchAll(
      db, sql: "SELECT * FROM pragma_table_xinfo(?) ORDER BY cid", arguments: [object.name])
    let keys = rows.filter { $0["pk"] as Int? ?? 0 > 0 }
      .sorted { ($0["pk"] as Int? ?? 0) < ($1["pk"] as Int? ?? 0) }
    table.primaryKey = keys.map { $0["name"] as String? ?? "" }
    table.columns = rows.map { row in
      let name = row["name"] as String? ?? ""
      let isKey = table.primaryKey == [name]
      return Column(
        name: name, type: DrizzleTexts.type(row["type"] as String? ?? ""),
        isNotNull: row["notnull"] as Int? ?? 0 != 0, isKey: isKey,
        isAutoincrement: isKey && texts.isAutoincrement,
        defaultValue: row["dflt_value"] as String?, generated: texts.generated[SQLName(name)])
    }
    let lists = try Row.fetchAll(
      db, sql: "SELECT name FROM pragma_index_list(?) WHERE origin = 'u' ORDER BY seq DESC",
      arguments: [object.name])
    table.uniqueKeys = try lists.map { row in
      try String.fetchAll(
        db, sql: "SELECT name FROM pragma_index_info(?) ORDER BY seqno",
        arguments: [row["name"] as String? ?? ""])
    }
    table.foreignKeys = try foreignKeys(of: object.name, db)
    table.indexes = indexes.compactMap { index in
      index.sql.flatMap { DrizzleTexts.Index(name: index.name, sql: $0) }
    }
    return table
  }

  private static func foreignKeys(of table: String, _ db: Database) throws -> [ForeignKey] {
    let rows = try Row.fetchAll(
      db, sql: "SELECT * FROM pragma_foreign_key_list(?) ORDER BY id DESC, seq",
      arguments: [table])
    var keys: [(id: Int, key: ForeignKey)] = []
    for row in rows {
      let (id, parent) = (row["id"] as Int? ?? 0, row["table"] as String? ?? "")
      var own: [String] = []
      var others: [String] = []
      if let last = keys.last, last.id == id {
        (own, others) = (last.key.columns, last.key.parentColumns)
        keys.removeLast()
      }
      own.append(row["from"] as String? ?? "")
      if let column = row["to"] as String? { others.append(column) }
      keys.append(
        (
          id,
          ForeignKey(
            columns: own, parent: parent, parentColumns: others,
            onUpdate: row["on_update"] as String? ?? "NO ACTION",
            onDelete: row["on_delete"] as String? ?? "NO ACTION")
        ))
    }
    return try keys.map { _, key in
      guard key.parentColumns.isEmpty else { return key }
      // A clause without parent columns refers to the parent's primary key.
      return ForeignKey(
        columns: key.columns, parent: key.parent,
        parentColumns: try String.fetchAll(
          db, sql: "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk",
          arguments: [key.parent]),
        onUpdate: key.onUpdate, onDelete: key.onDelete)
    }
  }
}
