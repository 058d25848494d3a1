/// The files of a folder with what orders them, collected one by one, with every problem.
struct NumberedFiles<Number: Comparable & CustomStringConvertible, File: ToolFile> {
  private var entries: [(number: Number, file: File)] = []
  private var problems: [SourceProblem] = []

  /// Adds a file, or the problems that reading it met.
  ///
  /// - Parameters:
  ///   - number: What orders it.
  ///   - read: Reads it.
  mutating func add(_ number: Number, _ read: () throws(SourceFailure) -> File) {
    do {
      entries.append((number, try read()))
    } catch {
      problems += error.problems
    }
  }

  /// Adds a problem.
  mutating func add(_ problem: SourceProblem) {
    problems.append(problem)
  }

  /// The files in order; those of one number in the order in which they were added.
  ///
  /// - Parameter tool: The tool that refuses a number that is there twice; `nil` when none does.
  /// - Returns: The files.
  /// - Throws: `SourceFailure` with every problem found.
  func sorted(uniqueFor tool: String?) throws(SourceFailure) -> [File] {
    let sorted = entries.enumerated().sorted { one, other in
      one.element.number != other.element.number
        ? one.element.number < other.element.number : one.offset < other.offset
    }.map(\.element)
    var problems = problems
    if let tool {
      for (one, other) in zip(sorted, sorted.dropFirst()) where one.number == other.number {
        problems.append(
          SourceProblem(
            .duplicateVersion, path: other.file.migration.path,
            message: "\(tool) finds version \(one.number) twice: "
              + "\(one.file.identifier) and \(other.file.identifier)",
            remedy: "Give one of them another number."))
      }
    }
    guard problems.isEmpty else { throw SourceFailure(problems: problems) }
    return sorted.map(\.file)
  }
}
