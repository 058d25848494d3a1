/// The files of a folder, read one by one, with every problem that is met.
struct FileList<File: ToolFile> {
  private(set) var files: [File] = []
  private(set) var problems: [SourceProblem] = []

  /// Reads a file; what keeps it from being read is noted.
  mutating func read(_ file: () throws -> File) throws {
    do {
      files.append(try file())
    } catch let failure as SourceFailure {
      problems += failure.problems
    }
  }

  mutating func add(
    _ kind: SourceProblem.Kind, path: String, _ message: String, remedy: String
  ) {
    problems.append(SourceProblem(kind, path: path, message: message, remedy: remedy))
  }

  mutating func add(_ found: [SourceProblem]) { problems += found }

  /// The files in the order in which they were read; throws every problem found.
  func checked() throws(SourceFailure) -> [File] {
    guard problems.isEmpty else { throw SourceFailure(problems: problems) }
    return files
  }

  /// The files in the order of their numbers, none of which the tool has twice; throws every
  /// problem found.
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
