import MigratorEngine
import MigratorPlatform
import MigratorSession

/// Progress messages of a batch command, on standard error if that is a terminal.
struct Progress {
  private let isWatched = StandardStream.errors.isTerminal
  private var lastTenth: Int64 = -1

  mutating func show(_ event: MigrationEvent) {
    guard isWatched, let words = words(event) else { return }
    Printer.printError("… \(words)")
  }

  private mutating func words(_ event: MigrationEvent) -> String? {
    switch event {
    case .copying(let done, let total):
      let tenth = total > 0 ? done * 10 / total : 10
      guard tenth != lastTenth, total > 100_000_000 else { return nil }
      lastTenth = tenth
      return "copying: \(Format.bytes(done)) of \(Format.bytes(total))"
    case .began(let identifier, _, _, let statements):
      return "\(identifier): \(Format.count(statements, "statement"))"
    case .checking(let identifier): return "\(identifier): checking foreign keys"
    case .oldViolations(let identifier, let count):
      return "\(identifier): \(Format.count(count, "old foreign-key violation")) remaining"
    default: return nil
    }
  }
}
