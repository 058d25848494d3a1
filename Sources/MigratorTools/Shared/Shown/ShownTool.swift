import MigratorEngine

/// A tool whose migrations are code: how they are recognised and told, and what would run them.
///
/// Nothing of them is run here.
struct ShownTool: RowTool {
  let format: MigrationFormat
  let title: String
  /// What the migrations are written in.
  let language: String
  var habits: [FolderHabit] = []
  let pattern: FilePattern
  let marks: [FileMark]
  /// What stands in each migration, by which one is noticed whose key cannot be read.
  var declaration: String?
  /// The migrations of a file, by the file's path below the folder.
  let entries: @Sendable (_ file: String, FolderTree) throws -> [ShownEntry]
  /// Whether the key of one migration stands before another.
  var precedes: @Sendable (_ key: String, _ key: String) -> Bool = NameOrder.bytes
  /// What no two migrations may have in common.
  var unique: [Uniqueness] = []
  let table: LedgerTable
  let rows: RowLedger.Rules
  /// What is told of a folder in the place of its files' marks.
  var ownEvidence: (@Sendable (_ files: [String], FolderTree) -> FolderEvidence?)?

  func evidence(in folder: FolderTree) -> FolderEvidence? {
    let found = pattern.files(in: folder)
    if let ownEvidence { return ownEvidence(found, folder) }
    return marks.lazy.compactMap { FolderEvidence(found, with: $0, in: folder) }.first
  }

  func files(in folder: FolderTree) throws -> [KeyedFile<String>] {
    var list = FileList<KeyedFile<String>>()
    for file in pattern.files(in: folder) {
      do {
        for entry in try entries(file, folder) {
          try list.read { keyed(entry, path: folder.path(of: file)) }
        }
      } catch let failure as SourceFailure {
        list.add(failure.problems)
      }
    }
    let found = list.files
    let order = found.indices.sorted { one, other in
      if precedes(found[one].key, found[other].key) { return true }
      return !precedes(found[other].key, found[one].key) && one < other
    }
    let sorted = order.map { found[$0] }
    for rule in unique { list.add(sorted.duplicates(rule.word, rule.kind, of: title, rule.value)) }
    _ = try list.checked()
    return sorted
  }

  func notes(on folder: FolderTree) -> [String] {
    guard let declaration else { return [] }
    return pattern.files(in: folder).filter { file in
      (try? entries(file, folder))?.isEmpty == true && folder.head(of: file).contains(declaration)
    }.notes("files are not listed") {
      "\($0) looks like a migration of \(title), and which one it is could not be read: it is not listed"
    }
  }

  private func keyed(_ entry: ShownEntry, path: String) -> KeyedFile<String> {
    KeyedFile(
      key: entry.key,
      migration: ToolMigration(
        identifier: entry.identifier ?? entry.key, path: path,
        body: .unavailable(
          entry.obstacle ?? .code(language, of: title, runBy: entry.command))))
  }
}

/// A migration of a tool that is only shown.
struct ShownEntry: Sendable {
  /// What the ledger knows it by.
  let key: String
  /// What identifies it, where that is not the key.
  var identifier: String?
  /// The tool's own command that runs it.
  let command: String
  /// Why only the tool can run it, where that is not its language.
  var obstacle: StepObstacle?
}

/// What no two migrations of a tool may have in common.
struct Uniqueness: Sendable {
  /// What it is called: `version`.
  let word: String
  var kind = SourceProblem.Kind.duplicateVersion
  var value: @Sendable (KeyedFile<String>) -> String = { $0.key }

  /// What stands behind the number and one sign.
  static let name = Uniqueness(word: "name", kind: .badName) { file in
    String(file.identifier.dropFirst(file.identifier.leadingDigits.count + 1))
  }
}

extension StepObstacle {
  /// Only the tool, by its own command, can run what is code.
  static func code(_ language: String, of tool: String, runBy command: String) -> StepObstacle {
    StepObstacle(
      "This migration is \(language), which only \(tool) runs.",
      remedy: "Run `\(command)` in the project.")
  }
}

extension LedgerRows.Row {
  /// A time as JavaScript binds it: a number of milliseconds since 1970 made readable, a text as it
  /// is.
  func javaScriptTime(_ column: String) -> String? {
    if case .string(let text) = self[column]?.storage { return text }
    guard let milliseconds = integer(column) else { return text(column) }
    return Timestamp(milliseconds: milliseconds)?.text(digits: 3) ?? String(milliseconds)
  }
}
