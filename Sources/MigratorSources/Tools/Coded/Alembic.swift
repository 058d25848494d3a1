import MigratorEngine

/// Alembic: Python files that each name the revision they come after.
///
/// Source: sqlalchemy/alembic `script/base.py`, `script/revision.py`.
package struct Alembic: CodedTool {
  package let format = MigrationFormat.alembic
  package let title = "Alembic"
  let language = "Python"

  package init() {}

  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    ledger(columns: ["version_num"], named: AlembicRule.tableName, in: tables)
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    evidence(
      Self.files(folder), like: "revision_name.py", marks: ["down_revision"], strength: 3,
      in: folder)
  }

  package func migrations(in folder: FolderTree) throws -> [ToolMigration] {
    var problems: [SourceProblem] = []
    var revisions: [AlembicRevision] = []
    for file in Self.files(folder) {
      do throws(SourceFailure) {
        revisions.append(
          try AlembicRevision(
            path: folder.path(of: file), name: FilePath.stem(of: FilePath.name(of: file)),
            text: try folder.text(of: file)))
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
            .badDependency, path: revision.path,
            message: "Alembic finds no revision \(parent), after which this one comes",
            remedy: "Bring its file back, or correct down_revision."))
      }
    }
    if problems.isEmpty, let member = graph.cycle {
      problems.append(
        SourceProblem(
          .badDependency, path: byRevision[member]?.path ?? folder.path,
          message: "the revision \(member) comes after itself", remedy: "Correct down_revision."))
    }
    let migrations = graph.order.compactMap { byRevision[$0] }.map { revision in
      migration(revision, among: revisions)
    }
    let hidden = revisions.filter { byRevision[$0.node.revision] != $0 }
      .map { migration($0, among: revisions) }
    return try checked(migrations + hidden, unique: "revision", problems)
  }

  package func notes(on folder: FolderTree) -> [String] {
    guard let migrations = try? migrations(in: folder) else { return [] }
    let heads = AlembicGraph(migrations.map(AlembicGraph.Node.init)).heads
    return heads.count < 2
      ? []
      : [
        "There are \(heads.count) heads: \(heads.joined(separator: ", ")); `alembic upgrade head` "
          + "stops at that, `alembic upgrade heads` does not."
      ]
  }

  package func rule(table: String?) -> any LedgerRule {
    AlembicRule(name: table ?? AlembicRule.tableName)
  }

  private func migration(
    _ revision: AlembicRevision, among all: [AlembicRevision]
  ) -> ToolMigration {
    // A name that stands in two folders of versions says less than the revision.
    let isSole = all.count { $0.name == revision.name } == 1
    let node = revision.node
    return ToolMigration(
      identifier: isSole ? revision.name : node.revision, key: node.revision, path: revision.path,
      body: code(run: "alembic upgrade \(node.revision)"), facts: node.facts)
  }

  /// The files of the folders `versions`, or all where there is none.
  private static func files(_ folder: FolderTree) -> [String] {
    let files = folder.files.filter { file in
      let name = FilePath.name(of: file)
      return name.hasSuffix(".py") && name != "__init__.py" && name != "env.py"
    }
    let versions = files.filter { $0.split(separator: "/").dropLast().contains("versions") }
    return versions.isEmpty ? files : versions
  }
}

/// What a file of Alembic says of itself.
struct AlembicRevision: Hashable {
  let path: String
  let name: String
  let node: AlembicGraph.Node

  /// Reads a file.
  ///
  /// - Throws: `SourceFailure` when it has no revision, or computes what it has to say.
  init(path: String, name: String, text: String) throws(SourceFailure) {
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
    self.path = path
    self.name = name
    node = AlembicGraph.Node(
      revision: revision[0], parents: try texts("down_revision"),
      dependencies: try texts("depends_on"), labels: try texts("branch_labels"))
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
