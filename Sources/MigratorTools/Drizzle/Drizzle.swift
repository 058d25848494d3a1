import MigratorEngine
import MigratorPlatform
import MigratorSession

/// Drizzle before 1.0: `tag.sql` files in the order of `meta/_journal.json`.
///
/// Source: drizzle-team/drizzle-orm `drizzle-orm/src/migrator.ts`, `sqlite-core/dialect.ts`.
struct Drizzle: FileTool {
  let format = MigrationFormat.drizzle
  let title = "Drizzle"
  // As in the migrations of homarr-labs/homarr, which better-sqlite3 runs.
  let transactionSwitch = TransactionSwitch.statements(before: "COMMIT;", after: "BEGIN;")
  let habits = [ConventionalFolder("drizzle")]
  // The folder's version of Drizzle upgrades or rejects a table that another version created. Three
  // columns with these names are not specific to Drizzle.
  let table = LedgerTable(
    name: Self.tableName,
    shapes: [
      LedgerTable.Shape(columns: Self.columns, elsewhere: nil),
      LedgerTable.Shape(columns: Self.betaColumns, named: .likely, elsewhere: .shared),
    ])
  static let tableName = "__drizzle_migrations"
  static let columns: [SQLName] = ["id", "hash", "created_at"]
  static let betaColumns: [SQLName] = ["id", "hash", "created_at", "name", "applied_at"]
  static let journalFile = "meta/_journal.json"
  /// The snapshot that Drizzle 1.0 writes next to the script in each folder.
  static let snapshotName = "snapshot.json"

  func evidence(in folder: FolderTree) -> FolderEvidence? {
    guard folder.contains(Self.journalFile) else { return nil }
    let count = (try? DrizzleJournal(in: folder).entries.count) ?? 0
    return FolderEvidence(
      words: "\(Self.journalFile) with \(count) \(count == 1 ? "entry" : "entries")",
      strength: Self.strength(in: folder), count: count)
  }

  /// If wrangler's settings name the folder, drizzle-kit only writes the files, and wrangler runs
  /// them.
  static func strength(in folder: FolderTree) -> EvidenceStrength {
    D1.settings(naming: folder) == nil ? .certain : .likely
  }

  func acceptsDoubleQuotedStringLiterals(in folder: FolderTree?) -> Bool {
    JavaScriptDriver.acceptsStringLiterals(in: folder)
  }

  func files(in folder: FolderTree) throws -> [DrizzleFile] {
    let journal = folder.path(of: Self.journalFile)
    guard folder.contains(Self.journalFile) else {
      throw SourceFailure(
        .fileMissing, path: journal, "the folder has no journal",
        remedy: "Pass the folder that contains meta/_journal.json.")
    }
    var list = FileList<DrizzleFile>()
    var tags: Set<String> = []
    for entry in try DrizzleJournal(in: folder).entries {
      let file = entry.tag + ".sql"
      if !tags.insert(entry.tag).inserted {
        list.add(
          .duplicateVersion, path: journal, "the journal names \(entry.tag) twice",
          remedy: "Remove one of the entries.")
      } else if !folder.contains(file) {
        let failure = SourceFailure(
          .fileMissing, path: folder.path(of: file),
          "the journal names the file, but the file does not exist",
          remedy: "Restore it, or run drizzle-kit drop.")
        list.add(
          DrizzleFile(
            migration: ToolMigration(
              identifier: entry.tag, path: folder.path(of: file),
              body: .unusable(failure.problems, text: nil)), milliseconds: entry.milliseconds,
            hash: ""))
      } else {
        list.add(
          DrizzleFile(entry.tag, file: file, in: folder, milliseconds: entry.milliseconds))
      }
    }
    return try list.checked()
  }

  func ledger(_ read: ToolReading<File>) -> any Ledger {
    DrizzleLedger(name: read.name, files: read.files)
  }

  func notes(on folder: FolderTree) -> [String] {
    let entries = (try? DrizzleJournal(in: folder).entries) ?? []
    let files = Set(entries.map { $0.tag + ".sql" })
    return folder.ownFiles.filter { $0.hasSuffix(".sql") && !files.contains($0) }.map {
      "\($0) is ignored: the journal does not name it, so Drizzle never runs it."
    }
  }

  func newFiles(for new: NewMigration) throws(WriteRefusal) -> [MigrationFile] {
    let tag =
      new.existing.isEmpty ? "0000_\(new.slug())" : new.name(.number(digits: 4))
    let snapshots = new.folder.files.filter {
      Paths.folder(of: $0) == "meta" && $0.hasSuffix("_snapshot.json")
    }
    let files = [
      MigrationFile(path: tag + ".sql", text: try new.drizzleScript()),
      try DrizzleJournal.extended(in: new.folder, by: tag, new.now),
    ]
    let snapshot = try new.drizzleSnapshot(.tables, after: snapshots.last)
    return files
      + (snapshot.map {
        [MigrationFile(path: "meta/\(tag.leadingDigits)_snapshot.json", text: $0.text)]
      } ?? [])
  }
}
