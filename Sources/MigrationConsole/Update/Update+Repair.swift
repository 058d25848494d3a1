import MigratorEngine
import TerminalUI

extension ConsoleModel {
  /// Begins to look for repairs.
  mutating func findRepairs() -> [Effect] {
    let effects = giveUpDrift()
    let generation = nextGeneration()
    work = Work(kind: .findingRepairs, generation: generation, startedAt: now)
    return effects + [.findRepairs(selected: selectedMigration?.identifier, generation: generation)]
  }

  /// The repairs were found: open the dialog, or say that there are none.
  mutating func take(offers result: Result<RepairOffers, WorkFailure>) -> [Effect] {
    work = nil
    switch result {
    case .success(let offers) where offers.repairs.isEmpty:
      say("Nothing in the ledger asks for a repair; select a pending migration for a baseline.")
      return []
    case .success(let offers):
      dialog = .repairs(RepairDialog(offers: offers))
      return [.flushTypeAhead]
    case .failure(let failure):
      say(failure.message, failure.isCancellation ? .warning : .error)
      return []
    }
  }

  /// A repair was run, or not: the file is read again.
  mutating func take(repaired result: Result<LedgerRepair, WorkFailure>) -> [Effect] {
    work = nil
    dryRun = nil
    drift = nil
    switch result {
    case .success(let repair): say("Done: \(repair.title).")
    case .failure(let failure): say(failure.message, .error)
    }
    isReading = true
    return [.loadOverview]
  }

  /// A key while the dialog of repairs is in front.
  mutating func updateRepairs(key: Key, _ repairs: RepairDialog) -> [Effect] {
    var repairs = repairs
    if key == .escape || key == .control("c") {
      dialog = repairs.isAsking ? .repairs(repairs.backToOffers()) : nil
      if !repairs.isAsking { say("Nothing was changed.") }
      return []
    }
    return repairs.isAsking ? answer(key, &repairs) : browse(key, &repairs)
  }

  private mutating func browse(_ key: Key, _ repairs: inout RepairDialog) -> [Effect] {
    switch key {
    case .down, .char("j"), .tab:
      repairs.index = min(repairs.index + 1, repairs.offers.repairs.count - 1)
      repairs.scroll = 0
    case .up, .char("k"), .backTab:
      repairs.index = max(repairs.index - 1, 0)
      repairs.scroll = 0
    case .pageDown, .char(" "):
      repairs.scroll = min(repairs.scroll + 5, Canvas(model: self).dialogScrollLimit)
    case .pageUp: repairs.scroll = max(0, repairs.scroll - 5)
    case .char("q"):
      dialog = nil
      return []
    case .enter:
      if let reason = repairRefusal {
        say(reason, .warning)
        dialog = nil
        return []
      }
      repairs.isAsking = true
      repairs.focus = .cancel
      repairs.askedAt = now
      dialog = .repairs(repairs)
      return [.flushTypeAhead]
    default: break
    }
    dialog = .repairs(repairs)
    return []
  }

  private mutating func answer(_ key: Key, _ repairs: inout RepairDialog) -> [Effect] {
    guard now - repairs.askedAt >= Self.deafness else { return [] }
    let order = RepairDialog.Focus.allCases
    let place = order.firstIndex(of: repairs.focus) ?? 0
    switch key {
    case .tab, .down: repairs.focus = order[(place + 1) % order.count]
    case .backTab, .up: repairs.focus = order[(place + order.count - 1) % order.count]
    case .pageDown: repairs.scroll = min(repairs.scroll + 3, Canvas(model: self).dialogScrollLimit)
    case .pageUp: repairs.scroll = max(0, repairs.scroll - 3)
    case .enter where repairs.focus == .cancel, .char(" ") where repairs.focus == .cancel:
      dialog = .repairs(repairs.backToOffers())
      return []
    case .char(" ") where repairs.focus == .backup: repairs.makesBackup.toggle()
    case .char("y") where repairs.focus == .repair: return begin(repairs)
    default: break
    }
    dialog = .repairs(repairs)
    return []
  }

  private mutating func begin(_ repairs: RepairDialog) -> [Effect] {
    guard let repair = repairs.repair else { return [] }
    dialog = nil
    let generation = nextGeneration()
    work = Work(kind: .repairing, generation: generation, startedAt: now)
    let request = RepairRequest(
      repair: repair, fingerprint: repairs.offers.fingerprint,
      backupPath: repairs.makesBackup ? repairs.offers.backupPath : nil)
    return [.flushTypeAhead, .repair(request, generation: generation)]
  }

  /// Why the file may not be changed, or `nil` when it may.
  private var repairRefusal: String? {
    if let reason = context.readOnlyReason { return reason }
    if case .success(let overview)? = overview, overview.facts.isReadOnly {
      return "No repair: the file or its folder cannot be written by this user."
    }
    return nil
  }
}

extension RepairDialog {
  /// The dialog with the offers in view again.
  fileprivate func backToOffers() -> RepairDialog {
    var dialog = self
    dialog.isAsking = false
    dialog.scroll = 0
    return dialog
  }
}
