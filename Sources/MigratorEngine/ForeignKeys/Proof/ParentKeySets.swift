internal import MigratorSQLite

/// The parent keys in memory, each collected once for all foreign keys that refer to them.
final class ParentKeySets {
  private struct Place: Hashable {
    let parent: SQLName
    let column: SQLName
    let isRowID: Bool
    let ignoresCase: Bool
  }

  private let db: Database
  private let catalog: ForeignKeyCatalog
  private let isUTF8: Bool
  private let tuning: CheckTuning
  private var bytesLeft: Int
  private var sets: [Place: KeySet?] = [:]
  private var sizes: [SQLName: Int?] = [:]

  init(_ db: Database, catalog: ForeignKeyCatalog, _ tuning: CheckTuning) throws {
    self.tuning = tuning
    self.db = db
    self.catalog = catalog
    bytesLeft = tuning.byteLimit
    isUTF8 = try String.fetchOne(db, sql: "PRAGMA main.encoding") == "UTF-8"
  }

  /// Returns the keys that prove a foreign key completely, or `nil` if they cannot prove it.
  ///
  /// Only keys for which equal bytes mean equal keys qualify: integers against a rowid, and strings
  /// and blobs against a column that stores them unchanged.
  ///
  /// Also returns `nil` if too few rows refer to the parent to justify the cost.
  func keys(
    for key: ForeignKeyInfo, _ parentKey: ParentLookup, childCount: Int?
  ) throws -> KeySet? {
    let column: String
    var ignoresCase = false
    var isRowID = false
    switch parentKey {
    case .missing:
      return nil
    case .rowID(let name):
      column = name
      isRowID = true
    case .index(let columns):
      guard columns.count == 1 else { return nil }
      column = columns[0].name
      let shape = try catalog.table(key.destinationTable)
      let affinity = shape.affinity(of: column)
      // In a UTF-16 database, invalid strings may become equal when SQLite converts them.
      guard isUTF8, affinity == .text || affinity == .blob else { return nil }
      switch columns[0].collation?.uppercased() {
      case "BINARY", "RTRIM": break
      case "NOCASE": ignoresCase = true
      default: return nil
      }
    }
    let place = Place(
      parent: key.parentKey, column: SQLName(column), isRowID: isRowID,
      ignoresCase: ignoresCase)
    if let known = sets[place] { return known }
    let shape = try catalog.table(key.destinationTable)
    let size = try parentCount(key, shape)
    if let childCount, let size, childCount < size / tuning.parentsPerChild { return nil }
    let set = try collect(place, shape, column: column, expectedCount: size ?? 0)
    bytesLeft -= set?.byteCount ?? 0
    sets[place] = .some(set)
    return set
  }

  private func parentCount(_ key: ForeignKeyInfo, _ shape: TableShape) throws -> Int? {
    if let known = sizes[key.parentKey] { return known }
    let size = try TableSample(shape, in: db)?.rowCount
    sizes[key.parentKey] = .some(size)
    return size
  }

  private func collect(
    _ place: Place, _ shape: TableShape, column: String, expectedCount: Int
  ) throws -> KeySet? {
    let name = column.quotedDatabaseIdentifier
    let kind: KeySet.Kind
    if place.isRowID {
      let least = try Int64.fetchOne(db, sql: "SELECT min(\(name)) FROM \(shape.quotedName)")
      let greatest = try Int64.fetchOne(db, sql: "SELECT max(\(name)) FROM \(shape.quotedName)")
      // An empty table has no keys, so the range does not matter.
      kind = .integers((least ?? 0)...(greatest ?? 0))
    } else {
      kind = place.ignoresCase ? .bytesIgnoringCase : .bytes
    }
    return try db.collectKeys(
      kind, "p.\(name)", from: "\(shape.quotedName) AS p", expectedCount: expectedCount,
      byteLimit: bytesLeft)
  }
}
