/// The files of a folder, read one by one, with every problem that is met.
///
/// A file that cannot be used is one of them as long as it has its place in their order; what leaves the
/// order or the names in doubt keeps all of them from being used.
struct FileList<File: ToolFile> {
  private(set) var files: [File] = []
  /// All that was met, that of files which are listed included.
  private(set) var problems: [SourceProblem] = []
  /// Whether something is wrong with the folder itself.
  private var isRefused = false

  /// Adds a file.
  mutating func add(_ file: File) {
    files.append(file)
    let found = file.migration.problems
    problems += found
    // A disk that fails says nothing of the file.
    if found.contains(where: { $0.kind == .fileFailed }) { isRefused = true }
  }

  /// Reads a file; what keeps its place from being known is noted.
  mutating func read(_ file: () throws -> File) throws {
    do {
      add(try file())
    } catch let failure as SourceFailure {
      add(failure.problems)
    }
  }

  mutating func add(
    _ kind: SourceProblem.Kind, path: String, _ message: String, remedy: String
  ) {
    add([SourceProblem(kind, path: path, message: message, remedy: remedy)])
  }

  mutating func add(_ found: [SourceProblem]) {
    problems += found
    if !found.isEmpty { isRefused = true }
  }

  /// The files in the order in which they were read; throws every problem found where one is of the
  /// folder itself.
  func checked() throws(SourceFailure) -> [File] {
    guard !isRefused else { throw SourceFailure(problems: problems) }
    return files
  }

  /// The files in the order of their numbers, none of which the tool has twice; throws as ``checked()``
  /// does.
  func sorted<Number: Comparable & CustomStringConvertible>(
    by number: (File) -> Number, uniqueFor tool: String
  ) throws(SourceFailure) -> [File] {
    var list = self
    list.files.sort { number($0) < number($1) }
    list.add(list.files.duplicates("version", of: tool) { number($0).description })
    return try list.checked()
  }
}

extension Array where Element: ToolFile {
  /// A problem for each migration after another that has the same value, such as a `version`, and
  /// so is one with it to the tool.
  func duplicates(
    _ word: String, _ kind: SourceProblem.Kind = .duplicateVersion, of tool: String,
    _ value: (Element) -> String
  ) -> [SourceProblem] {
    var seen: [String: Element] = [:]
    return compactMap { file in
      seen.updateValue(file, forKey: value(file)).map { first in
        SourceProblem(
          kind, path: file.migration.path,
          message: "\(tool) finds the \(word) \(value(file)) twice: \(first.identifier) and "
            + "\(file.identifier)",
          remedy: "Give one of them another \(word).")
      }
    }
  }
}
