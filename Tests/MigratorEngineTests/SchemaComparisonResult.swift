import MigratorEngine

/// Compares the tables of a random world before and after a script, by their values only.
struct SchemaComparisonResult {
  /// Losses as comparable text: `2 rows of cup`, `values of cup.a: 3 overwritten, 1 NULL`.
  typealias Words = Set<String>

  private(set) var losses = Words()
  /// The numbers of rows that violate a foreign key, before and after.
  private(set) var before = 0, after = 0
  /// The number of violations whose key and reference did not exist before.
  private(set) var added = 0
  /// True if a table with a renamed key has too few rows to recognize the key.
  private(set) var isUndecided = false

  private let db: Database
  private let world: TrackedSchema

  /// Runs the statements on a plain connection and compares the contents before and after.
  static func look(_ world: TrackedSchema, _ script: String) throws -> SchemaComparisonResult {
    try DatabaseQueue().inDatabase { try SchemaComparisonResult(world, script, $0) }
  }

  static func values(_ place: String, _ overwritten: Int64, _ nulled: Int64) -> String {
    "values of \(place): \(overwritten) overwritten, \(nulled) NULL"
  }

  private init(_ world: TrackedSchema, _ script: String, _ db: Database) throws {
    (self.world, self.db) = (world, db)
    try db.execute(sql: "PRAGMA foreign_keys = OFF")
    try db.execute(sql: world.setUp)
    let old = try world.formerColumns.reduce(into: [:]) { tables, entry in
      tables[entry.key] = try rows(of: entry.key, "id", entry.value)
    }
    let oldOrphans = try orphans()
    try db.execute(sql: script)
    let newOrphans = try orphans()
    before = oldOrphans.values.reduce(0) { $0 + $1.count }
    after = newOrphans.values.reduce(0) { $0 + $1.count }
    for (former, table) in world.tables {
      try compare(
        former, table, old[former] ?? [:], oldOrphans[former] ?? [],
        table.flatMap { newOrphans[$0.name] } ?? [])
    }
  }

  /// The rowids of the rows that violate a foreign key according to SQLite's own check.
  private func orphans() throws -> [String: Set<Int64>] {
    try Row.fetchAll(db, sql: "SELECT \"table\", rowid FROM pragma_foreign_key_check").reduce(
      into: [:]
    ) {
      $0[try $1.decode(String.self, atIndex: 0), default: []].insert(try $1.decode(atIndex: 1))
    }
  }

  private mutating func compare(
    _ former: String, _ table: TrackedSchema.Table?, _ old: [Int64: [String?]],
    _ oldOrphans: Set<Int64>, _ orphans: Set<Int64>
  ) throws {
    func loseTable() {
      losses.insert("table \(former)")
      if !old.isEmpty { losses.insert("\(old.count) rows of \(former)") }
    }
    guard let table else { return loseTable() }
    let now = try rows(of: table.name, table.key, table.columns.map(\.name))
    let columns = world.formerColumns[former] ?? []
    let matched = old.filter { now[$0.key] != nil }
    /// The current index of a column, or `nil` if nothing shows that it is the same column.
    func present(_ column: String, _ place: Int) -> Int? {
      guard let index = table.columns.firstIndex(where: { $0.former == column }) else { return nil }
      let isNamed = !table.columns[index].isCopied
      if isNamed, !table.isMoved || table.columns[index].name == column { return index }
      // A column recognized by its contents has all values, and the values differ from each other.
      let pairs = matched.map { ($0.value[place], now[$0.key]?[index]) }
      let areSame = pairs.allSatisfy { $0.0 == $0.1 }
      return areSame && Set(pairs.compactMap(\.0)).count > 1 ? index : nil
    }
    let places = columns.enumerated().map { present($1, $0) }
    if table.isMoved {
      let isKept =
        old.count > 1 && matched.count == old.count && now.count == old.count
        && !places.contains(nil)
        && matched.allSatisfy { id, values in
          zip(places, values).allSatisfy { place, value in
            // A NULL may have been filled.
            value == nil || value == place.flatMap { now[id]?[$0] }
          }
        }
      guard isKept else {
        added += orphans.count
        return loseTable()
      }
    }
    if table.key != "id", matched.count < 2 { isUndecided = true }
    let reference = columns.firstIndex(of: "league")
    added +=
      orphans.filter { id in
        guard let reference, let place = places[reference], oldOrphans.contains(id) else {
          return true
        }
        return old[id]?[reference] != now[id]?[place]
      }.count
    if table.isMoved { return }
    let gone = old.count - matched.count
    if gone > 0 { losses.insert("\(gone) rows of \(table.name)") }
    for (place, column) in columns.enumerated() {
      guard let present = places[place] else {
        losses.insert("column \(column) of \(table.name)")
        continue
      }
      let pairs = matched.compactMap { id, values in
        values[place].map { ($0, now[id]?[present]) }
      }
      let nulled = Int64(pairs.count { $0.1 == nil })
      let overwritten = Int64(pairs.count { $0.1 != nil && $0.1 != $0.0 })
      if nulled + overwritten > 0 {
        let name = "\(table.name).\(table.columns[present].name)"
        losses.insert(Self.values(name, overwritten, nulled))
      }
    }
  }

  private func rows(
    of table: String, _ key: String, _ columns: [String]
  ) throws -> [Int64: [String?]] {
    let list = ([key] + columns).joined(separator: ", ")
    return try Row.fetchAll(db, sql: "SELECT \(list) FROM \(table)").reduce(into: [:]) {
      rows, row in
      rows[try row.decode(atIndex: 0)] = row.databaseValues.dropFirst().map {
        $0.isNull ? nil : "\($0)"
      }
    }
  }
}
