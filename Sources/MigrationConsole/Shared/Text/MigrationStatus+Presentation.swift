import MigratorEngine
import TerminalUI

extension MigrationStatus.State {
  /// The word for the state, so that color and mark are not the only signs.
  package var word: String {
    switch self {
    case .applied: "applied"
    case .pending: "pending"
    case .outOfOrder: "out of order"
    case .unregistered: "not registered"
    case .changed: "changed"
    case .merged: "merged"
    case .skipped: "skipped"
    case .dirty: "dirty"
    case .code: "code"
    case .unusable: "unusable"
    }
  }

  package var explanation: String {
    switch self {
    case .applied: "Recorded in the ledger."
    case .pending: "Registered, not applied yet."
    case .outOfOrder: "Registered and not applied, but older than the newest applied migration."
    case .unregistered: "Recorded in the ledger, but not among the registered migrations."
    case .changed: "Applied, but its file differs from the one that was applied."
    case .merged: "Applied, and later folded into another registered migration."
    case .skipped: "Registered, not applied, and ignored by its tool."
    case .dirty: "Began but did not finish: it failed or was interrupted."
    case .code: "Registered, not applied, and not plain SQL: only its own tool can run it."
    case .unusable: "Registered, not applied, and its file is unusable."
    }
  }

  var role: Role {
    switch self {
    case .applied, .merged: .applied
    case .pending: .pending
    case .outOfOrder: .outOfOrder
    case .unregistered: .unregistered
    case .changed: .changed
    case .skipped, .code: .warning
    case .dirty, .unusable: .danger
    }
  }

  func mark(_ glyphs: GlyphSet) -> SafeText {
    switch self {
    case .applied, .merged: glyphs.applied
    case .pending: glyphs.pending
    case .outOfOrder: glyphs.outOfOrder
    case .unregistered: glyphs.unregistered
    case .changed: glyphs.changed
    case .skipped: glyphs.skipped
    case .dirty: glyphs.failed
    case .code: glyphs.code
    case .unusable: glyphs.unusable
    }
  }
}

extension MigrationTransaction {
  var words: String {
    switch self {
    case .whole: "in one transaction"
    case .none: "outside a transaction: statements before a failure are kept"
    case .open: "in its own transactions: commits before a failure are kept"
    }
  }
}

extension StatusReport {
  /// The number of migrations by state: `13 applied (1 changed, 2 not registered), 4 pending`.
  ///
  /// *Applied* counts all rows of the ledger, regardless of their state.
  package var countText: String {
    func words(_ states: [MigrationStatus.State]) -> [String] {
      states.filter { count(of: $0) > 0 }.map { "\(count(of: $0)) \($0.word)" }
    }
    let others = MigrationStatus.State.allCases.filter { ![.applied, .pending].contains($0) }
    let which = words(others.filter(\.isRecorded))
    let counts =
      ["\(recordedCount) applied" + (which.isEmpty ? "" : " (\(which.joined(separator: ", ")))")]
      + ["\(count(of: .pending)) pending"] + words(others.filter { !$0.isRecorded })
    return counts.joined(separator: ", ")
  }
}

extension MigrationStatus {
  var role: Role { isUnusable ? State.unusable.role : state.role }

  /// The words at the right edge of the row; empty for most pending and applied migrations.
  var remark: String {
    if isUnusable { return State.unusable.word }
    return switch state {
    case .applied: ""
    case .pending: isNext ? "next" : ""
    case .outOfOrder: isNext ? "next, out of order" : "out of order"
    default: state.word
    }
  }
}

extension DatabaseMigrator.ForeignKeyChecks {
  var words: String {
    switch self {
    case .deferred: "checked at the end of the migration"
    case .immediate: "enforced at every statement"
    case .disabled: "off, not checked"
    }
  }
}
