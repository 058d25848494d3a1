package import MigratorEngine
import MigratorPlatform

extension MigrationFormat {
  /// Alembic.
  public static let alembic: MigrationFormat = "alembic"
}

/// Alembic: Python files that each name the revision they come after.
///
/// Source: sqlalchemy/alembic `script/base.py`, `script/revision.py`.
package struct Alembic: MigrationTool {
  package let format = MigrationFormat.alembic
  package let title = "Alembic"
  package let habits = [FolderHabit("alembic/versions"), FolderHabit("migrations/versions")]

  package init() {}

  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    LedgerEvidence(in: tables, columns: ["version_num"], named: AlembicLedger.tableName)
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    FolderEvidence(
      Self.files(folder), with: FileMark("revision_name.py", ["down_revision"], strength: .certain),
      in: folder)
  }

  package func read(
    _ folder: FolderTree?, table: String?
  ) throws -> (migrations: [ToolMigration], ledger: any Ledger) {
    let revisions = try folder.map { try self.revisions(in: $0) } ?? []
    return (
      revisions.map(\.migration),
      AlembicLedger(name: table ?? AlembicLedger.tableName, revisions: revisions)
    )
  }

  private func revisions(in folder: FolderTree) throws -> [AlembicRevision] {
    var problems: [SourceProblem] = []
    var revisions: [AlembicRevision] = []
    let files = Self.files(folder)
    let names = files.map { Paths.stem(of: Paths.name(of: $0)) }
    for (file, name) in zip(files, names) {
      do throws(SourceFailure) {
        revisions.append(
          try AlembicRevision(
            path: folder.path(of: file), text: try folder.text(of: file),
            // A name that stands in two folders of versions says less than the revision.
            name: names.count { $0 == name } == 1 ? name : nil))
      } catch {
        problems += error.problems
      }
    }
    let graph = AlembicGraph(revisions.map(\.node))
    let byRevision = Dictionary(revisions.map { ($0.node.revision, $0) }) { first, _ in first }
    for revision in revisions {
      for parent in graph.missingParents(of: revision.node) {
        problems.append(
          SourceProblem(
            .badDependency, path: revision.migration.path,
            message: "Alembic finds no revision \(parent), after which this one comes",
            remedy: "Bring its file back, or correct down_revision."))
      }
    }
    if problems.isEmpty, let member = graph.cycle {
      problems.append(
        SourceProblem(
          .badDependency, path: byRevision[member]?.migration.path ?? folder.path,
          message: "the revision \(member) comes after itself", remedy: "Correct down_revision."))
    }
    problems += Uniqueness("revision").problems(
      of: revisions.map { ShownFile(key: $0.node.revision, migration: $0.migration) }, title)
    guard problems.isEmpty else { throw SourceFailure(problems: problems) }
    return graph.order.compactMap { byRevision[$0] }
  }

  package func notes(on folder: FolderTree) -> [String] {
    guard let revisions = try? revisions(in: folder) else { return [] }
    let heads = AlembicGraph(revisions.map(\.node)).heads
    return heads.count < 2
      ? []
      : [
        "There are \(heads.count) heads: \(heads.joined(separator: ", ")); `alembic upgrade head` "
          + "stops at that, `alembic upgrade heads` does not."
      ]
  }

  /// The files of the folders `versions`, or all where there is none.
  private static func files(_ folder: FolderTree) -> [String] {
    let files = folder.files.filter { file in
      let name = Paths.name(of: file)
      return name.hasSuffix(".py") && name != "__init__.py" && name != "env.py"
    }
    let versions = files.filter { $0.split(separator: "/").dropLast().contains("versions") }
    return versions.isEmpty ? files : versions
  }
}

/// A revision of Alembic, as its file has it.
struct AlembicRevision: ToolFile {
  let node: AlembicGraph.Node
  let migration: ToolMigration

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - text: Its text.
  ///   - name: What it is called; `nil` for what its revision is.
  /// - Throws: `SourceFailure` when it has no revision, or computes what it has to say.
  init(path: String, text: String, name: String? = nil) throws(SourceFailure) {
    let values = PythonSource(text).assignments
    func texts(_ key: String) throws(SourceFailure) -> [String] {
      guard let (value, line) = values[key] else { return [] }
      guard let texts = value.texts else {
        throw Self.failure(path, line, "`\(key)` is computed, which only Python can do")
      }
      return texts
    }
    let revision = try texts("revision")
    guard revision.count == 1 else {
      throw Self.failure(path, 1, "Alembic finds no revision in the file")
    }
    self.init(
      AlembicGraph.Node(
        revision: revision[0], parents: try texts("down_revision"),
        dependencies: try texts("depends_on"), labels: try texts("branch_labels")),
      path: path, name: name)
  }

  init(_ node: AlembicGraph.Node, path: String, name: String?) {
    self.node = node
    migration = ToolMigration(
      identifier: name ?? node.revision, path: path,
      body: .unavailable(
        .code("Python", of: "Alembic", runBy: "alembic upgrade \(node.revision)")))
  }

  private static func failure(_ path: String, _ line: Int, _ message: String) -> SourceFailure {
    SourceFailure(problems: [
      SourceProblem(
        .badDeclaration, path: path,
        location: ScriptLocation(file: path, line: line, column: 1, offset: 0), message: message,
        remedy: "Write `revision` and `down_revision` as texts, or move the file away.")
    ])
  }
}
