/// The files of a folder, read one by one, with all problems found.
///
/// An unusable file is listed if its position in the order is known. If a problem makes the order
/// or the names uncertain, no file can be used.
struct FileList<File: ToolFile> {
  private(set) var files: [File] = []
  private(set) var problems: [SourceProblem] = []
  /// `true` if the folder itself has a problem.
  private var isRefused = false

  mutating func add(_ file: File) {
    files.append(file)
    let found = file.migration.problems
    problems += found
    // A disk failure does not concern only this file.
    if found.contains(where: { $0.kind == .fileFailed }) { isRefused = true }
  }

  /// Reads a file; records a problem that leaves its position in the order unknown.
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

  /// The files in the order in which they were read.
  ///
  /// - Throws: `SourceFailure` with all problems if one concerns the folder itself.
  func checked() throws(SourceFailure) -> [File] {
    guard !isRefused else { throw SourceFailure(problems: problems) }
    return files
  }

  /// The files sorted by number, which must be unique for the tool; throws like ``checked()``.
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
  /// A problem for each migration with the same value as an earlier one, such as a `version`.
  ///
  /// The tool cannot distinguish such migrations.
  func duplicates(
    _ word: String, _ kind: SourceProblem.Kind = .duplicateVersion, of tool: String,
    _ value: (Element) -> String
  ) -> [SourceProblem] {
    var seen: [String: Element] = [:]
    return compactMap { file in
      seen.updateValue(file, forKey: value(file)).map { first in
        SourceProblem(
          kind, path: file.migration.path,
          message: "the \(word) \(value(file)) occurs twice: \(first.identifier) and "
            + "\(file.identifier)",
          remedy: "Give one of them another \(word).")
      }
    }
  }
}
