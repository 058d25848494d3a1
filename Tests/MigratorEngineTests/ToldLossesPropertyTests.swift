import MigratorEngine
import MigratorTestSupport
import Testing

/// What any migration is said to lose is what two looks at the file find to be gone.
struct ToldLossesPropertyTests {
  /// What is lost, in words that can be compared: `2 rows of cup`, `value of cup.a: 3 overwritten, 1 NULL`.
  private typealias Words = Set<String>

  @Test(arguments: 0..<4)
  func `what is told as lost is gone, and what is gone is told`(part: Int) throws {
    var lossy = 0
    for seed in 0..<UInt64(120) where seed % 4 == part {
      var world = FollowedWorld(seed: seed)
      let folder = try TemporaryFolder()
      let path = try folder.makeDatabase(sql: world.setUp)
      let script = world.migration()
      let report = try DryRun.run(path: path, migrator: DatabaseMigrator(["1": script]))
      let found = try look(world, script)
      #expect(report.failure == nil, "\(seed): \(script)")
      #expect(told(Losses(of: report.steps)) == found, "\(seed): \(script)")
      if !found.isEmpty { lossy += 1 }
    }
    #expect(lossy > 10)
  }

  private func told(_ losses: Losses) -> Words {
    var words = Words(losses.rows.map { "\($0.count) rows of \($0.table)" })
    words.formUnion(losses.tables.map { "table \($0)" })
    words.formUnion(losses.columns.map { "column \($0.column) of \($0.table)" })
    words.formUnion(losses.unseen.map { "unseen \($0.table)" })
    for values in losses.values {
      words.insert(
        Self.values(
          "\(values.table).\(values.column)", values.changes.replaced, values.changes.nulled))
    }
    return words
  }

  private static func values(_ place: String, _ overwritten: Int64, _ nulled: Int64) -> String {
    "values of \(place): \(overwritten) overwritten, \(nulled) NULL"
  }

  /// Runs the statements on a plain connection, and compares what was there with what is.
  private func look(_ world: FollowedWorld, _ script: String) throws -> Words {
    try DatabaseQueue().inDatabase { db in
      try db.execute(sql: world.setUp)
      let before = try world.formerColumns.reduce(into: [:]) { tables, entry in
        tables[entry.key] = try rows(of: entry.key, entry.value, db)
      }
      try db.execute(sql: script)
      var words = Words()
      for (former, table) in world.tables {
        let old = before[former] ?? [:]
        guard let table else {
          words.insert("table \(former)")
          if !old.isEmpty { words.insert("\(old.count) rows of \(former)") }
          continue
        }
        let now = try rows(of: table.name, table.columns.map(\.name), db)
        let gone = old.keys.filter { now[$0] == nil }.count
        if gone > 0 { words.insert("\(gone) rows of \(table.name)") }
        for (place, column) in (world.formerColumns[former] ?? []).enumerated() {
          guard let present = table.columns.firstIndex(where: { $0.former == column }) else {
            words.insert("column \(column) of \(table.name)")
            continue
          }
          let pairs = old.compactMap { id, values -> (String, String?)? in
            guard let value = values[place], let row = now[id] else { return nil }
            return (value, row[present])
          }
          let nulled = Int64(pairs.count { $0.1 == nil })
          let overwritten = Int64(pairs.count { $0.1 != nil && $0.1 != $0.0 })
          if nulled + overwritten > 0 {
            let name = "\(table.name).\(table.columns[present].name)"
            words.insert(Self.values(name, overwritten, nulled))
          }
        }
      }
      return words
    }
  }

  private func rows(
    of table: String, _ columns: [String], _ db: Database
  ) throws -> [Int64: [String?]] {
    let list = (["id"] + columns).joined(separator: ", ")
    return try Row.fetchAll(db, sql: "SELECT \(list) FROM \(table)").reduce(into: [:]) {
      rows, row in
      rows[try row.decode(atIndex: 0)] = try columns.indices.map { try row.decode(atIndex: $0 + 1) }
    }
  }
}
