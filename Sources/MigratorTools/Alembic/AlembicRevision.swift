struct AlembicRevision: ToolFile {
  let revision: String
  /// The parent revisions: none for a base, several for a merge.
  let parents: [String]
  /// The revisions and branch labels that this revision requires.
  ///
  /// These are its parents and its dependencies on other branches.
  let befores: [String]
  let labels: [String]
  let migration: ToolMigration

  /// Parses a file; the identifier is the revision unless a name is given.
  ///
  /// - Throws: `SourceFailure` if the file does not assign `revision`, or if one of these values is
  ///   computed.
  init(path: String, text: String, name: String? = nil) throws(SourceFailure) {
    let values = PythonSource(text).assignments
    func failure(_ line: Int, _ message: String) -> SourceFailure {
      SourceFailure(
        declaration: path, line: line, message,
        remedy: "Write `revision` and `down_revision` as string literals, or move the file to "
          + "another folder.")
    }
    func texts(_ key: String) throws(SourceFailure) -> [String] {
      guard let (value, line) = values[key] else { return [] }
      guard let texts = value.texts else {
        throw failure(line, "`\(key)` is computed, so only Python can evaluate it")
      }
      return texts
    }
    let revisions = try texts("revision")
    guard revisions.count == 1, let revision = revisions.first else {
      throw failure(1, "the file does not assign `revision`")
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

struct AlembicGraph {
  private let revisions: [AlembicRevision]
  private let byName: [String: AlembicRevision]

  /// Creates a graph; if several revisions have the same name, the first is used.
  init(_ revisions: [AlembicRevision]) {
    self.revisions = revisions
    var byName = Dictionary(revisions.map { ($0.revision, $0) }) { first, _ in first }
    for revision in revisions {
      for label in revision.labels where byName[label] == nil { byName[label] = revision }
    }
    self.byName = byName
  }

  subscript(name: String) -> AlembicRevision? { byName[name] }

  /// The revisions without a successor, sorted.
  var heads: [String] {
    let parents = Set(revisions.flatMap(\.parents))
    return Set(revisions.map(\.revision)).subtracting(parents).sorted(by: NameOrder.bytes)
  }

  /// All revisions in dependency order; branches are kept together if possible.
  var order: [String] { walk(from: heads).order }

  /// A revision that depends on itself, or `nil`.
  var cycle: String? { walk(from: revisions.map(\.revision)).cycle }

  /// The given revisions, and all revisions that must have run before them.
  func ancestors(of revisions: [String]) -> Set<String> { Set(walk(from: revisions).order) }

  private func walk(from revisions: [String]) -> DependencyWalk<String> {
    DependencyWalk(from: revisions) { name in
      byName[name]?.befores.compactMap { byName[$0]?.revision } ?? []
    }
  }
}
