internal import MigratorSQLite

/// The rows of `sqlite_master` at one moment, used to find the changes of a migration.
struct SchemaRows {
  /// A row, shared by all moments that contain it.
  final class Entry: Equatable {
    let rowID: Int64
    let type: String
    let name: String
    let tableName: String
    let sql: String?
    let rootPage: Int64
    /// The name and the table's name, in the form in which SQLite compares them.
    let key: SQLName
    let tableKey: SQLName
    var isVirtualTable: Bool { rootPage == 0 && type == "table" }

    fileprivate init(_ row: SchemaRow) throws {
      rowID = row.rowID
      type = try row.type
      name = try row.name
      tableName = try row.tableName
      sql = try row.sql
      rootPage = row.rootPage
      key = SQLName(name)
      tableKey = SQLName(tableName)
    }

    fileprivate func isSame(_ row: SchemaRow) -> Bool {
      row.has(type: type, name: name, tableName: tableName, sql: sql, rootPage: rootPage)
    }

    static func == (one: Entry, other: Entry) -> Bool {
      if one === other { return true }
      return one.type == other.type && one.rootPage == other.rootPage
        && one.name.hasSameBytes(as: other.name)
        && one.tableName.hasSameBytes(as: other.tableName)
        && (one.sql ?? "").hasSameBytes(as: other.sql ?? "")
    }
  }

  /// The rows by name and by table name, in storage order.
  private(set) var entries = OverlaidDictionary<SQLName, [Entry]>()
  /// `PRAGMA schema_version`: equal numbers mean equal schemas.
  let version: Int64
  /// `true` if all names can be distinguished; SQLite allows names that are not valid UTF-8.
  var isLegible: Bool { illegible.isEmpty }
  /// The names whose rows differ from the earlier moment; `nil` if there is no earlier moment.
  private(set) var changed: Set<SQLName>?
  /// The version at the earlier moment, or `nil` if there is none.
  let versionBefore: Int64?

  /// All rows in storage order.
  private var ordered = OverlaidArray<Entry>()
  private var illegible: Set<SQLName> = []
  private var virtualTables: Set<SQLName> = []
  var hasVirtualTables: Bool { !virtualTables.isEmpty }

  /// Reads the rows, and reuses those of an earlier moment.
  ///
  /// `known` is valid only if no other connection has written since it was read. `isGrown` means
  /// that objects were created since then, and nothing else was changed.
  ///
  /// - Complexity: O(*n*) in the number of rows, but only unknown rows are copied. If the schema
  ///   only grew, reads the new rows and copies O(√*n*) for each on average.
  init(_ db: Database, known: SchemaRows? = nil, isGrown: Bool = false) throws {
    version = try db.integerPragma("schema_version")
    changed = known.map { _ in [] }
    versionBefore = known?.version
    if let known {
      (entries, illegible) = (known.entries, known.illegible)
      virtualTables = known.virtualTables
      if known.version == version {
        ordered = known.ordered
        return
      }
    }
    if isGrown, let known, try append(to: known, db) { return }
    let old = known?.ordered.elements ?? []
    var next = 0
    try db.forEachSchemaRow { row in
      let rowID = row.rowID
      while next < old.count && old[next].rowID < rowID {
        remove(old[next])
        next += 1
      }
      if next < old.count && old[next].rowID == rowID {
        next += 1
        if old[next - 1].isSame(row) { return ordered.append(old[next - 1]) }
        remove(old[next - 1])
      }
      add(try Entry(row))
    }
    for entry in old[next...] { remove(entry) }
  }

  /// Reads the rows after the last known one.
  ///
  /// Returns `false` and changes nothing if some known rows are missing.
  private mutating func append(to known: SchemaRows, _ db: Database) throws -> Bool {
    var new: [Entry] = []
    let last = known.ordered.last?.rowID ?? 0
    try db.forEachSchemaRow(where: [.rowID(above: last)]) { new.append(try Entry($0)) }
    guard try db.schemaRowCount() == known.ordered.count + new.count else { return false }
    ordered = known.ordered
    for entry in new { add(entry) }
    return true
  }

  private mutating func add(_ entry: Entry) {
    ordered.append(entry)
    // Invalid UTF-8 is read as U+FFFD.
    if entry.name.unicodeScalars.contains("\u{FFFD}") || entry.name.utf8.contains(0) {
      illegible.insert(entry.key)
    }
    if entry.isVirtualTable { virtualTables.insert(entry.key) }
    change(entry) { entries in
      let place = entries.lastIndex { $0.rowID < entry.rowID }.map { $0 + 1 } ?? 0
      entries.insert(entry, at: place)
    }
  }

  private mutating func remove(_ entry: Entry) {
    change(entry) { entries in
      entries.removeAll { $0.rowID == entry.rowID }
    }
    // Legible names are unique. Several illegible names may have the same key, so other rows may
    // remain.
    if entries[entry.key] == nil { illegible.remove(entry.key) }
    if entry.isVirtualTable { virtualTables.remove(entry.key) }
  }

  private mutating func change(_ entry: Entry, _ body: (inout [Entry]) -> Void) {
    for name in entry.key == entry.tableKey ? [entry.key] : [entry.key, entry.tableKey] {
      changed?.insert(name)
      var all = entries[name] ?? []
      body(&all)
      entries[name] = all.isEmpty ? nil : all
    }
  }

  var all: [Entry] { ordered.elements }

  func named(_ names: Set<SQLName>) -> [Entry] {
    names.flatMap { name in (entries[name] ?? []).filter { $0.key == name } }
  }

  func table(_ name: SQLName) -> Entry? {
    entries[name]?.first { $0.type == "table" && $0.key == name }
  }

  /// Returns the object with a name and its indexes, but not triggers, which do not affect foreign
  /// keys.
  func structure(of name: SQLName) -> [Entry] {
    (entries[name] ?? []).filter { $0.type != "trigger" }
  }

  func indexes(of name: SQLName) -> [Entry] {
    (entries[name] ?? []).filter { $0.type == "index" }
  }

  func tableName(ofIndex index: String) -> SQLName? {
    let name = SQLName(index)
    return entries[name]?.first { $0.type == "index" && $0.key == name }?.tableKey
  }
}
