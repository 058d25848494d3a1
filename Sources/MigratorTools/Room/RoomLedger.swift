import MigratorEngine

/// The ledger of Room: `user_version`, and the hash of the entities at that version.
struct RoomLedger: ReadOnlyLedger {
  let name: String
  let versions: [RoomVersion]
  /// Android creates the second table in every database:
  /// Android, `android/database/sqlite/SQLiteConnection.java`.
  var tableNames: [String] { [name, "android_metadata"] }

  func state(_ rows: LedgerRows) -> LedgerState {
    let current = rows.userVersion
    var state = LedgerState(exists: table(rows) != nil)
    let highest = versions.map(\.version).max() ?? 0
    for version in versions where version.version <= current {
      guard version.version == current, let wrong = wrongHash(version, rows) else {
        state.records.append(LedgerState.Record(version.identifier))
        continue
      }
      state.records.append(
        LedgerState.Record(version.identifier, state: .changed, note: wrong))
      // If a newer version exists, Room migrates first and writes the new hash.
      if version.version == highest {
        state.obstacle = StepObstacle(
          "Room stops, because it \"cannot verify the data integrity\". \(wrong)",
          remedy: "Increase the database version in the app, or restore its entities.")
      }
    }
    if current > highest {
      state.records.append(
        LedgerState.Record(
          "version \(current)",
          note: "user_version is \(current), but the newest schema has version \(highest)."))
    }
    return state
  }

  private func wrongHash(_ schema: RoomVersion, _ rows: LedgerRows) -> String? {
    guard let row = table(rows)?.rows.first(where: { $0.integer("id") == 42 }) else { return nil }
    let stored = row.text("identity_hash") ?? "NULL"
    return stored == schema.identityHash
      ? nil
      : "The identity hash of the database is \(stored), but that of the schema is "
        + "\(schema.identityHash)."
  }
}
