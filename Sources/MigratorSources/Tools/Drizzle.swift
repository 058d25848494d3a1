import MigratorEngine

/// Drizzle before 1.0: `tag.sql` files in the order of `meta/_journal.json`.
///
/// Source: drizzle-team/drizzle-orm `drizzle-orm/src/migrator.ts`, `sqlite-core/dialect.ts`.
package struct Drizzle: MigrationTool {
  package let format = MigrationFormat.drizzle
  package let title = "Drizzle"
  package let enforcesForeignKeys = true
  static let journalFile = "meta/_journal.json"

  package init() {}

  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    Self.ledger(in: tables, own: DrizzleRule.oldColumns, foreign: DrizzleRule.newColumns)
  }

  static func ledger(
    in tables: DatabaseTables, own: [String], foreign: [String]
  ) -> LedgerEvidence? {
    // A table of the other generation is the folder's own generation's to upgrade, or to refuse.
    for (columns, strength) in [(own, 3), (foreign, 2)] {
      let names = tables.tables(withColumns: columns, preferring: DrizzleRule.tableName)
      guard let table = names.first else { continue }
      let isNamed = table.lowercased() == DrizzleRule.tableName
      // Three columns of such names are nobody's alone.
      if !isNamed && columns.count < 5 { continue }
      return LedgerEvidence(
        table: table, words: "\(table)(\(columns.joined(separator: ", ")))",
        strength: isNamed ? strength : 1)
    }
    return nil
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    guard folder.contains(Self.journalFile) else { return nil }
    let count = (try? DrizzleJournal(in: folder).entries.count) ?? 0
    return FolderEvidence(
      words: "\(Self.journalFile) with \(count) \(count == 1 ? "entry" : "entries")", strength: 3,
      count: count)
  }

  package func migrations(in folder: FolderTree) throws -> [ToolMigration] {
    guard folder.contains(Self.journalFile) else {
      throw SourceFailure(problems: [
        SourceProblem(
          .fileMissing, path: folder.path(of: Self.journalFile),
          message: "drizzle finds no journal",
          remedy: "Name the folder that holds meta/_journal.json.")
      ])
    }
    var migrations: [ToolMigration] = []
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
      do {
        migrations.append(
          try DrizzleFile.migration(
            entry.tag, file: file, in: folder, milliseconds: entry.milliseconds.databaseValue))
      } catch let failure as SourceFailure {
        problems += failure.problems
      }
    }
    guard problems.isEmpty else { throw SourceFailure(problems: problems) }
    return migrations
  }

  package func notes(on folder: FolderTree) -> [String] {
    let entries = (try? DrizzleJournal(in: folder).entries) ?? []
    let files = Set(entries.map { $0.tag + ".sql" })
    return folder.ownFiles.filter { $0.hasSuffix(".sql") && !files.contains($0) }.map {
      "\($0) is left out: the journal does not name it, so that Drizzle never runs it."
    }
  }

  package func rule(table: String?) -> any LedgerRule {
    DrizzleRule(name: table ?? DrizzleRule.tableName)
  }
}

/// What both generations of Drizzle make of a file.
enum DrizzleFile {
  /// The name of the fact that holds the time by which the ledger knows a migration.
  static let time = "created_at"
  private static let breakpoint = "--> statement-breakpoint"

  /// Reads a file.
  static func migration(
    _ identifier: String, file: String, in folder: FolderTree, milliseconds: DatabaseValue
  ) throws -> ToolMigration {
    let text = try folder.text(of: file)
    let script = script(folder.path(of: file), text)
    return ToolMigration(
      identifier: identifier, key: identifier, path: folder.path(of: file),
      body: .sql(
        script: script, transaction: try ScriptShape(script).transaction(toolWraps: true)),
      checksum: SHA2.hex256(Array(text.utf8)).databaseValue, facts: [time: milliseconds])
  }

  /// The script, cut where drizzle cuts it.
  ///
  /// To SQLite a breakpoint is a comment, so the text runs as it is. Only where a statement lacks
  /// its semicolon, or goes on behind a breakpoint, a semicolon takes the breakpoint's place.
  private static func script(_ path: String, _ text: String) -> SQLScript {
    let whole = SQLScript(file: path, text: text)
    guard text.contains(breakpoint) else { return whole }
    return ScriptParts(whole, endingAt: breakpoint)?.script ?? whole
  }
}
