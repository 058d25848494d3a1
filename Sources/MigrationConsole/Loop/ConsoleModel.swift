import MigratorEngine
import MigratorSession
import TerminalUI

/// The whole state of the console: a value that `update` changes and `render` draws.
struct ConsoleModel: Sendable {
  /// What screens and dialogs tell of.
  var scene: Scene
  /// The state of each screen.
  var screens = Screens()
  /// The screen in front.
  var screen = Screens.all[0]
  /// The focused pane.
  var focus = Pane.list
  /// Whether the focused pane has the whole body.
  var isZoomed = false
  /// The field in which a filter is being typed.
  var filterField: TextField?
  /// The number of the last work begun; results of others come too late and are dropped.
  var generation = 0
  /// The dialog in front.
  var dialog: OpenDialog?
  /// The line above the footer.
  var notice: Notice?
  /// When Ctrl-C was last pressed with nothing to stop.
  var interruptedAt: Double?
  /// Whether the program is to leave.
  var isQuitting = false
  /// The signal that asked the program to leave, if it was one.
  var endedBy: SignalKind?

  /// Creates the state of a session that has read nothing yet.
  ///
  /// - Parameters:
  ///   - context: What does not change during the session.
  ///   - size: The size of the terminal.
  init(context: ConsoleContext, size: Size) {
    scene = Scene(context: context, size: size)
  }

  /// What is known of the database, and what was run.
  var known: Known {
    get { scene.known }
    set { scene.known = newValue }
  }

  /// The work that runs on the operator's behalf.
  var work: Work? {
    get { scene.work }
    set { scene.work = newValue }
  }

  /// Seconds since the session began.
  var now: Double { scene.now }

  /// Where everything stands on the screen in front.
  var layout: ScreenLayout {
    let front = screens[screen]
    return ScreenLayout(
      size: scene.size, hasTabs: !front.tabs.isEmpty, hasWideRows: front.hasWideRows,
      focus: focus, isZoomed: isZoomed)
  }

  // MARK: Messages

  /// What happens first: everything that costs no write is read at once.
  ///
  /// - Returns: The effects of the beginning.
  mutating func begin() -> [Effect] {
    known.isReading = true
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
    case .presented(let time):
      scene.now = time
      if var open = dialog {
        open.shown.add(DialogLayout(of: open, in: scene), at: time)
        dialog = open
      }
      effects = []
    case .tick(let time):
      scene.now = time
      effects = []
    case .resize(let newSize):
      scene.size = newSize
      effects = []
    case .key(let key): effects = update(key: key)
    case .paste(let text): effects = update(paste: text)
    case .terminate(let signal): effects = terminate(signal)
    case .work(let message): effects = update(work: message)
    }
    screens[screen].refresh(layout: layout, scene: scene)
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
    if let dialog { return update(key: key, in: dialog) }
    if scene.isTooSmall,
      !(Binding.binding(for: key).map { commandsUnseen.contains($0.command) } ?? false)
    {
      return []
    }
    if filterField != nil, !scene.isTooSmall { return updateFilter(key: key) }
    if screens.trace.field != nil, !scene.isTooSmall { return updateQuery(key: key) }
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
    if let dialog { return update(paste: text, in: dialog) }
    if scene.isTooSmall { return [] }
    if filterField != nil {
      filterField?.insert(text)
      filter(filterField?.text ?? "")
    } else if screens.trace.field != nil {
      screens.trace.field?.insert(text)
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
    var effects = cancelTrace()
    if let work { effects.append(.cancel(generation: work.generation)) }
    if screens.violations.isSearching {
      effects.append(.cancel(generation: screens.violations.generation))
    }
    return effects
  }

  // MARK: Time

  /// How long to wait for an event before the screen is drawn again, in milliseconds; without end
  /// when nothing on it depends on the time.
  var redrawInterval: Int? {
    if isAnimated { return 200 }
    var showsAge = screens[screen].provenance(in: scene) != nil
    if dialog?.content is ConfirmStep { showsAge = true }
    return showsAge ? Self.ageInterval : nil
  }

  /// How often a screen that only says how old something is gets drawn again, in milliseconds.
  static let ageInterval = 5_000

  /// Whether something on the screen moves by itself: elapsed times and progress.
  var isAnimated: Bool {
    work != nil || known.isReading || screens.violations.isSearching
  }
}

extension Command {
  /// Whether the line above the footer stays when this runs: moving about does not end a message.
  fileprivate var keepsNotice: Bool {
    switch self {
    case .up, .down, .pageUp, .pageDown, .home, .end, .scrollLeft, .scrollRight, .readNotice: true
    default: false
    }
  }
}
