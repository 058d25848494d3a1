internal import MigratorPlatform

/// A folder in a work tree, as git sees it; all paths are relative to the folder.
struct GitFolder {
  /// A file of a revision.
  struct Blob: Hashable {
    /// The name of the git object that contains the file.
    let object: String
    /// The size in bytes.
    let size: Int
  }

  /// The path of the folder.
  let path: String
  private let git: ChildProgram

  /// Checks that git accepts the folder.
  init(_ path: String) throws {
    self.path = path
    // In a hook, the variables with `nil` can name a different work tree from the folder's. The
    // others prevent git from writing to the repository, asking for a password and loading large
    // files.
    git = ChildProgram(
      "git",
      environment: [
        "GIT_DIR": nil, "GIT_WORK_TREE": nil, "GIT_INDEX_FILE": nil, "GIT_PREFIX": nil,
        "GIT_COMMON_DIR": nil, "GIT_OBJECT_DIRECTORY": nil, "GIT_NAMESPACE": nil,
        "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_LFS_SKIP_SMUDGE": "1",
        "GIT_LITERAL_PATHSPECS": "1", "LC_ALL": "C",
      ])
    let found = try run(["rev-parse", "--is-inside-work-tree"])
    guard found.status == 0, Self.line(found.output) == "true" else {
      let reason = Self.reason(found)
      throw BaseFailure.noRepository(
        folder: path, reason: reason.isEmpty ? "it is not in a work tree." : reason)
    }
  }

  /// Returns the commit that a name refers to.
  ///
  /// - Throws: ``BaseFailure/badName(_:)`` or ``BaseFailure/unknownRevision(_:isShallow:)``.
  func commit(_ name: String) throws -> String {
    guard !name.isEmpty, !name.hasPrefix("-"), !name.utf8.contains(0) else {
      throw BaseFailure.badName(name)
    }
    let found = try run(["rev-parse", "--verify", "--quiet", name + "^{commit}"])
    let commit = Self.line(found.output)
    guard found.status == 0, Self.isObject(commit) else {
      let shallow = try run(["rev-parse", "--is-shallow-repository"])
      throw BaseFailure.unknownRevision(name, isShallow: Self.line(shallow.output) == "true")
    }
    return commit
  }

  /// Returns the commit where the current branch diverged from another one, or `nil` if it is
  /// unknown.
  func fork(from commit: String) throws -> String? {
    let found = try run(["merge-base", commit, "HEAD"])
    let fork = Self.line(found.output)
    return found.status == 0 && Self.isObject(fork) ? fork : nil
  }

  /// Returns the files and links of a commit in the folder and below.
  func files(at commit: String) throws -> [String: Blob] {
    var files: [String: Blob] = [:]
    for entry in Self.entries(try output(["ls-tree", "-r", "-l", "-z", commit])) {
      // `100644 blob 7898… 12<TAB>name`
      guard let tab = entry.firstIndex(of: UInt8(ascii: "\t")) else { continue }
      let words = String(decoding: entry[..<tab], as: UTF8.self).split(separator: " ")
      guard words.count == 4, words[1] == "blob", let size = Int(words[3]) else { continue }
      let name = String(decoding: entry[(tab + 1)...], as: UTF8.self)
      files[name] = Blob(object: String(words[2]), size: size)
    }
    return files
  }

  /// Returns the files whose contents differ from those of a commit.
  ///
  /// git converts line endings and runs filters as it does for `git add`. Removed files are
  /// included.
  func changed(since commit: String, _ files: [String: Blob]) throws -> Set<String> {
    let names = Self.entries(
      try output([
        "diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--ignore-submodules=all",
        "--relative", commit, "--", ".",
      ])
    ).map { String(decoding: $0, as: UTF8.self) }
    // Files with a different mode, and files that are not in the index, can have the same contents.
    let objects = try objects(of: names.filter { files[$0] != nil })
    return Set(names.filter { objects[$0] == nil || objects[$0] != files[$0]?.object })
  }

  /// Returns the object names that git would give to files; files that do not exist are
  /// left out.
  func objects(of names: [String]) throws -> [String: String] {
    var objects: [String: String] = [:]
    var rest = names.filter { Files.kind(of: Paths.join(path, $0)) == .file }[...]
    while !rest.isEmpty {
      let part = Array(rest.prefix(100))
      rest = rest.dropFirst(part.count)
      let found = try output(["hash-object", "--"] + part)
      let lines = String(decoding: found, as: UTF8.self).split(separator: "\n")
      guard lines.count == part.count else { continue }
      for (name, line) in zip(part, lines) { objects[name] = String(line) }
    }
    return objects
  }

  /// Returns the contents of objects, without filters.
  func contents(of blobs: [String: Blob]) throws -> [String: [UInt8]] {
    guard !blobs.isEmpty else { return [:] }
    let wanted = Array(blobs)
    let output = try output(
      ["cat-file", "--batch"],
      input: Array(wanted.map { $0.value.object + "\n" }.joined().utf8))
    var contents: [String: [UInt8]] = [:]
    var place = output.startIndex
    for (name, _) in wanted {
      // `7898… blob 12<LF>contents<LF>`
      guard let end = output[place...].firstIndex(of: UInt8(ascii: "\n")) else { break }
      let words = String(decoding: output[place..<end], as: UTF8.self).split(separator: " ")
      place = end + 1
      guard words.count == 3, let size = Int(words[2]), place + size < output.count else {
        continue
      }
      contents[name] = Array(output[place..<(place + size)])
      place += size + 1
    }
    return contents
  }

  private func run(
    _ arguments: [String], input: [UInt8] = []
  ) throws -> ChildProgram.Outcome {
    do throws(SystemFailure) {
      return try git.run(
        // A repository's own settings must not make git start a program.
        ["-c", "core.fsmonitor=false", "-C", path] + arguments, input: input)
    } catch {
      if error.isMissing { throw BaseFailure.noGit }
      throw BaseFailure.git(command: arguments[0], reason: error.description)
    }
  }

  private func output(_ arguments: [String], input: [UInt8] = []) throws -> [UInt8] {
    let found = try run(arguments, input: input)
    guard found.status == 0 else {
      throw BaseFailure.git(command: arguments[0], reason: Self.reason(found))
    }
    return found.output
  }

  private static func entries(_ output: [UInt8]) -> [ArraySlice<UInt8>] {
    output.split(separator: 0)
  }

  private static func reason(_ outcome: ChildProgram.Outcome) -> String {
    String(line(outcome.errors).trimmingPrefix("fatal: "))
  }

  private static func line(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  /// Returns whether a string is the name of an object: SHA-1 or SHA-256.
  private static func isObject(_ text: String) -> Bool {
    [40, 64].contains(text.utf8.count) && text.allSatisfy(\.isHexDigit)
  }
}
