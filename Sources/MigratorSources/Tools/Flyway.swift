import MigratorEngine

/// Flyway: `V1_1__words.sql`, run in the order of their versions.
///
/// Source: flyway/flyway `flyway-core/src/main/java/org/flywaydb/core/internal`.
package struct Flyway: MigrationTool {
  package let format = MigrationFormat.flyway
  package let title = "Flyway"
  private static let settings = ["flyway.toml", "flyway.conf", "pom.xml", "build.gradle"]

  package init() {}

  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    let columns = [
      "installed_rank", "version", "description", "type", "script", "checksum", "installed_by",
      "installed_on", "execution_time", "success",
    ]
    return tables.tables(withColumns: columns, preferring: FlywayRule.tableName).first.map {
      LedgerEvidence(
        table: $0, words: "\($0)(installed_rank, version, description, type, script, …)",
        strength: 3)
    }
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    let files = folder.files.compactMap { FlywayFile($0) }
    let count = files.count { file in
      if case .versioned = file.kind { return file.path.contains("__") }
      return file.kind == .repeatable
    }
    guard count > 0 else { return nil }
    // What no other tool has: versions of several numbers, repeatables, callbacks.
    let isOwn = files.contains {
      $0.version.contains(".") || $0.kind == .repeatable || $0.kind == .callback
    }
    let setting = Self.settings.first { folder.ancestorFile($0) != nil }
    let pattern = isOwn ? "`V1_1__words.sql`" : "`V1__words.sql`"
    return FolderEvidence(
      count, setting.map { "\(pattern), \($0) above" } ?? pattern,
      strength: isOwn || setting != nil ? 3 : 2)
  }

  package func migrations(in folder: FolderTree) throws -> [ToolMigration] {
    let files = folder.files.compactMap { FlywayFile($0) }
    let callback = files.first { $0.kind == .callback }
    var found: [(version: FlywayVersion?, file: FlywayFile, migration: ToolMigration)] = []
    var problems: [SourceProblem] = []
    for file in files where file.kind != .callback && file.kind != .baseline {
      do {
        let migration = try migration(of: file, callback: callback, in: folder)
        if case .versioned(let version) = file.kind {
          found.append((version, file, migration))
        } else {
          found.append((nil, file, migration))
        }
      } catch let failure as SourceFailure {
        problems += failure.problems
      }
    }
    found.sort { one, other in
      switch (one.version, other.version) {
      case (let a?, let b?): a < b
      case (.some, nil): true
      case (nil, .some): false
      // Repeatables come last, by their descriptions.
      case (nil, nil):
        one.file.description.utf16.lexicographicallyPrecedes(other.file.description.utf16)
      }
    }
    for (one, other) in zip(found, found.dropFirst())
    where one.version == other.version
      && (one.version != nil || one.file.description == other.file.description)
    {
      problems.append(
        SourceProblem(
          .duplicateVersion, path: other.migration.path,
          message: "Flyway finds more than one migration with "
            + (one.version == nil
              ? "description \(one.file.description)" : "version \(one.file.version)")
            + ": \(one.file.path) and \(other.file.path)",
          remedy: "Give one of them another version or description."))
    }
    guard problems.isEmpty else { throw SourceFailure(problems: problems) }
    return found.map(\.migration)
  }

  private func migration(
    of file: FlywayFile, callback: FlywayFile?, in folder: FolderTree
  ) throws -> ToolMigration {
    let text = file.isJava ? "" : try folder.text(of: file.path)
    let script = SQLScript(file: folder.path(of: file.path), text: text)
    let baseline = folder.files.first { FlywayFile($0)?.kind == .baseline }
    var facts = [
      "description": file.description.databaseValue, "script": file.path.databaseValue,
      "type": (file.isJava ? "JDBC" : "SQL").databaseValue,
    ]
    if let baseline { facts[FlywayRule.baseline] = baseline.databaseValue }
    return ToolMigration(
      identifier: file.identifier, key: file.version, path: script.file,
      body: try body(of: file, script, callback: callback, in: folder),
      checksum: file.isJava ? .null : CRC32.ofLines(text).databaseValue, facts: facts)
  }

  private func body(
    of file: FlywayFile, _ script: SQLScript, callback: FlywayFile?, in folder: FolderTree
  ) throws -> ToolMigration.Body {
    let name = FilePath.name(of: file.path)
    func refusal(_ why: String, _ remedy: String = "Run flyway migrate.") -> ToolMigration.Body {
      .unavailable(StepObstacle(why, remedy: remedy))
    }
    if file.isJava { return refusal("\(name) is a Java migration.") }
    if file.kind == .repeatable {
      return refusal("\(name) is repeatable: Flyway runs it after all versions when it changed.")
    }
    if let callback {
      return refusal("Flyway runs \(callback.path) around migrations, which this program does not.")
    }
    let conf = file.path + ".conf"
    let settings = FlywaySettings(folder.contains(conf) ? try folder.text(of: conf) : "")
    if let setting = settings.unknown {
      return refusal("\(name).conf sets \(setting), which only Flyway follows.")
    }
    if settings.replacesPlaceholders, script.text.contains("${") {
      return refusal("\(name) holds placeholders (${…}), whose values only Flyway knows.")
    }
    let shape = try ScriptShape(script)
    if shape.hasTransactions {
      return refusal(
        "\(name) begins or ends transactions itself, which Flyway takes for blocks.",
        "Take BEGIN and COMMIT out; Flyway runs each file in a transaction.")
    }
    if let isWrapped = settings.runsInTransaction {
      return .sql(script: script, transaction: isWrapped ? .whole : .none)
    }
    let statements = try SQLFile.statements(of: script)
    let switches = statements.count { Self.switchesForeignKeys($0.sql) }
    if switches > 0, switches < statements.count {
      return refusal(
        "\(name) mixes PRAGMA foreign_keys with other statements, which Flyway refuses.",
        "Write executeInTransaction=false into \(name).conf.")
    }
    return .sql(script: script, transaction: switches > 0 ? .none : .whole)
  }

  private static func switchesForeignKeys(_ sql: String) -> Bool {
    let words = sql.lowercased().split { !($0.isLetter || $0 == "_") }
    return words.prefix(2) == ["pragma", "foreign_keys"]
  }

  package func notes(on folder: FolderTree) -> [String] {
    folder.files.filter { $0.lowercased().hasSuffix(".sql") && FlywayFile($0) == nil }.map { file in
      FilePath.name(of: file).first == "U"
        ? "\(file) is left out: it undoes a version."
        : "\(file) is left out: Flyway finds no version in its name."
    }
  }

  package func rule(table: String?) -> any LedgerRule {
    FlywayRule(name: table ?? FlywayRule.tableName)
  }

  package func newFiles(
    title: String, in folder: FolderTree, after existing: [ToolMigration], now: Timestamp
  ) -> [NewFile]? {
    // The first number counts on: 1.4 is followed by 2, and 20240101120000 by the time.
    let versions = existing.map(\.key).filter { !$0.isEmpty }
    let number = NextName.number(
      after: versions.map { String($0.prefix { $0 != "." }) }, now: now,
      fallback: .number(digits: 1))
    return [NewFile(path: "V\(number)__\(NextName.slug(title)).sql", text: "")]
  }
}
