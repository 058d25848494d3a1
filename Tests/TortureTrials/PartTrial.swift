import MigratorSQLite
import MigratorTestSupport

/// A step that no transaction holds together, in which one call fails: how much of it stays is told.
public struct PartTrial {
  /// A state that may be found: how many statements ran, and whether the ledger has a record of them.
  private struct Part {
    let count: Int
    let dump: DatabaseDump
  }

  /// The command and its files.
  public let world: TrialWorld
  private let parts: [Part]

  /// Makes the files, and finds out what each of the statements that commit leaves.
  ///
  /// - Parameters:
  ///   - journalMode: `delete` or `wal`.
  ///   - isHeld: Whether another program has the database open meanwhile.
  /// - Throws: ``TrialFailure``; the error of the file system or of SQLite.
  public init(journalMode: String, isHeld: Bool) throws {
    world = try TrialWorld(.unwrapped, journalMode: journalMode, isHeld: isHeld)
    let folder = try TemporaryFolder()
    for (ending, bytes) in world.originals { try folder.write("app.sqlite" + ending, bytes: bytes) }
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    var parts = [Part(count: 0, dump: world.states[0])]
    try queue.writeWithoutTransaction { db in
      for (index, statement) in TrialCommand.unwrappedStatements.enumerated() {
        try db.execute(sql: statement)
        if !db.isInsideTransaction {
          let dump = try DatabaseDump(path: folder.path("app.sqlite"))
          parts.append(Part(count: index + 1, dump: dump))
        }
      }
    }
    try queue.close()
    if let last = world.states.last { parts.append(Part(count: .max, dump: last)) }
    self.parts = parts
  }

  /// Runs the command and compares what it says with what is there.
  ///
  /// - Parameter fault: What fails.
  /// - Returns: What is wrong, in words; `nil` where nothing is.
  /// - Throws: The error of the file system, or of starting the program.
  public func problem(_ fault: Fault) throws -> String? {
    let outcome = try world.run(fault).outcome
    let text = outcome.output + outcome.errors
    let dump = try? DatabaseDump(path: world.database)
    guard let found = parts.firstIndex(where: { $0.dump == dump })
    else { return "\(fault): it holds what no statement left\n\(text)" }
    if fault.manner == .kill { return nil }
    guard let told = told(outcome.status, text) else { return "\(fault): nothing is told\n\(text)" }
    if !told.contains(found) { return "\(fault): \(told) is told, and it is \(found)\n\(text)" }
    if told.count > 1, !fault.kind.leavesDoubt(world.journalMode) {
      return "\(fault): what cannot have been done is said to be in doubt\n\(text)"
    }
    return nil
  }

  /// Which of the states the database may be in, as the program says.
  private func told(_ status: Int32, _ text: String) -> ClosedRange<Int>? {
    if status == world.success { return parts.count - 1...parts.count - 1 }
    if text.contains("may hold what 1_country ran") { return 0...1 }
    guard let words = text.firstMatch(of: #/keeps the first (?:(\d+) statements|statement) of/#)
    else { return text.contains("keeps") ? nil : 0...0 }
    let count = words.1.flatMap { Int($0) } ?? 1
    guard let index = parts.firstIndex(where: { $0.count == count }) else { return nil }
    let isOpen = text.contains("may hold what ran after") || text.contains("may record it")
    return index...index + (isOpen ? 1 : 0)
  }
}
