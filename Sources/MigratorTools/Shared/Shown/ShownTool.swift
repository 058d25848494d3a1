package import MigratorEngine

/// A tool whose migrations are code: how they are recognised and told, and what would run them.
///
/// Nothing of them is run here.
package struct ShownTool: MigrationTool {
  package let format: MigrationFormat
  package let title: String
  /// What the migrations are written in.
  let language: String
  package var habits: [FolderHabit] = []
  let files: FilePattern
  let marks: [FileMark]
  /// What the migrations of a file are called, by the file's path below the folder.
  let entries: @Sendable (_ file: String, FolderTree) throws(SourceFailure) -> [ShownEntry]
  /// Whether one migration stands before another.
  var precedes: @Sendable (ShownEntry, ShownEntry) -> Bool = { NameOrder.bytes($0.key, $1.key) }
  /// What no two migrations may have in common.
  var unique: [Uniqueness] = []
  let table: ShownLedger.Table
  /// Looks closer at a table that has the columns of the ledger; `nil` where it is none.
  var scrutiny: @Sendable (LedgerEvidence, DatabaseTables) -> LedgerEvidence? = { found, _ in found
  }
  /// What is told of a folder in the place of its files' marks.
  var ownEvidence: (@Sendable (_ files: [String], FolderTree) -> FolderEvidence?)?

  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    table.columns.lazy.compactMap { columns in
      LedgerEvidence(in: tables, columns: columns, named: table.name, containing: table.words)
    }.first.flatMap { scrutiny($0, tables) }
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    let found = files.files(in: folder)
    if let ownEvidence { return ownEvidence(found, folder) }
    return marks.lazy.compactMap { FolderEvidence(found, with: $0, in: folder) }.first
  }

  package func read(
    _ folder: FolderTree?, table name: String?
  ) throws -> (migrations: [ToolMigration], ledger: any Ledger) {
    var found: [(entry: ShownEntry, file: ShownFile)] = []
    var problems: [SourceProblem] = []
    for file in folder.map(files.files) ?? [] {
      guard let folder else { continue }
      do throws(SourceFailure) {
        found += try entries(file, folder).map { entry in
          (
            entry,
            ShownFile(key: entry.key, migration: migration(entry, path: folder.path(of: file)))
          )
        }
      } catch {
        problems += error.problems
      }
    }
    let sorted = found.enumerated().sorted { one, other in
      if precedes(one.element.entry, other.element.entry) { return true }
      return !precedes(other.element.entry, one.element.entry) && one.offset < other.offset
    }.map(\.element.file)
    for rule in unique { problems += rule.problems(of: sorted, title) }
    guard problems.isEmpty else { throw SourceFailure(problems: problems) }
    return (
      sorted.map(\.migration),
      ShownLedger(name: name ?? table.name, table: table, files: ToolFiles(sorted))
    )
  }

  private func migration(_ entry: ShownEntry, path: String) -> ToolMigration {
    ToolMigration(
      identifier: entry.identifier, path: path,
      body: .unavailable(
        entry.obstacle ?? .code(language, of: title, runBy: entry.command)))
  }
}

/// A migration of a tool that is only shown.
struct ShownEntry: Sendable {
  /// What identifies it.
  let identifier: String
  /// What the ledger knows it by.
  let key: String
  /// The tool's own command that runs it.
  let command: String
  /// Why only the tool can run it, where that is not its language.
  let obstacle: StepObstacle?

  /// Creates an entry; the parameters are the properties, and the identifier is the key unless it is
  /// given.
  init(
    _ key: String, identifier: String? = nil, command: String, obstacle: StepObstacle? = nil
  ) {
    self.identifier = identifier ?? key
    self.key = key
    self.command = command
    self.obstacle = obstacle
  }
}

/// A file of a tool that is only shown.
struct ShownFile: ToolFile {
  /// What the ledger knows it by.
  let key: String
  let migration: ToolMigration
}

/// What no two migrations of a tool may have in common.
struct Uniqueness: Sendable {
  /// What it is called: `version`.
  let word: String
  var kind = SourceProblem.Kind.duplicateVersion
  /// What it is of a migration.
  var value: @Sendable (ShownFile) -> String = { $0.key }

  init(_ word: String) {
    self.word = word
  }

  init(
    _ word: String, _ kind: SourceProblem.Kind, _ value: @escaping @Sendable (ShownFile) -> String
  ) {
    self.word = word
    self.kind = kind
    self.value = value
  }

  /// The problems of migrations of which two are one to the tool.
  func problems(of files: [ShownFile], _ tool: String) -> [SourceProblem] {
    var seen: [String: ShownFile] = [:]
    return files.compactMap { file in
      seen.updateValue(file, forKey: value(file)).map { first in
        SourceProblem(
          kind, path: file.migration.path,
          message: "\(tool) finds the \(word) \(value(file)) twice: \(first.identifier) and "
            + "\(file.identifier)",
          remedy: "Give one of them another \(word).")
      }
    }
  }
}

extension StepObstacle {
  /// Only the tool can run what is code.
  ///
  /// - Parameters:
  ///   - language: What the migration is written in.
  ///   - tool: The tool.
  ///   - command: The tool's own command that runs it.
  /// - Returns: The obstacle.
  static func code(_ language: String, of tool: String, runBy command: String) -> StepObstacle {
    StepObstacle(
      "This migration is \(language), which only \(tool) runs.",
      remedy: "Run `\(command)` in the project.")
  }
}
