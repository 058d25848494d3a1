/// The migrations of a folder with what orders them, collected file by file, with every problem.
struct NumberedMigrations<Number: Comparable> {
  private var entries: [(number: Number, migration: ToolMigration)] = []
  private var problems: [SourceProblem] = []

  /// Adds a migration, or the problems that reading it met.
  ///
  /// - Parameters:
  ///   - number: What orders it.
  ///   - read: Reads it.
  /// - Throws: What `read` throws, except for `SourceFailure`.
  mutating func add(_ number: Number, _ read: () throws -> ToolMigration) throws {
    do {
      entries.append((number, try read()))
    } catch let failure as SourceFailure {
      problems += failure.problems
    }
  }

  /// Adds a problem.
  mutating func add(_ problem: SourceProblem) {
    problems.append(problem)
  }

  /// The migrations in order; those of one number in the order in which they were added.
  ///
  /// - Parameter tool: The tool that refuses a number that is there twice; `nil` when none does.
  /// - Returns: The migrations.
  /// - Throws: `SourceFailure` with every problem found.
  func sorted(uniqueFor tool: String?) throws(SourceFailure) -> [ToolMigration] {
    let sorted = entries.enumerated().sorted { one, other in
      one.element.number != other.element.number
        ? one.element.number < other.element.number : one.offset < other.offset
    }.map(\.element)
    var problems = problems
    if let tool {
      for (one, other) in zip(sorted, sorted.dropFirst()) where one.number == other.number {
        problems.append(
          SourceProblem(
            .duplicateVersion, path: other.migration.path,
            message: "\(tool) finds version \(one.migration.key) twice: "
              + "\(one.migration.identifier) and \(other.migration.identifier)",
            remedy: "Give one of them another number."))
      }
    }
    guard problems.isEmpty else { throw SourceFailure(problems: problems) }
    return sorted.map(\.migration)
  }
}

/// A text that is ordered by its bytes, as Go and Rust order texts.
struct ByteOrdered: Comparable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (one: ByteOrdered, other: ByteOrdered) -> Bool {
    one.text.utf8.elementsEqual(other.text.utf8)
  }

  static func < (one: ByteOrdered, other: ByteOrdered) -> Bool {
    one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }
}
