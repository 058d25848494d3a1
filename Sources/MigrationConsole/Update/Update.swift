import MigratorEngine
import TerminalUI

extension ConsoleModel {
  /// What happens first: everything that costs no write is read at once.
  ///
  /// - Returns: The effects of the beginning.
  mutating func begin() -> [Effect] {
    isReading = true
    return [.loadOverview, restartViolationSearch()]
  }

  /// Takes in what happened.
  ///
  /// Pure: the same model and message give the same model and effects.
  ///
  /// - Parameter message: What happened.
  /// - Returns: The work that is asked for.
  mutating func update(_ message: Message) -> [Effect] {
    let effects: [Effect]
    switch message {
    case .tick(let time):
      now = time
      effects = []
    case .resize(let newSize):
      size = newSize
      effects = []
    case .key(let key): effects = update(key: key)
    case .paste(let text): effects = update(paste: text)
    case .terminate(let signal): effects = terminate(signal)
    case .work(let message): effects = update(work: message)
    }
    clampLists()
    refreshDetail()
    return effects
  }

  /// A number for new work, larger than all before.
  mutating func nextGeneration() -> Int {
    generation += 1
    return generation
  }

  /// Says something above the footer.
  mutating func say(_ text: String, _ level: Notice.Level = .info) {
    notice = Notice(level: level, text: text)
  }

  private mutating func update(key: Key) -> [Effect] {
    if dialog != nil { return updateDialog(key: key) }
    if filterField != nil { return updateFilter(key: key) }
    guard let binding = Binding.binding(for: key) else {
      say("\(key.label) does nothing here. ? shows the keys.")
      return []
    }
    if let reason = disabledReason(of: binding.command) {
      say(reason, .warning)
      return []
    }
    if binding.command != .cancelWork { interruptedAt = nil }
    if !binding.command.keepsNotice { notice = nil }
    return perform(binding.command)
  }

  /// Pasted text is data: it goes where text is typed, or nowhere.
  private mutating func update(paste text: String) -> [Effect] {
    if filterField != nil {
      filterField?.insert(text)
      applyFilter()
    } else if case .confirm(var confirm) = dialog, confirm.focus == .phrase {
      confirm.typed.insert(text)
      dialog = .confirm(confirm)
    } else {
      say("Pasted text is ignored here.", .warning)
    }
    return []
  }

  /// The process is asked to end: what runs is rolled back, and the program leaves.
  private mutating func terminate(_ signal: SignalKind) -> [Effect] {
    isQuitting = true
    endedBy = signal
    return cancelEverything() + [.quit]
  }

  /// Stops all work.
  mutating func cancelEverything() -> [Effect] {
    var effects: [Effect] = []
    if let work { effects.append(.cancel(generation: work.generation)) }
    if case .running = violations.search {
      effects.append(.cancel(generation: violations.generation))
    }
    return effects
  }
}

extension Command {
  /// Whether the line above the footer stays when this runs: moving about does not end a message.
  fileprivate var keepsNotice: Bool {
    switch self {
    case .up, .down, .pageUp, .pageDown, .home, .end, .scrollLeft, .scrollRight: true
    default: false
    }
  }
}
