internal import MigratorSQLite
internal import MigratorSchema

/// The schema that people made, and where its tables have their rows, at one moment.
struct KnownSchema {
  /// `PRAGMA schema_version`: the same number is the same schema.
  var version: Int64 { rows.version }
  /// The objects.
  let objects: SchemaSnapshot
  /// The tables that store rows, the ledger left out.
  let places: [SQLName: RowCensus.Place]
  /// Whether something in it may ask what happened in a connection, as ``StepConnection`` has it.
  var asksConnection: Bool { !asking.isEmpty }

  /// The rows of all of it.
  let rows: SchemaRows
  private let asking: Set<SQLName>

  /// Reads it, the tables of the ledger left out, since an earlier moment, which is good while
  /// nothing but this connection wrote; the rows were read after those of that.
  ///
  /// - Complexity: O(*n* log *n*) for *n* objects; after an earlier moment O(*n*), and what is not
  ///   known costs more than the rest.
  init(
    _ db: Database, _ rows: SchemaRows, besides ledgers: [String], since known: KnownSchema? = nil
  ) throws {
    self.rows = rows
    guard let known, let changed = rows.changed, rows.isLegible, known.rows.isLegible,
      !rows.hasVirtualTables, !known.rows.hasVirtualTables
    else {
      // What belongs to a virtual table, its module is asked.
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

  /// The names of which something is other than at an earlier moment; `nil` where that is not known, or where
  /// virtual tables keep their rows under other names.
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
