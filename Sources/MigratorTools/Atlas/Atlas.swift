package import MigratorEngine
import MigratorPlatform

extension MigrationFormat {
  /// Atlas.
  public static let atlas: MigrationFormat = "atlas"
}

/// Atlas: `VERSION_words.sql` in the order of their names, sealed by `atlas.sum`.
///
/// Source: ariga/atlas `sql/migrate/dir.go`, `sql/migrate/migrate.go`.
package struct Atlas: MigrationTool {
  package let format = MigrationFormat.atlas
  package let title = "Atlas"
  static let sumFile = "atlas.sum"

  package init() {}

  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    let columns: [SQLName] = [
      "version", "description", "type", "applied", "total", "executed_at", "execution_time",
      "error", "error_stmt", "hash", "partial_hashes", "operator_version",
    ]
    return tables.tables(withColumns: columns, preferring: AtlasLedger.tableName).first.map {
      LedgerEvidence(
        table: $0, words: "\($0)(version, description, type, applied, total, …)", strength: .certain
      )
    }
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    guard folder.contains(Self.sumFile) else { return nil }
    let files = folder.ownFiles.filter { $0.hasSuffix(".sql") }
    // Atlas also seals the folders of other tools, and leaves running them to those.
    let isForeign = files.contains { file in
      if file.hasSuffix(".up.sql") || file.hasSuffix(".down.sql") { return true }
      if FlywayFile(file)?.path.contains("__") ?? false { return true }
      return folder.head(of: file).split(whereSeparator: \.isNewline).contains {
        $0.hasPrefix("-- +goose ") || $0.hasPrefix("-- migrate:") || $0.hasPrefix("--changeset")
      }
    }
    guard !files.isEmpty, !isForeign else { return nil }
    return FolderEvidence(
      files.count, "`VERSION_words.sql`, \(Self.sumFile)", strength: .certain)
  }

  package func read(
    _ folder: FolderTree?, table: String?
  ) throws -> (migrations: [ToolMigration], ledger: any Ledger) {
    let (files, seal) = try folder.map { try self.files(in: $0) } ?? ([], nil)
    return (
      files.map(\.migration),
      AtlasLedger(
        name: table ?? AtlasLedger.tableName, brokenSeal: seal, files: ToolFiles(files))
    )
  }

  private func files(
    in folder: FolderTree
  ) throws -> (files: [AtlasMigration], brokenSeal: String?) {
    var texts: [(name: String, text: String)] = []
    var problems: [SourceProblem] = []
    for name in folder.ownFiles where name.hasSuffix(".sql") {
      do throws(SourceFailure) {
        texts.append((name, try folder.text(of: name)))
      } catch {
        problems += error.problems
      }
    }
    for (one, other) in zip(texts, texts.dropFirst())
    where Self.version(of: one.name) == Self.version(of: other.name) {
      problems.append(
        SourceProblem(
          .duplicateVersion, path: folder.path(of: other.name),
          message: "\(one.name) has the same version", remedy: "Give one of them another."))
    }
    let sum = AtlasSum(of: texts.map { ($0.name, Array($0.text.utf8)) })
    let hashes = Dictionary(sum.lines.map { ($0.file, $0.hash) }) { first, _ in first }
    let seal = try Self.broken(sum, in: folder)
    var files: [AtlasMigration] = []
    for (name, text) in texts {
      do throws(SourceFailure) {
        let file = try AtlasFile(path: folder.path(of: name), text: text)
        files.append(
          AtlasMigration(
            version: Self.version(of: name), description: Self.description(of: name),
            statements: file.statements, isCheckpoint: file.isCheckpoint, hash: hashes[name] ?? "",
            migration: ToolMigration(
              identifier: Paths.stem(of: name), path: folder.path(of: name),
              body: hashes[name] == nil ? Self.unsealed(name) : file.body)))
      } catch {
        problems += error.problems
      }
    }
    guard problems.isEmpty else { throw SourceFailure(problems: problems) }
    return (files, seal)
  }

  /// Why Atlas would not take the folder; `nil` when it would.
  private static func broken(_ present: AtlasSum, in folder: FolderTree) throws -> String? {
    guard folder.contains(sumFile) else { return present.lines.isEmpty ? nil : "it is missing" }
    guard let stored = AtlasSum(text: try folder.text(of: sumFile)) else {
      return "its first line does not fit the others"
    }
    return stored.difference(from: present)
  }

  private static func unsealed(_ name: String) -> ToolMigration.Body {
    .unavailable(
      StepObstacle(
        "\(name) is left out of \(sumFile) (atlas:sum ignore), and Atlas cannot run it.",
        remedy: "Take the directive out and run atlas migrate hash."))
  }

  /// What stands before the first underscore.
  private static func version(of name: String) -> String {
    String(Paths.stem(of: name).prefix { $0 != "_" })
  }

  private static func description(of name: String) -> String {
    guard let underscore = name.firstIndex(of: "_") else { return "" }
    return Paths.stem(of: String(name[name.index(after: underscore)...]))
  }

  package func newFiles(
    title: String, in folder: FolderTree, after existing: [ToolMigration], now: Timestamp
  ) -> [NewFile]? {
    [
      NewFile(
        path: NextName.numbered(
          title: title, after: existing.map(\.identifier), now: now, fallback: .timestamp) + ".sql",
        text: "")
    ]
  }

  package var afterWriting: String? {
    "When its text is written, run atlas migrate hash: until then \(Self.sumFile) does not fit the "
      + "folder, and every step stops."
  }
}
