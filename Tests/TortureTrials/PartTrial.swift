import MigratorSQLite
import MigratorTestSupport

/// A failing call during a step outside a transaction.
///
/// The program must report how much was kept.
public struct PartTrial {
  /// A possible state: the number of statements that ran (`Int.max` once recorded in the ledger).
  private struct Part {
    let count: Int
    let dump: DatabaseDump
  }

  /// The command and its files.
  public let world: TrialFixture
  private let parts: [Part]

  /// Creates the files and records the state that each committing statement leaves.
  ///
  /// - Parameters:
  ///   - journalMode: `delete` or `wal`.
  ///   - isHeld: True if another connection keeps the database open meanwhile.
  /// - Throws: ``TrialFailure``, or an error of the file system or of SQLite.
  public init(journalMode: String, isHeld: Bool) throws {
    world = try TrialFixture(.unwrapped, journalMode: journalMode, isHeld: isHeld)
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

  /// Runs the command and compares its report with the database.
  ///
  /// - Parameter fault: The call that fails.
  /// - Returns: A description of the problem; `nil` if there is none.
  /// - Throws: An error of the file system or of starting the program.
  public func problem(_ fault: Fault) throws -> String? {
    let outcome = try world.run(fault).outcome
    let text = outcome.output + outcome.errors
    let dump = try? DatabaseDump(path: world.database)
    guard let found = parts.firstIndex(where: { $0.dump == dump })
    else { return "\(fault): it holds what no statement left\n\(text)" }
    if fault.manner == .kill { return nil }
    guard let told = told(outcome.status, text) else { return "\(fault): nothing is told\n\(text)" }
    if !told.contains(found) { return "\(fault): \(told) is told, and it is \(found)\n\(text)" }
    if told.count > 1, !fault.kind.mayCommit(world.journalMode) {
      return "\(fault): what cannot have been done is said to be in doubt\n\(text)"
    }
    return nil
  }

  /// The states that the program's message permits; `nil` if the message names no state.
  private func told(_ status: Int32, _ text: String) -> ClosedRange<Int>? {
    if status == world.success { return parts.count - 1...parts.count - 1 }
    if text.contains("may contain statements that 1_country ran") { return 0...1 }
    guard let words = text.firstMatch(of: #/contains the first (?:(\d+) statements|statement) of/#)
    else { return text.contains("contains no statement") ? nil : 0...0 }
    let count = words.1.flatMap { Int($0) } ?? 1
    guard let index = parts.firstIndex(where: { $0.count == count }) else { return nil }
    let isOpen = text.contains("may contain the failed statement") || text.contains("may record it")
    return index...index + (isOpen ? 1 : 0)
  }
}
