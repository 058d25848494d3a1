import MigratorEngine

/// A tool whose migrations are code, which is shown and never run.
protocol CodedTool: MigrationTool {
  /// What the migrations are written in.
  var language: String { get }
}

extension CodedTool {
  /// A body that only the tool can run.
  ///
  /// - Parameter command: The tool's own command that runs it.
  /// - Returns: The body.
  func code(run command: String) -> ToolMigration.Body {
    .unavailable(
      StepObstacle(
        "This migration is \(language), which only \(title) runs.",
        remedy: "Run `\(command)` in the project."))
  }

  /// A ledger that is recognised by all its columns.
  ///
  /// - Parameters:
  ///   - columns: The columns, in lower case and in order.
  ///   - name: The name that the tool gives the table.
  ///   - words: What the name has to contain where the columns alone may be anybody's.
  ///   - tables: The tables of the database.
  /// - Returns: The ledger, the tool's own name first.
  func ledger(
    columns: [String], named name: String, containing words: [String] = [],
    in tables: DatabaseTables
  ) -> LedgerEvidence? {
    let fitting = tables.tables(withColumns: columns, preferring: name).filter { table in
      words.isEmpty || words.contains { table.lowercased().contains($0) }
    }
    return fitting.first.map { table in
      let written = tables[table]?.map(\.name).joined(separator: ", ") ?? ""
      return LedgerEvidence(
        table: table, words: "\(table)(\(written))",
        strength: table.lowercased() == name.lowercased() ? 3 : 2)
    }
  }

  /// Files that are recognised by their names and by what some of them say.
  ///
  /// - Parameters:
  ///   - files: The files whose names fit.
  ///   - pattern: How their names look.
  ///   - marks: What stands in files of the tool, one of them in each.
  ///   - strength: How surely nobody else writes that.
  ///   - folder: The folder.
  /// - Returns: What was found, or `nil` when none of the first files holds a mark.
  func evidence(
    _ files: [String], like pattern: String, marks: [String], strength: Int, in folder: FolderTree
  ) -> FolderEvidence? {
    let mark = files.prefix(20).lazy.compactMap { file in
      let text = folder.head(of: file)
      return marks.first { text.contains($0) }
    }.first
    return mark.flatMap {
      FolderEvidence(files.count, "`\(pattern)` with `\($0)`", strength: strength)
    }
  }

  /// Refuses migrations of which two are one to the ledger.
  ///
  /// - Parameters:
  ///   - migrations: The migrations, in order.
  ///   - word: What they have in common: `version`.
  ///   - problems: What else was found.
  /// - Returns: The migrations.
  /// - Throws: `SourceFailure` with all problems.
  func checked(
    _ migrations: [ToolMigration], unique word: String, _ problems: [SourceProblem] = []
  ) throws(SourceFailure) -> [ToolMigration] {
    var problems = problems
    var seen: [String: ToolMigration] = [:]
    for migration in migrations {
      if let first = seen.updateValue(migration, forKey: migration.key) {
        problems.append(
          SourceProblem(
            .duplicateVersion, path: migration.path,
            message: "\(title) finds the \(word) \(migration.key) twice: \(first.identifier) and "
              + "\(migration.identifier)",
            remedy: "Give one of them another \(word)."))
      }
    }
    guard problems.isEmpty else { throw SourceFailure(problems: problems) }
    return migrations
  }
}

/// Orders of names.
enum NameOrder {
  /// Whether a text stands before another by its bytes, as in most languages' own comparison.
  static func bytes(_ one: String, _ other: String) -> Bool {
    one.utf8.lexicographicallyPrecedes(other.utf8)
  }

  /// Whether a number of any length, without leading zeros, is lower than another.
  static func numbers(_ one: String, _ other: String) -> Bool {
    (one.utf8.count, one) < (other.utf8.count, other)
  }
}
