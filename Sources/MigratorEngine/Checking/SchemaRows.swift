internal import MigratorSQLite

/// The rows of `sqlite_master` at one moment, to find out what a migration changed.
struct SchemaRows {
  struct Entry: Equatable {
    let type: String
    let name: String
    let tableName: String
    let sql: String?
    let rootPage: Int64

    static func == (one: Entry, other: Entry) -> Bool {
      one.type == other.type && one.rootPage == other.rootPage
        && one.name.hasSameBytes(as: other.name)
        && one.tableName.hasSameBytes(as: other.tableName)
        && (one.sql ?? "").hasSameBytes(as: other.sql ?? "")
    }
  }

  /// The rows under the names of their tables, in the order they are stored.
  let entries: [FoldedName: [Entry]]
  /// `PRAGMA schema_version`: the same number is the same schema.
  let version: Int64
  /// Whether all names can be told apart: SQLite allows names that are no text.
  let isLegible: Bool

  /// Reads the rows.
  ///
  /// - Parameters:
  ///   - db: A connection.
  ///   - known: The rows of an earlier moment, good while nothing but this connection wrote.
  /// - Throws: `DatabaseError`.
  init(_ db: Database, known: SchemaRows? = nil) throws {
    version = try db.integerPragma("schema_version")
    if let known, known.version == version {
      entries = known.entries
      isLegible = known.isLegible
      return
    }
    var entries: [FoldedName: [Entry]] = [:]
    var isLegible = true
    let rows = try Row.fetchCursor(
      db, sql: "SELECT type, name, tbl_name, sql, rootpage FROM main.sqlite_master")
    while let row = try rows.next() {
      let entry = Entry(
        type: try row.decode(at: 0), name: try row.decode(at: 1), tableName: try row.decode(at: 2),
        sql: try row.decode(String?.self, at: 3), rootPage: try row.decode(at: 4))
      let (name, tableName) = (FoldedName(entry.name), FoldedName(entry.tableName))
      entries[name, default: []].append(entry)
      if name != tableName { entries[tableName, default: []].append(entry) }
      // Bytes that are no UTF-8 are read as U+FFFD.
      if entry.name.unicodeScalars.contains("\u{FFFD}") || entry.name.utf8.contains(0) {
        isLegible = false
      }
    }
    self.entries = entries
    self.isLegible = isLegible
  }

  /// The table of a name, or `nil` for none.
  func table(_ name: FoldedName) -> Entry? {
    entries[name]?.first { $0.type == "table" && FoldedName($0.name) == name }
  }

  /// What goes by a name and the indexes of it; triggers have no part in foreign keys.
  func structure(of name: FoldedName) -> [Entry] {
    entries[name, default: []].filter { $0.type != "trigger" }
  }

  /// The indexes of a table.
  func indexes(of name: FoldedName) -> [Entry] {
    entries[name, default: []].filter { $0.type == "index" }
  }

  /// The table of an index, or `nil` when there is no such index.
  func tableName(ofIndex index: String) -> FoldedName? {
    let name = FoldedName(index)
    return entries[name]?.first { $0.type == "index" && FoldedName($0.name) == name }
      .map { FoldedName($0.tableName) }
  }
}
