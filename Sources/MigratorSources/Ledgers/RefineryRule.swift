import MigratorEngine

/// The ledger of refinery: a row for each version, whose name and checksum are compared.
///
/// Source: rust-db/refinery `refinery_core/src/traits/mod.rs`.
struct RefineryRule: LedgerRule {
  static let tableName = "refinery_schema_history"
  /// The fact that holds the column `name`.
  static let nameFact = "name"
  /// The fact of projects whose versions have 64 bits.
  static let wideFact = "int8"
  /// The fact of migrations that may be applied after higher versions.
  static let unversionedFact = "unversioned"
  let name: String
  /// Whether versions have 64 bits in a ledger that is made anew.
  let isWide: Bool

  /// What a row says, as far as refinery could read it.
  private struct Row {
    let version: Int64
    let name: String
    let time: String
    let checksum: String

    init?(_ row: [String: DatabaseValue]) {
      guard let version = row["version"]?.looseInteger, let name = row["name"]?.looseText,
        let time = row["applied_on"]?.looseText, RFC3339.isValid(time),
        let checksum = row["checksum"]?.looseText, UInt64(checksum) != nil
      else { return nil }
      self.version = version
      self.name = name
      self.time = time
      self.checksum = checksum
    }
  }

  /// The declared type of the column tells with how many bytes a version is hashed.
  private func isWide(_ contents: LedgerContents) -> Bool {
    guard let column = table(contents)?.columns.first(where: { $0.name.lowercased() == "version" })
    else { return isWide }
    return ["int8", "bigint"].contains(column.type.lowercased())
  }

  func reading(of migrations: [ToolMigration], _ contents: LedgerContents) -> LedgerReading {
    guard let table = table(contents) else { return LedgerReading(exists: false) }
    var reading = LedgerReading()
    let byVersion = Dictionary(migrations.map { ($0.key, $0) }) { first, _ in first }
    var stop: StepObstacle?
    let rows = table.rows.map { row in
      (version: row["version"]?.looseInteger, values: row, read: Row(row))
    }
    for row in rows.sorted(by: { $0.version ?? .min < $1.version ?? .min }) {
      guard let version = row.version else { continue }
      let migration = byVersion[String(version)]
      let note = migration.flatMap { change(of: $0, row.read, isWide(contents)) }
      if let migration, note != nil {
        stop = stop ?? divergence(migration)
      } else if migration == nil {
        stop = stop ?? missing(version, row.values["name"]?.looseText ?? "")
      }
      reading.records.append(
        LedgerReading.Record(
          migration?.identifier ?? Self.words(version, row.values["name"]?.looseText ?? ""),
          appliedAt: row.values["applied_on"]?.looseText,
          state: note == nil ? .applied : .changed, note: note))
    }
    let applied = Set(rows.compactMap(\.version))
    let unreadable = rows.contains { $0.read == nil } ? unreadable : nil
    reading.obstacle = unreadable ?? stop ?? late(migrations, applied)
    return reading
  }

  private static func words(_ version: Int64, _ name: String) -> String {
    name.isEmpty ? String(version) : "\(version)__\(name)"
  }

  /// What differs from what was applied, in a sentence; `nil` when nothing does that can be told.
  private func change(of migration: ToolMigration, _ row: Row?, _ isWide: Bool) -> String? {
    guard let row else { return nil }
    let name = migration.facts[Self.nameFact]?.looseText ?? ""
    if row.name != name { return "It was applied under the name \(row.name)." }
    guard let source = migration.script?.source else { return nil }
    let matches = { (text: String) in
      let checksum = RefineryChecksum.text(
        name: name, version: row.version, isWide: isWide, sql: text)
      return UInt64(row.checksum) == UInt64(checksum)
    }
    return matches(source) ? nil : TextVariant.note(of: source, where: matches)
  }

  private var unreadable: StepObstacle {
    StepObstacle(
      "\(name) has a row that makes refinery panic: its time is no RFC 3339, its checksum no "
        + "number, or a value is missing.",
      remedy: "Mend the row: applied_on like 2026-07-29T00:00:00Z, checksum in decimal digits.")
  }

  private func divergence(_ migration: ToolMigration) -> StepObstacle {
    StepObstacle(
      "refinery stops: \(migration.identifier) is not what was applied as version \(migration.key).",
      remedy: "Put the file back as it was, or put its present name and checksum into \(name).")
  }

  private func missing(_ version: Int64, _ words: String) -> StepObstacle {
    StepObstacle(
      "refinery stops: version \(Self.words(version, words)) was applied, and its file is missing.",
      remedy: "Put the file back, or run refinery migrate -m.")
  }

  /// A versioned migration below the current version that is not applied.
  private func late(_ migrations: [ToolMigration], _ applied: Set<Int64>) -> StepObstacle? {
    guard let current = applied.max() else { return nil }
    let late = migrations.first { migration in
      guard migration.facts[Self.unversionedFact] == nil, let version = Int64(migration.key) else {
        return false
      }
      return version < current && !applied.contains(version)
    }
    return late.map {
      StepObstacle(
        "refinery stops at \($0.identifier): it is not applied, but version \(current) is.",
        remedy: "Give it a higher number, or make it unversioned (U) if it may run late.")
    }
  }

  func creation(_ contents: LedgerContents) -> [String] {
    guard table(contents) == nil else { return [] }
    return [
      """
      CREATE TABLE IF NOT EXISTS \(LedgerSQL.table(name))(
                   version \(isWide ? "int8" : "int4") PRIMARY KEY,
                   name VARCHAR(255),
                   applied_on VARCHAR(255),
                   checksum VARCHAR(255))
      """
    ]
  }

  func recording(
    _ migration: ToolMigration, _ contents: LedgerContents, _ stamp: RecordStamp
  ) -> [String] {
    guard let version = Int64(migration.key), let checksum = checksum(migration, contents) else {
      return []
    }
    return [
      LedgerSQL.insert(
        into: name,
        [
          "version": version, "name": migration.facts[Self.nameFact]?.looseText ?? "",
          "applied_on": RFC3339.text(stamp.time), "checksum": checksum,
        ])
    ]
  }

  func blessing(_ migration: ToolMigration, _ contents: LedgerContents) -> [String] {
    guard let version = Int64(migration.key), let checksum = checksum(migration, contents) else {
      return []
    }
    let name = migration.facts[Self.nameFact]?.looseText ?? ""
    return [
      "UPDATE \(LedgerSQL.table(self.name)) SET name = \(LedgerSQL.literal(name)), "
        + "checksum = \(LedgerSQL.literal(checksum)) WHERE version = \(version)"
    ]
  }

  private func checksum(_ migration: ToolMigration, _ contents: LedgerContents) -> String? {
    guard let version = Int64(migration.key), let source = migration.script?.source else {
      return nil
    }
    return RefineryChecksum.text(
      name: migration.facts[Self.nameFact]?.looseText ?? "", version: version,
      isWide: isWide(contents), sql: source)
  }
}
