import MigratorEngine

/// The ledger of refinery: a row for each version, with a name and a checksum to compare.
///
/// Source: rust-db/refinery `refinery_core/src/traits/mod.rs`.
struct RefineryLedger: Ledger {
  let name: String
  /// `true` if a new ledger has 64-bit versions.
  let isWide: Bool
  let files: ToolFiles<RefineryFile>

  private struct Row {
    let version: Int64
    let name: String
    let checksum: UInt64

    init?(_ row: LedgerRows.Row) {
      guard let version = row.integer("version"), let name = row.text("name"),
        let time = row.text("applied_on"), RFC3339.isValid(time),
        let checksum = row.text("checksum").flatMap({ UInt64($0) })
      else { return nil }
      self.version = version
      self.name = name
      self.checksum = checksum
    }
  }

  /// The declared type of the column determines whether versions are hashed as 32 or 64 bits.
  private func isWide(_ rows: LedgerRows) -> Bool {
    guard let column = table(rows)?.columns.first(where: { SQLName($0.name) == "version" })
    else { return isWide }
    return ["int8", "bigint"].contains(column.type.lowercased())
  }

  func state(_ rows: LedgerRows) -> LedgerState {
    guard let table = table(rows) else { return LedgerState(exists: false) }
    var state = LedgerState()
    let byVersion = files.keyed(by: \.name.version)
    var stop: StepObstacle?
    let read = table.rows.map { row in
      (version: row.integer("version"), values: row, read: Row(row))
    }
    for row in read.sorted(by: { $0.version ?? .min < $1.version ?? .min }) {
      guard let version = row.version else { continue }
      let file = byVersion[version]
      let words = Self.words(version, row.values.text("name") ?? "")
      let note = file.flatMap { change(of: $0, row.read, isWide(rows)) }
      if let file, note != nil {
        stop = stop ?? divergence(file)
      } else if file == nil, !files.all.isEmpty {
        stop = stop ?? missing(words)
      }
      state.records.append(
        LedgerState.Record(
          file?.identifier ?? words, appliedAt: row.values.text("applied_on"),
          state: note == nil ? .applied : .changed, note: note))
    }
    let unreadable = read.contains { $0.read == nil } ? unreadable : nil
    state.obstacle = unreadable ?? stop ?? late(Set(read.compactMap(\.version)))
    return state
  }

  private static func words(_ version: Int64, _ name: String) -> String {
    name.isEmpty ? String(version) : "\(version)__\(name)"
  }

  /// A note on the difference from the applied file, or `nil` if no difference is found.
  private func change(of file: RefineryFile, _ row: Row?, _ isWide: Bool) -> String? {
    guard let row else { return nil }
    if row.name != file.name.name { return "It was applied under the name \(row.name)." }
    guard let source = file.source else { return nil }
    let matches = {
      row.checksum == RefineryChecksum.number(of: file.name, isWide: isWide, sql: $0)
    }
    return matches(source) ? nil : TextVariant.note(of: source, where: matches) + "."
  }

  private var unreadable: StepObstacle {
    StepObstacle(
      "\(name) has a row that makes refinery panic: its time is not RFC 3339, its checksum is "
        + "not a number, or a value is missing.",
      remedy: "Fix the row: applied_on like 2026-07-29T00:00:00Z, checksum in decimal digits.")
  }

  private func divergence(_ file: RefineryFile) -> StepObstacle {
    StepObstacle(
      "refinery stops: \(file.identifier) differs from what was applied as version "
        + "\(file.name.version).",
      remedy: "Restore the applied file, or write its current name and checksum into \(name).",
      migration: file.identifier)
  }

  private func missing(_ words: String) -> StepObstacle {
    StepObstacle(
      "refinery stops: version \(words) was applied, but its file is missing.",
      remedy: "Restore the file, or run refinery migrate -m.", migration: words)
  }

  /// The obstacle if a versioned migration below the current version is not applied.
  private func late(_ applied: Set<Int64>) -> StepObstacle? {
    guard let current = applied.max() else { return nil }
    let late = files.all.first {
      !$0.name.isUnversioned && $0.name.version < current && !applied.contains($0.name.version)
    }
    return late.map {
      StepObstacle(
        "refinery stops at \($0.identifier): it is not applied, but version \(current) is.",
        remedy: "Give it a higher number, or make it unversioned (U) if it may run out of order.",
        migration: $0.identifier)
    }
  }

  func statements(for change: LedgerChange, _ rows: LedgerRows, _ stamp: RecordStamp) -> [String] {
    switch change {
    case .create: creation(rows)
    case .record(let identifier): files[identifier].flatMap { insertion(of: $0, rows, stamp) } ?? []
    case .baseline(let identifiers):
      identifiers.compactMap { files[$0] }.flatMap { insertion(of: $0, rows, stamp) ?? [] }
    case .acceptChecksum(let identifier):
      files[identifier].flatMap { acceptance(of: $0, rows) } ?? []
    case .begin, .fail, .forget, .clearFailures: []
    }
  }

  private func creation(_ rows: LedgerRows) -> [String] {
    unlessExists(
      rows,
      """
      CREATE TABLE IF NOT EXISTS \(LedgerSQL.table(name))(
                   version \(isWide ? "int8" : "int4") PRIMARY KEY,
                   name VARCHAR(255),
                   applied_on VARCHAR(255),
                   checksum VARCHAR(255))
      """)
  }

  private func insertion(
    of file: RefineryFile, _ rows: LedgerRows, _ stamp: RecordStamp
  ) -> [String]? {
    checksum(file, rows).map {
      [
        LedgerSQL.insert(
          into: name,
          [
            "version": file.name.version, "name": file.name.name,
            "applied_on": RFC3339.text(stamp.time), "checksum": $0,
          ])
      ]
    }
  }

  private func acceptance(of file: RefineryFile, _ rows: LedgerRows) -> [String]? {
    checksum(file, rows).map {
      [
        "UPDATE \(LedgerSQL.table(name)) SET name = \(LedgerSQL.literal(file.name.name)), "
          + "checksum = \(LedgerSQL.literal($0)) WHERE version = \(file.name.version)"
      ]
    }
  }

  private func checksum(_ file: RefineryFile, _ rows: LedgerRows) -> String? {
    file.source.map {
      String(RefineryChecksum.number(of: file.name, isWide: isWide(rows), sql: $0))
    }
  }
}

/// The checksum of a refinery migration, which its ledger stores in decimal.
///
/// Source: rust-db/refinery `refinery_core/src/runner.rs`. Rust hashes a string with a final byte
/// 0xFF, and an integer in its own width, little-endian.
enum RefineryChecksum {
  /// Computes the checksum with 64-bit versions (the feature `int8-versions`) or 32-bit versions.
  static func number(of name: RefineryName, isWide: Bool, sql: String) -> UInt64 {
    let version = (0..<(isWide ? 8 : 4)).map {
      UInt8(truncatingIfNeeded: name.version >> ($0 * 8))
    }
    return SipHash13.hash(Array(name.name.utf8) + [0xFF] + version + Array(sql.utf8) + [0xFF])
  }
}
