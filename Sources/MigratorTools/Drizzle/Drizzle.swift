package import MigratorEngine

extension MigrationFormat {
  /// Drizzle 0.x, with a journal.
  public static let drizzle: MigrationFormat = "drizzle"
}

/// Drizzle before 1.0: `tag.sql` files in the order of `meta/_journal.json`.
///
/// Source: drizzle-team/drizzle-orm `drizzle-orm/src/migrator.ts`, `sqlite-core/dialect.ts`.
package struct Drizzle: MigrationTool {
  package let format = MigrationFormat.drizzle
  package let title = "Drizzle"
  package let habits = [FolderHabit("drizzle")]
  package let enforcesForeignKeys = true
  static let journalFile = "meta/_journal.json"
  /// What Drizzle 1.0 puts beside the script in each folder.
  static let snapshotName = "snapshot.json"

  package init() {}

  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    Self.ledger(in: tables, own: DrizzleLedger.oldColumns, foreign: DrizzleLedger.newColumns)
  }

  static func ledger(
    in tables: DatabaseTables, own: [SQLName], foreign: [SQLName]
  ) -> LedgerEvidence? {
    // A table of the other generation is the folder's own generation's to upgrade, or to refuse.
    for (columns, strength) in [(own, EvidenceStrength.certain), (foreign, .likely)] {
      let names = tables.tables(withColumns: columns, preferring: DrizzleLedger.tableName)
      guard let table = names.first else { continue }
      let isNamed = SQLName(table) == SQLName(DrizzleLedger.tableName)
      // Three columns of such names are nobody's alone.
      if !isNamed && columns.count < 5 { continue }
      return LedgerEvidence(
        table: table, words: "\(table)(\(columns.map(\.text).joined(separator: ", ")))",
        strength: isNamed ? strength : .shared)
    }
    return nil
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    guard folder.contains(Self.journalFile) else { return nil }
    let count = (try? DrizzleJournal(in: folder).entries.count) ?? 0
    return FolderEvidence(
      words: "\(Self.journalFile) with \(count) \(count == 1 ? "entry" : "entries")",
      strength: .certain,
      count: count)
  }

  package func read(
    _ folder: FolderTree?, table: String?
  ) throws -> (migrations: [ToolMigration], ledger: any Ledger) {
    let files = try folder.map { try self.files(in: $0) } ?? []
    return (
      files.map(\.migration),
      DrizzleLedger(name: table ?? DrizzleLedger.tableName, files: ToolFiles(files))
    )
  }

  private func files(in folder: FolderTree) throws -> [DrizzleFile] {
    guard folder.contains(Self.journalFile) else {
      throw SourceFailure(problems: [
        SourceProblem(
          .fileMissing, path: folder.path(of: Self.journalFile),
          message: "drizzle finds no journal",
          remedy: "Name the folder that holds meta/_journal.json.")
      ])
    }
    var files: [DrizzleFile] = []
    var problems: [SourceProblem] = []
    var tags: Set<String> = []
    for entry in try DrizzleJournal(in: folder).entries {
      let file = entry.tag + ".sql"
      guard tags.insert(entry.tag).inserted else {
        problems.append(
          SourceProblem(
            .duplicateVersion, path: folder.path(of: Self.journalFile),
            message: "the journal names \(entry.tag) twice",
            remedy: "Take one of the entries out."))
        continue
      }
      guard folder.contains(file) else {
        problems.append(
          SourceProblem(
            .fileMissing, path: folder.path(of: file),
            message: "the journal names the file, and it is not there",
            remedy: "Bring it back, or run drizzle-kit drop."))
        continue
      }
      do throws(SourceFailure) {
        files.append(
          try DrizzleFile(
            entry.tag, file: file, in: folder, milliseconds: entry.milliseconds))
      } catch {
        problems += error.problems
      }
    }
    guard problems.isEmpty else { throw SourceFailure(problems: problems) }
    return files
  }

  package func notes(on folder: FolderTree) -> [String] {
    let entries = (try? DrizzleJournal(in: folder).entries) ?? []
    let files = Set(entries.map { $0.tag + ".sql" })
    return folder.ownFiles.filter { $0.hasSuffix(".sql") && !files.contains($0) }.map {
      "\($0) is left out: the journal does not name it, so that Drizzle never runs it."
    }
  }
}
