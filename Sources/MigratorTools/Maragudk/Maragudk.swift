import MigratorEngine
import MigratorSession

/// maragudk/migrate: `name.up.sql`, ordered by name; the ledger is one row with the last name.
struct Maragudk: FileTool {
  let format = MigrationFormat.maragudk
  let title = "maragudk/migrate"
  let readsAllFiles = false
  let recordsOnlyLast = true
  // As in harness/harness.
  let habits = [ConventionalFolder("migrate/sqlite")]
  // Many tables have a single column of this name.
  let table = LedgerTable(
    "migrations", ["version"], named: .likely, elsewhere: .shared,
    words: ["migration"],
    refine: { found, columns, _ in
      guard let table = found.table, columns[0].type.lowercased() == "text" else { return nil }
      // The tool creates no primary key, but a table that was created by hand can have one.
      return LedgerEvidence(
        table: table, words: "\(table)(version text\(columns[0].isKey ? " primary key" : ""))",
        strength: found.strength)
    })

  func evidence(in folder: FolderTree) -> FolderEvidence? {
    let count = folder.ownFiles.count { Self.version(of: $0) != nil }
    let isNamed = folder.project("go.mod", mentions: "maragudk/migrate", "maragu.dev/migrate")
    return FolderEvidence(
      count, "`name.up.sql`" + (isNamed ? ", and go.mod names maragudk/migrate" : ""),
      strength: isNamed ? .likely : .shared)
  }

  func files(in folder: FolderTree) throws -> [ToolMigration] {
    var list = FileList<ToolMigration>()
    // The tool runs files in the order of their names, but compares only their versions.
    var highest: String?
    for file in folder.ownFiles {
      guard let version = Self.version(of: file) else { continue }
      let before = highest.flatMap { NameOrder.bytes($0, version) ? nil : $0 }
      if before == nil { highest = version }
      var migration = ToolMigration(version, file: file, in: folder) {
        source throws(SourceFailure) in
        if let before { throw Self.misplaced(source.file, after: before) }
        return try ToolMigration.Body(source.script)
      }
      let down = version + ".down.sql"
      if folder.contains(down) { migration.down = .file(down) }
      list.add(migration)
    }
    return try list.checked()
  }

  private static func misplaced(_ path: String, after before: String) -> SourceFailure {
    SourceFailure(
      .badVersion, path: path,
      "the file comes after \(before), but its version is not higher: after \(before), "
        + "maragudk/migrate would treat it as applied",
      remedy: "Rename one of them so that names and versions have the same order.",
      isOnlyOfItsTurn: true)
  }

  /// The name before `.up.sql`; each dot matches any character, as in the tool.
  ///
  /// Source: maragudk/migrate `migrate.go`, `^([\w-]+).up.sql$`.
  static func version(of file: String) -> String? {
    let scalars = Array(file.unicodeScalars)
    guard scalars.count > 7 else { return nil }
    let suffix = scalars.suffix(7).map { Character($0) }
    guard suffix[1] == "u", suffix[2] == "p", suffix[4] == "s", suffix[5] == "q", suffix[6] == "l",
      suffix[0] != "\n", suffix[3] != "\n"
    else { return nil }
    let name = scalars.dropLast(7)
    guard
      name.allSatisfy({
        $0.isASCII
          && ($0.properties.isAlphabetic || ("0"..."9").contains($0)
            || "_-".unicodeScalars.contains($0))
      })
    else { return nil }
    return String(String.UnicodeScalarView(name))
  }

  func ledger(_ read: ToolReading<File>) -> any Ledger {
    MaragudkLedger(name: read.name, identifiers: read.files.all.map(\.identifier))
  }

  func notes(on folder: FolderTree) -> [String] {
    folder.notes(onFilesBeside: "name.up.sql") {
      Self.version(of: $0) != nil || $0.hasSuffix(".down.sql")
    } + ["migtui does not run the program's functions before and after a migration"]
  }

  func newFiles(for new: NewMigration) throws(WriteRefusal) -> [MigrationFile] {
    let rest = new.existing.last?.identifier.drop { $0.isASCII && $0.isNumber }
    let separator = rest?.first == "_" ? "_" : "-"
    let number =
      new.existing.isEmpty ? String(new.now.nanoseconds / 1_000_000_000) : new.number(.timestamp)
    let words = new.title.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let slug = words.isEmpty ? "migration" : words.joined(separator: separator)
    let hasDown =
      new.existing.isEmpty || new.folder.ownFiles.contains { $0.hasSuffix(".down.sql") }
    let name = "\(number)\(separator)\(slug)"
    return new.files(up: name + ".up.sql", down: name + ".down.sql", hasDown: hasDown)
  }
}

/// The ledger of maragudk/migrate: one row with the name of the last migration.
///
/// Source: maragudk/migrate `migrate.go`.
struct MaragudkLedger: Ledger {
  let name: String
  /// The identifiers of the registered migrations, one of which the row stores.
  let identifiers: [String]

  func state(_ rows: LedgerRows) -> LedgerState {
    guard let table = table(rows) else { return LedgerState(exists: false) }
    guard let row = table.rows.first else { return LedgerState() }
    // The tool overwrites all rows, so a table with several rows belongs to another tool.
    if table.rows.count > 1 {
      return LedgerState(
        obstacle: StepObstacle(
          "\(name) has \(table.rows.count) rows, but maragudk/migrate keeps one: it is another "
            + "tool's table.",
          remedy: "Select its tool with --format."))
    }
    guard let current = row.text("version") else {
      return LedgerState(
        obstacle: StepObstacle(
          "The version in \(name) is not text, so migtui cannot determine what is applied.",
          remedy: "Find out which version the schema has, then write it into \(name)."))
    }
    var applied = identifiers.filter { !NameOrder.bytes(current, $0) }
    if !current.isEmpty, !identifiers.contains(current) { applied.append(current) }
    return LedgerState(records: applied.map { LedgerState.Record($0) })
  }

  func statements(for change: LedgerChange, _ rows: LedgerRows, _ stamp: RecordStamp) -> [String] {
    switch change {
    case .create: creation(table(rows))
    case .record(let identifier): setting(identifier)
    case .baseline(let identifiers): identifiers.max(by: NameOrder.bytes).map(setting) ?? []
    case .begin, .fail, .forget, .clearFailures, .acceptChecksum: []
    }
  }

  private func setting(_ identifier: String) -> [String] {
    ["UPDATE \(LedgerSQL.table(name)) SET version = \(LedgerSQL.literal(identifier))"]
  }

  private func creation(_ table: LedgerRows.Table?) -> [String] {
    let name = LedgerSQL.table(name)
    let made = table == nil ? ["CREATE TABLE IF NOT EXISTS \(name) (version text not null)"] : []
    return made + (table?.rows.isEmpty ?? true ? ["INSERT INTO \(name) VALUES ('')"] : [])
  }
}
