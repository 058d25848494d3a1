import MigratorEngine

/// A version of a database of Room, with the schema that was exported for it.
struct RoomVersion: ToolFile {
  let schema: RoomSchema
  let migration: ToolMigration
}

/// The ledger of Room: `user_version`, and the hash of the entities at that version.
struct RoomLedger: Ledger {
  static let tableName = "room_master_table"
  let name = RoomLedger.tableName
  let versions: [RoomVersion]

  func state(_ rows: LedgerRows) -> LedgerState {
    let current = rows.userVersion
    var state = LedgerState(exists: table(rows) != nil)
    let highest = versions.map(\.schema.version).max() ?? 0
    for version in versions where version.schema.version <= current {
      guard version.schema.version == current, let wrong = wrongHash(version.schema, rows) else {
        state.records.append(LedgerState.Record(version.identifier))
        continue
      }
      state.records.append(
        LedgerState.Record(version.identifier, state: .changed, note: wrong))
      // With a newer version at hand, Room migrates first and writes the new hash.
      if version.schema.version == highest {
        state.obstacle = StepObstacle(
          "Room stops, as it \"cannot verify the data integrity\". \(wrong)",
          remedy: "Raise the version of the database in the app, or bring its entities back.")
      }
    }
    if current > highest {
      state.records.append(
        LedgerState.Record(
          "version \(current)",
          note: "user_version is \(current), and the newest schema here is of \(highest)."))
    }
    return state
  }

  /// Nothing is ever written.
  func statements(for change: LedgerChange, _ rows: LedgerRows, _ stamp: RecordStamp) -> [String] {
    []
  }

  /// Says how the stored hash differs from that of a schema.
  private func wrongHash(_ schema: RoomSchema, _ rows: LedgerRows) -> String? {
    guard let row = table(rows)?.rows.first(where: { $0.integer("id") == 42 }) else { return nil }
    let stored = row.text("identity_hash") ?? "NULL"
    return stored == schema.identityHash
      ? nil
      : "The database has the identity hash \(stored), and the schema has \(schema.identityHash)."
  }
}
