internal import MigratorPlatform

extension BaseComparison {
  /// The largest file of a revision that is read, and the limit for all of them, in bytes.
  private static let sizeLimits = (file: 1 << 20, all: 256 << 20)

  /// Compares migrations with those of a git revision; runs `git`.
  ///
  /// - Parameters:
  ///   - files: The current migrations.
  ///   - revision: The name of the revision.
  /// - Throws: ``BaseFailure``.
  init(_ files: MigrationFiles, with revision: String) throws {
    let folder = files.folder
    let main = try GitFolder(folder.isEmpty ? "." : folder)
    let commit = try main.commit(revision)
    let fork = try main.fork(from: commit).flatMap { $0 == commit ? nil : $0 }
    var base = Base(revision: revision)
    let blobs = try base.add(main, named: folder, commit: commit, fork: fork, files.entries)
    // Flyway's classes are in a different folder from its scripts.
    let others = Set(
      files.entries.filter { !$0.path.hasPrefix(Paths.join(folder, "")) }
        .map { Paths.folder(of: $0.path) }.filter { !Self.isSame($0, folder) })
    for other in others.sorted() {
      guard let repository = try? GitFolder(other) else { continue }
      _ = try base.add(repository, named: other, commit: commit, fork: fork, files.entries)
    }
    // A file that is too large to read is still listed, with empty contents.
    let contents = try main.contents(of: Self.limited(blobs))
      .merging(blobs.keys.map { ($0, []) }) { known, _ in known }
    base.entries = try? files.read(contents)
    self.init(files.entries, isLinear: files.isLinear, base: base)
  }

  private static func isSame(_ one: String, _ other: String) -> Bool {
    one == other || Paths.join(one, "") == Paths.join(other, "")
  }

  private static func limited(_ blobs: [String: GitFolder.Blob]) -> [String: GitFolder.Blob] {
    var rest = sizeLimits.all
    return blobs.filter { _, blob in
      guard blob.size <= sizeLimits.file, blob.size <= rest else { return false }
      rest -= blob.size
      return true
    }
  }
}

extension BaseComparison.Base {
  /// Adds the files of a folder, and returns them by their paths below it.
  fileprivate mutating func add(
    _ folder: GitFolder, named name: String, commit: String, fork: String?,
    _ entries: [MigrationFiles.Entry]
  ) throws -> [String: GitFolder.Blob] {
    let blobs = try folder.files(at: commit)
    func full(_ names: some Sequence<String>) -> Set<String> {
      Set(names.map { Paths.join(name, $0) })
    }
    paths.formUnion(full(blobs.keys))
    var changed = try folder.changed(since: commit, blobs)
    if let fork {
      // Ignore changes that were made only in the revision after the branch diverged from it.
      let forked = try folder.files(at: fork)
      let own = try folder.changed(since: fork, forked)
      changed.formIntersection(own)
      later.formUnion(full(blobs.keys.filter { forked[$0] == nil }))
    }
    edited.formUnion(full(changed))
    let prefix = Paths.join(name, "")
    let new = entries.map(\.path).filter { $0.hasPrefix(prefix) }
      .map { String($0.dropFirst(prefix.count)) }.filter { blobs[$0] == nil }
    let gone = changed.filter { Files.kind(of: Paths.join(folder.path, $0)) == nil }
    guard !new.isEmpty, !gone.isEmpty else { return blobs }
    let names = Dictionary(try folder.objects(of: new).map { ($1, $0) }) { first, _ in first }
    for path in gone {
      guard let blob = blobs[path], blob.size > 0, let found = names[blob.object] else { continue }
      renamed[Paths.join(name, path)] = found
    }
    return blobs
  }
}
