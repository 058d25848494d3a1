/// A revision of Alembic, as its file has it.
struct AlembicRevision: ToolFile {
  let revision: String
  /// What it comes after: none for a base, several for a merge.
  let parents: [String]
  /// What it comes after, and what it needs besides, on other branches: revisions or labels of
  /// branches.
  let befores: [String]
  /// The names of the branch that begins with it.
  let labels: [String]
  let migration: ToolMigration

  /// Reads a file, which is called as its revision unless it has another name.
  ///
  /// - Throws: `SourceFailure` when it has no revision, or computes what it has to say.
  init(path: String, text: String, name: String? = nil) throws(SourceFailure) {
    let values = PythonSource(text).assignments
    func failure(_ line: Int, _ message: String) -> SourceFailure {
      SourceFailure(
        declaration: path, line: line, message,
        remedy: "Write `revision` and `down_revision` as texts, or move the file away.")
    }
    func texts(_ key: String) throws(SourceFailure) -> [String] {
      guard let (value, line) = values[key] else { return [] }
      guard let texts = value.texts else {
        throw failure(line, "`\(key)` is computed, which only Python can do")
      }
      return texts
    }
    let revisions = try texts("revision")
    guard revisions.count == 1, let revision = revisions.first else {
      throw failure(1, "Alembic finds no revision in the file")
    }
    self.revision = revision
    parents = try texts("down_revision")
    befores = parents + (try texts("depends_on"))
    labels = try texts("branch_labels")
    migration = ToolMigration(
      identifier: name ?? revision, path: path,
      body: .unavailable(.code("Python", of: "Alembic", runBy: "alembic upgrade \(revision)")))
  }
}

/// Revisions and what they come after.
struct AlembicGraph {
  private let revisions: [AlembicRevision]
  private let byName: [String: AlembicRevision]

  /// Makes a graph; of two revisions with one name the first counts.
  init(_ revisions: [AlembicRevision]) {
    self.revisions = revisions
    var byName = Dictionary(revisions.map { ($0.revision, $0) }) { first, _ in first }
    for revision in revisions {
      for label in revision.labels where byName[label] == nil { byName[label] = revision }
    }
    self.byName = byName
  }

  /// The revision of that name or label.
  subscript(name: String) -> AlembicRevision? { byName[name] }

  /// The revisions that nothing comes after, sorted.
  var heads: [String] {
    let parents = Set(revisions.flatMap(\.parents))
    return Set(revisions.map(\.revision)).subtracting(parents).sorted(by: NameOrder.bytes)
  }

  /// All revisions, each after what it comes after; a branch stays together as far as it goes.
  var order: [String] { walk(from: heads).order }

  /// A revision that comes after itself, or `nil`.
  var cycle: String? { walk(from: revisions.map(\.revision)).cycle }

  /// The revisions that have run when the given ones are the newest of their branches, with these.
  func ancestors(of revisions: [String]) -> Set<String> { Set(walk(from: revisions).order) }

  private func walk(from revisions: [String]) -> DependencyWalk<String> {
    DependencyWalk(from: revisions) { name in
      byName[name]?.befores.compactMap { byName[$0]?.revision } ?? []
    }
  }
}
