struct DjangoProject {
  typealias Key = DjangoKey

  /// All migrations and their dependencies; replaced migrations precede their replacement.
  private(set) var graph: DjangoGraph
  private(set) var problems: [SourceProblem] = []
  private let files: [DjangoMigration]
  /// The dependencies of each migration, with `__first__` and `__latest__` resolved.
  private var dependencies: [Key: [Key]] = [:]

  init(_ files: [DjangoMigration]) {
    self.files = files
    graph = DjangoGraph(files.map(\.key))
    let apps = Set(files.map(\.key.app))
    let replacements = Dictionary(
      files.flatMap { file in file.replaces.map { ($0, file.key) } }
    ) { first, _ in first }
    // Dependencies within apps come first: they determine the first and latest migration of an app.
    for isInternal in [true, false] {
      for file in files {
        for parent in file.dependencies where (parent.app == file.key.app) == isInternal {
          // Apps outside the folder are ignored.
          guard apps.contains(parent.app), let parent = resolved(parent, for: file.key) else {
            continue
          }
          connect(file.key, after: parent, replacements, file)
        }
        for child in file.runBefore where !isInternal && apps.contains(child.app) {
          guard let child = resolved(child, for: file.key) else { continue }
          connect(child, after: file.key, replacements, file)
        }
      }
    }
    for file in files {
      for key in file.replaces where graph.contains(key) { graph.add(file.key, after: key) }
    }
  }

  /// The files in the order in which `migrate` runs them, with resolved dependencies.
  var ordered: [DjangoMigration] {
    let byKey = Dictionary(files.map { ($0.key, $0) }) { first, _ in first }
    return graph.order.compactMap { key in
      var file = byKey[key]
      file?.dependencies = dependencies[key] ?? []
      return file
    }
  }

  private func resolved(_ key: Key, for current: Key) -> Key? {
    guard !graph.contains(key), key.name == "__first__" || key.name == "__latest__" else {
      return key
    }
    if key.app == current.app { return nil }
    return key.name == "__first__"
      ? graph.roots(of: key.app).first : graph.leaves(of: key.app).first
  }

  private mutating func connect(
    _ child: Key, after parent: Key, _ replacements: [Key: Key], _ file: DjangoMigration
  ) {
    for key in [child, parent] where !graph.contains(key) && replacements[key] == nil {
      problems.append(
        SourceProblem(
          .badDependency, path: file.path,
          message: "this migration depends on \(key.text), which does not exist",
          remedy: "Restore its file, or correct the dependencies."))
      return
    }
    if child == parent {
      problems.append(
        SourceProblem(
          .badDependency, path: file.path, message: "\(child.text) depends on itself",
          remedy: "Correct the dependencies."))
      return
    }
    let (child, parent) = (
      graph.contains(child) ? child : replacements[child] ?? child,
      graph.contains(parent) ? parent : replacements[parent] ?? parent
    )
    // Migrations that the same squashed migration replaces can depend on each other.
    guard child != parent else { return }
    graph.add(child, after: parent)
    dependencies[child, default: []].append(parent)
  }
}
