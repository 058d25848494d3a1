internal import MigratorSQLite
internal import MigratorSchema

/// The schema and the places of its tables' rows at one moment.
///
/// Internal objects of SQLite and the ledger are left out.
struct KnownSchema {
  /// `PRAGMA schema_version`, which identifies the schema.
  var version: Int64 { rows.version }
  let objects: SchemaSnapshot
  /// The tables that store rows, without the ledger.
  let places: [SQLName: RowCensus.Place]
  var readsConnectionHistory: Bool { !asking.isEmpty }

  let rows: SchemaRows
  private let asking: Set<SQLName>

  /// Reads the schema, reusing an earlier state.
  ///
  /// The earlier state must be up to date except for changes by this connection. Its rows must have
  /// been read before `rows`.
  ///
  /// - Complexity: O(*n* log *n*) for *n* objects; O(*n*) with an earlier state, where unknown
  ///   objects are the most expensive part.
  init(
    _ db: Database, _ rows: SchemaRows, besides ledgers: [String], since known: KnownSchema? = nil
  ) throws {
    self.rows = rows
    guard let known, let changed = rows.changed, rows.isLegible, known.rows.isLegible,
      !rows.hasVirtualTables, !known.rows.hasVirtualTables
    else {
      // For virtual tables, the module decides which tables are shadow tables.
      objects = try db.userSchema(besides: ledgers)
      places = try RowCensus.Place.all(db, besides: ledgers).reduce(into: [:]) { $0[$1.name] = $1 }
      asking = Set(rows.all.filter(Self.asks).map(\.key))
      return
    }
    let (gone, new) = (known.rows.named(changed), rows.named(changed))
    objects = known.objects.replacing(
      Self.objects(gone, besides: ledgers), by: Self.objects(new, besides: ledgers))
    let left = Set(ledgers.map(SQLName.init(_:)))
    var places = known.places
    var asking = known.asking
    for entry in gone {
      places[entry.key] = nil
      asking.remove(entry.key)
    }
    for entry in new {
      if entry.type == "table", RowCensus.Place.isCounted(entry.key, besides: left) {
        places[entry.key] = RowCensus.Place(
          name: entry.key, rootPage: entry.rootPage, stored: entry.key)
      }
      if Self.asks(entry) { asking.insert(entry.key) }
    }
    self.places = places
    self.asking = asking
  }

  /// The names of objects that changed since an earlier state.
  ///
  /// `nil` if that is unknown, or if virtual tables store their rows under other names.
  func others(than known: KnownSchema) -> Set<SQLName>? {
    guard !rows.hasVirtualTables, !known.rows.hasVirtualTables else { return nil }
    if rows.version == known.version { return [] }
    return rows.versionBefore == known.version ? rows.changed : nil
  }

  private static func objects(
    _ entries: [SchemaRows.Entry], besides ledgers: [String]
  ) -> [SchemaObject] {
    let all = entries.compactMap { entry in
      SchemaObject.Kind(rawValue: entry.type).map {
        SchemaObject(kind: $0, name: entry.name, tableName: entry.tableName, sql: entry.sql)
      }
    }
    return SchemaSnapshot(objects: all).userObjects(besides: ledgers).objects
  }

  private static func asks(_ entry: SchemaRows.Entry) -> Bool {
    StepConnection.isAsked(by: entry.sql ?? "")
  }
}
