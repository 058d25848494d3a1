import MigratorEngine
import MigratorPlatform

extension ToolFolder {
  /// Returns a copy that skips unrecorded migrations if the schema shows no trace of them.
  ///
  /// Such a migration counts as applied only because a later one is. If no migration is in doubt,
  /// the folder is returned unchanged. The database is only read.
  func doubting(_ inspection: DatabaseInspection) throws -> ToolFolder {
    guard tool.recordsOnlyLast, !migrations.isEmpty else { return self }
    let unseen = try UntracedMigration.search(on: inspection, migrator: migrator())
    guard !unseen.isEmpty else { return self }
    let title = tool.title
    let own = Set(migrations.map(\.identifier))
    return revised { state in
      let stranger = state.records.first { !own.contains($0.identifier) }?.identifier
      for migration in unseen {
        state.records.removeAll { $0.identifier == migration.identifier }
        state.exceptions[migration.identifier] = LedgerState.Exception(
          .skipped,
          note:
            "The schema has none of its objects (\(migration.missing)), so it probably never ran"
            + (stranger.map { ", unless \($0), which has no file, dropped them" } ?? "")
            + ". A later migration is applied, so \(title) counts this one as applied and never "
            + "runs it"
            + (stranger == nil ? ": give it a higher number." : "."))
      }
    }
  }

  /// Returns a copy in which nothing can be applied if the ledger records only other migrations.
  ///
  /// GRDB writes such a ledger for migrations in code. A GRDB app treats an unknown row as a sign
  /// that a newer version of the app used the database.
  func guardingAppLedger() -> ToolFolder {
    let own = Set(migrations.map(\.identifier))
    let ledger = ledger.name
    guard tool.format == .grdb, !own.isEmpty else { return self }
    return revised { state in
      let records = state.records.map(\.identifier)
      guard !records.isEmpty, !records.contains(where: own.contains), state.obstacle == nil else {
        return
      }
      let names =
        records.prefix(3).map(\.shownName).joined(separator: ", ")
        + (records.count > 3 ? ", …" : "")
      state.obstacle = StepObstacle(
        "\(ledger) records \(records.count == 1 ? "1 migration" : "\(records.count) migrations") "
          + "(\(names)), but none of these files: it belongs to another program.",
        remedy: "If the files belong to this program, record those that it ran: migtui repair DB "
          + "--mark-applied ID. To use this ledger anyway, add --ledger \(ledger.shellWord). A "
          + "GRDB app treats an unknown row as a newer version, and erases the database if it "
          + "sets eraseDatabaseOnSchemaChange.")
    }
  }

  /// The migrations without a file that GRDB's ledger records.
  ///
  /// The result is empty unless the ledger also records some of the folder's migrations. The
  /// database is only read.
  func strangers(in inspection: DatabaseInspection) throws -> [String] {
    let own = Set(migrations.map(\.identifier))
    guard tool.format == .grdb, !own.isEmpty else { return [] }
    let records = try inspection.read { try ledger.state($0).records.map(\.identifier) }
    return records.contains(where: own.contains)
      ? records.filter { !own.contains($0) }.map(\.shownName) : []
  }

  private func revised(_ revise: @escaping @Sendable (inout LedgerState) -> Void) -> ToolFolder {
    ToolFolder(
      tool: tool, folder: folder, migrations: migrations,
      ledger: RevisedLedger(base: ledger, revise: revise))
  }
}
