import Foundation
import MigratorSQLite
import MigratorTestSupport

/// A trial in which another program replaces, deletes or truncates the file while a command runs.
struct DisplacedTrial {
  enum Act: CaseIterable {
    case replace, delete, truncate
  }

  private let world: TrialFixture
  private let other: DatabaseDump
  /// True to treat every exit status as success: a control.
  private let isBlind: Bool

  init(_ world: TrialFixture, isBlind: Bool = false) throws {
    self.world = world
    self.isBlind = isBlind
    try? FileManager.default.removeItem(atPath: world.path("other.sqlite"))
    let queue = try DatabaseQueue(path: world.path("other.sqlite"))
    try queue.writeWithoutTransaction {
      try $0.execute(sql: TrialCommand.schema + "UPDATE club SET name = 'other';")
    }
    try queue.close()
    other = try DatabaseDump(path: world.path("other.sqlite"))
  }

  /// Runs the command, suspends it at a random moment, and performs the act meanwhile.
  ///
  /// - Returns: A description of the problem, if any, and whether the act preceded the last commit.
  func problem(using generator: inout SeededGenerator) throws -> (problem: String?, isEarly: Bool) {
    let act = Act.allCases.randomElement(using: &generator) ?? .replace
    let program = try world.start()
    let moment = Date(
      timeIntervalSinceNow: Double.random(in: 0..<Double(world.microseconds), using: &generator)
        / 1_000_000)
    try program.wait(for: "the moment to act") { Date() >= moment }
    program.send(SIGSTOP)
    // The act destroys the changes committed up to now.
    let before = try probe()
    try perform(act)
    program.send(SIGCONT)
    let end = try program.end()
    let last = world.states.count - 1
    guard case .exited(let status) = end else { return ("\(act): ended \(end)", true) }
    if before == last { return (damage(act), false) }
    let found = isBlind ? 0 : status
    let right: Set<Int32> =
      switch act {
      case .replace: [75]
      case .delete: [66, 75]
      // A truncated file is an empty database without tables to migrate.
      case .truncate: [2, 4, 65, 74, 75]
      }
    // If the act precedes the opening of the file, the command migrates the new file.
    if !isBlind, found == 0, isDone(act) { return (nil, false) }
    let problem = right.contains(found) ? nil : "\(act) at state \(before ?? -1): status \(found)"
    return (problem ?? damage(act), true)
  }

  /// Returns true if the command migrated the file that is now at the path, starting with its first
  /// migration.
  private func isDone(_ act: Act) -> Bool {
    guard act != .delete, let dump = try? DatabaseDump(path: world.database) else { return false }
    return dump == world.states.last
      || (world.command == .stepAll && dump != other && dump.text.contains("tablescore"))
  }

  /// Returns the index of the current state, determined from a copy of the file and its journal.
  private func probe() throws -> Int? {
    let files = FileManager.default
    let copy = world.path("probe.sqlite")
    for ending in ["", "-journal", "-wal", "-shm"] {
      try? files.removeItem(atPath: copy + ending)
      if ending != "-shm" {
        try? files.copyItem(atPath: world.database + ending, toPath: copy + ending)
      }
    }
    return (try? DatabaseDump(path: copy)).flatMap { world.states.firstIndex(of: $0) }
  }

  private func perform(_ act: Act) throws {
    let files = FileManager.default
    try? files.removeItem(atPath: world.path("old.sqlite"))
    switch act {
    case .replace:
      try files.linkItem(atPath: world.database, toPath: world.path("old.sqlite"))
      try? files.removeItem(atPath: world.path("new.sqlite"))
      try files.copyItem(atPath: world.path("other.sqlite"), toPath: world.path("new.sqlite"))
      rename(world.path("new.sqlite"), world.database)
    case .delete: try files.removeItem(atPath: world.database)
    case .truncate: truncate(world.database, 0)
    }
  }

  /// Describes the damage to the files after the act, if any.
  private func damage(_ act: Act) -> String? {
    switch act {
    case .replace:
      if (try? DatabaseDump(path: world.database)) != other {
        return "\(act): the new file is not as it was"
      }
      let old = try? DatabaseDump(path: world.path("old.sqlite"))
      return old.map(world.states.contains) == true ? nil : "\(act): the old file is damaged"
    case .delete:
      return FileManager.default.fileExists(atPath: world.database)
        ? "\(act): a file was made" : nil
    case .truncate: return nil
    }
  }
}
