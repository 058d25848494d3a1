import MigratorEngine

/// A tool with migrations in code, which are recognized and listed, but not run.
struct ReadOnlyTool: RowTool {
  let format: MigrationFormat
  let title: String
  let language: String
  var habits: [ConventionalFolder] = []
  let pattern: FilePattern
  let marks: [ContentMarker]
  /// A string that every migration contains, to detect files whose key cannot be read.
  var declaration: String?
  /// The migrations of a file, given its path below the folder.
  let entries: @Sendable (_ file: String, FolderTree) throws -> [ReadOnlyEntry]
  var precedes: @Sendable (_ key: String, _ key: String) -> Bool = NameOrder.bytes
  var unique: [Uniqueness] = []
  let table: LedgerTable
  let rows: RowLedger.Rules
  /// The evidence for a folder, if it does not depend on markers in the files.
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
      "\($0) is not listed: it looks like a migration of \(title), but migtui cannot read its "
        + "identifier"
    }
  }

  private func keyed(_ entry: ReadOnlyEntry, path: String) -> KeyedFile<String> {
    KeyedFile(
      key: entry.key,
      migration: ToolMigration(
        identifier: entry.identifier ?? entry.key, path: path,
        body: .unavailable(
          entry.obstacle ?? .code(language, of: title, runBy: entry.command))))
  }
}

struct ReadOnlyEntry: Sendable {
  let key: String
  var identifier: String?
  let command: String
  /// The reason why only the tool can run the migration, unless the language is the reason.
  var obstacle: StepObstacle?
}

struct Uniqueness: Sendable {
  let word: String
  var kind = SourceProblem.Kind.duplicateVersion
  var value: @Sendable (KeyedFile<String>) -> String = { $0.key }

  /// The part of the name after the number and one separator.
  static let name = Uniqueness(word: "name", kind: .badName) { file in
    String(file.identifier.dropFirst(file.identifier.leadingDigits.count + 1))
  }
}

extension StepObstacle {
  static func code(_ language: String, of tool: String, runBy command: String) -> StepObstacle {
    StepObstacle(
      "This migration is written in \(language). Only \(tool) can run it.",
      remedy: "Run `\(command)` in the project.")
  }
}

extension LedgerRows.Row {
  /// A time as JavaScript stores it: milliseconds since 1970 are formatted, and text is unchanged.
  func javaScriptTime(_ column: String) -> String? {
    if case .string(let text) = self[column]?.storage { return text }
    guard let milliseconds = integer(column) else { return text(column) }
    return Timestamp(milliseconds: milliseconds)?.text(digits: 3) ?? String(milliseconds)
  }
}
