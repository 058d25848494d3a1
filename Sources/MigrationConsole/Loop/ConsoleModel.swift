import MigratorEngine
import MigratorSession
import TerminalUI

/// The whole state of the console: a value that `update` changes and `render` draws.
///
/// What a key does on one screen, and what work sends back, is the screens' own; here stands which of
/// them is in front, and what is the same on all.
struct ConsoleModel: Sendable {
  /// What screens and dialogs share.
  var scene: Scene
  /// The state of each screen.
  var screens = Screens()
  /// The screen in front.
  var screen = Screens.all[0]
  /// The focused pane.
  var focus = Pane.list
  /// Whether the focused pane has the whole body.
  var isZoomed = false
  /// The dialog in front.
  var dialog: OpenDialog?
  /// How much of the body the list has, in percent; `nil` as the screen has it.
  var share: Int?
  /// What was done with the mouse lately.
  var mouse = MouseMemory()
  /// When Ctrl-C was last pressed with nothing to stop.
  private var interruptedAt: Double?
  /// The generation of the work of which was asked whether it is to go on.
  private var askedAbout: Int?
  /// Whether the program is to leave.
  private(set) var isQuitting = false
  /// The signal that asked the program to leave, if it was one.
  private(set) var endedBy: SignalKind?

  /// Creates the state of a session that has read nothing yet.
  init(context: ConsoleContext, size: Size) {
    scene = Scene(context: context, size: size)
  }

  /// The state of the screen in front.
  var front: any ConsoleScreen { screens[screen] }

  /// Where everything stands on the screen in front.
  var layout: ScreenLayout {
    let front = front
    return ScreenLayout(
      size: scene.size, hasTabs: !front.tabs.isEmpty, hasWideRows: front.hasWideRows,
      focus: focus, isZoomed: isZoomed, share: share)
  }

  // MARK: Messages

  /// What happens first: everything that costs no write is read at once.
  mutating func begin() -> [Effect] { readAgain() + (scene.usesMouse ? [.setMouse(true)] : []) }

  /// Takes in what happened, and returns the work that is asked for.
  ///
  /// Pure: the same model and message give the same model and effects.
  mutating func update(_ message: Message) -> [Effect] {
    var effects: [Effect] = []
    switch message {
    case .presented(let time):
      scene.now = time
      if var open = dialog {
        open.shown.add(DialogLayout(of: open, in: scene), at: time)
        dialog = open
      }
    case .tick(let time): scene.now = time
    case .resize(let newSize): scene.size = newSize
    case .key(let key): effects = update(key: key)
    case .paste(let text): paste(text)
    case .mouse(let event): effects = update(mouse: event)
    case .terminate(let signal):
      endedBy = signal
      effects = leave()
    case .work(let message): effects = update(work: message)
    }
    effects += scene.follow() + screens[screen].attend(in: &scene) + askAboutLongWork()
    screens[screen].refresh(layout: layout, scene: scene)
    scene.selected = front.selectedMigration(in: scene)
    return effects
  }

  /// Takes in what effects send back; results of work that was given up are dropped.
  private mutating func update(work message: WorkMessage) -> [Effect] {
    switch message {
    case .history(let history): scene.known.past = history
    case .touched: scene.known.isTouched = true
    case .waiting: scene.notice = .waiting
    case .event(let event, let generation):
      if scene.work?.generation == generation { scene.take(event) }
    case .ran(let outcome):
      scene.notice = outcome.notice ?? scene.notice
      // Keys that were meant for the other program are no commands.
      return (outcome.mayHaveChanged ? readAgain() : []) + [.flushTypeAhead]
    case .exported(.success(let path)): scene.say("Written: \(path)")
    case .wroteMigration(.success(let paths)):
      let pending = scene.known.present?.status.count(of: .pending) ?? 0
      let place =
        pending > 0 ? "runs behind the \(Format.number(Int64(pending))) pending" : "is next"
      scene.known.forgetDryRun()
      scene.say("A new migration, which \(place): \(paths.joined(separator: ", "))")
      return readAgain()
    case .wroteMigration(.failure(let failure)): scene.say(failure.whole, .error)
    case .exported(.failure(let failure)): scene.say(failure.whole, .error)
    case .copied(let characters?):
      scene.say("Copied \(Format.count(characters, "character")) to the terminal's clipboard.")
    case .copied(nil):
      scene.say("The terminal has no clipboard for that, or it is too long for one.", .warning)
    default:
      return zip(Screens.every, screens.take(message, in: &scene)).flatMap {
        take($1, from: $0)
      }
    }
    return []
  }

  private mutating func take(_ outcome: Outcome, from owner: Screen? = nil) -> [Effect] {
    var effects = outcome.effects
    if outcome.isShown, let owner { show(owner) }
    if let dialog = outcome.dialog { effects += open(dialog) }
    if outcome.isFileChanged {
      scene.known.dryRun = nil
      effects += readAgain()
    }
    return effects
  }

  private mutating func readAgain() -> [Effect] {
    scene.known.drift = nil
    scene.known.isReading = true
    return [.loadOverview] + Screens.every.flatMap { screens[$0].restart(in: &scene) }
  }

  // MARK: Keys

  private mutating func update(key: Key) -> [Effect] {
    if var open = dialog {
      let outcome = open.take(key, in: scene)
      return take(outcome, of: open)
    }
    let binding = scene.context.keys.binding(for: key, on: screen)
    if scene.isTooSmall {
      guard let binding, commandsUnseen.contains(binding.command) else { return [] }
    } else if front.panes.field != nil {
      return screens[screen].type(key, layout: layout, in: &scene)
    }
    guard let binding else {
      let help = scene.key(.help)
      scene.say("\(key.label) does nothing here. \(help) shows the keys.")
      return []
    }
    return run(binding.command)
  }

  /// Runs a command that was asked for, or says why it cannot run now.
  mutating func run(_ command: Command) -> [Effect] {
    if let reason = disabledReason(of: command) {
      scene.say(reason, .warning)
      // What follows is typed, and must not run as keys.
      let isTyped = command.isTyped && Screens.owner(of: command) == screen
      return isTyped ? perform(command) : []
    }
    if command != .cancelWork { interruptedAt = nil }
    if !command.keepsNotice { scene.notice = nil }
    return perform(command)
  }

  /// Pasted text is data: it goes where text is typed, or nowhere.
  private mutating func paste(_ text: String) {
    if var open = dialog {
      open.paste(text, in: scene)
      dialog = open
    } else if front.panes.field != nil, !scene.isTooSmall {
      screens[screen].panes.field?.insert(text)
      screens[screen].textChanged(in: scene)
    } else if !scene.isTooSmall {
      scene.say("Pasted text is ignored here.", .warning)
    }
  }

  /// What can be asked for on a screen that is too small: what stands on it, the best first.
  var commandsUnseen: [Command] {
    [scene.busyReason == nil ? .quit : .cancelWork, .cancelWork, .suspend, .redraw]
  }

  /// Why a command cannot run now, in a sentence for the operator, or `nil` when it can.
  func disabledReason(of command: Command) -> String? {
    let front = front
    if let reason = front.veto(of: command, in: scene) { return reason }
    if let owner = Screens.owner(of: command) {
      // What only one screen has is for what is seen there.
      if owner != screen, Screens.all.contains(owner),
        scene.context.keys.binding(of: command)?.isLocal == true
      {
        return "\(scene.key(.show(owner))) shows \(screens[owner].title), where this can be done."
      }
      return screens[owner].refusal(of: command, in: scene)
    }
    switch command {
    case .nextTab, .previousTab: return front.tabs.isEmpty ? "This screen has no tabs." : nil
    case .readNotice: return scene.notice == nil ? "There is no message." : nil
    case .sort:
      return front.orders(in: scene).count < 2 ? "This list has only one order." : nil
    case .findNext, .findPrevious:
      return front.panes.search.isEmpty
        ? "Nothing was searched for: \(scene.key(.filter)) begins." : nil
    default: return nil
    }
  }

  /// Runs a command that is not disabled.
  mutating func perform(_ command: Command) -> [Effect] {
    if let owner = Screens.owner(of: command) {
      return take(screens[owner].perform(command, in: &scene), from: owner)
    }
    if let screen = command.shown {
      show(screen)
      return []
    }
    switch command {
    case .up, .down, .pageUp, .pageDown, .home, .end, .scrollLeft, .scrollRight:
      screens[screen].move(command, in: focus, layout: layout, scene: scene)
    case .switchPane: focus = focus == .list ? .detail : .list
    case .nextTab: screens[screen].turnTab(by: 1)
    case .previousTab: screens[screen].turnTab(by: -1)
    case .activate:
      if let other = front.activation(in: focus), disabledReason(of: other) == nil {
        return perform(other)
      }
      if focus == .list, !screens[screen].activate() { focus = .detail }
    case .back: return goBack()
    case .zoom: isZoomed.toggle()
    case .widen, .narrow:
      let step = command == .widen ? 5 : -5
      share = ScreenLayout.share(layout.listShare + step)
    case .toggleMouse:
      scene.usesMouse.toggle()
      let key = scene.key(.toggleMouse)
      scene.say(
        scene.usesMouse
          ? "The mouse is used here; with Shift held, the terminal selects text."
          : "The mouse is the terminal's: it selects text. \(key) uses it here again.")
      return [.setMouse(scene.usesMouse)]
    case .filter: screens[screen].beginTyping(in: focus)
    case .sort: screens[screen].sort(in: &scene)
    case .findNext, .findPrevious:
      screens[screen].goToMatch(
        forward: command == .findNext, in: focus, layout: layout, scene: &scene)
    case .reload:
      scene.notice = .reading
      return readAgain()
    case .copy:
      if let text = front.copyText(in: scene), !text.isEmpty { return [.copyToClipboard(text)] }
      scene.say("Nothing to copy here.", .warning)
    case .page:
      let lines = front.plainText(in: scene)
      if !lines.isEmpty { return [.run(.pager(text: lines))] }
      scene.say("There is nothing to read here.", .warning)
    case .export:
      let (forms, name) = front.reportForms(in: scene)
      if forms.count > 1 { return open(ExportDialog(forms: forms, name: name)) }
      return forms.map { .export(text: $0.text, fileName: "\(name).\($0.suffix)") }
    case .cancelWork: return cancelOrLeave()
    case .help: return open(keysDialog(.help))
    case .palette: return open(keysDialog(.palette))
    case .readNotice:
      if let notice = scene.notice {
        return open(MessageDialog(title: "Message", lines: [StyledLine(notice.text)]))
      }
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    case .quit: return scene.busyReason == nil ? leave() : open(QuitDialog())
    // Those of screens have an owner; those of dialogs the dialogs take themselves.
    default: break
    }
    return []
  }

  private mutating func show(_ screen: Screen) {
    self.screen = screen
    focus = .list
    isZoomed = false
  }

  private mutating func goBack() -> [Effect] {
    if isZoomed {
      isZoomed = false
    } else if focus == .detail {
      focus = .list
    } else if !front.panes.filter.isEmpty {
      screens[screen].filter("", in: scene)
    } else if !front.panes.search.isEmpty {
      screens[screen].panes.search = WordSearch()
    } else if !Screens.all.contains(screen) {
      guard let effects = screens[screen].leave(in: &scene) else { return [] }
      screen = Screens.all[0]
      return effects
    }
    return []
  }

  // MARK: Work and tabs

  /// Asks once of work that runs for long whether it is to go on, and takes the question back when it ended.
  ///
  /// A trace waits for its operator, not the other way round.
  private mutating func askAboutLongWork() -> [Effect] {
    let running = scene.work.flatMap { $0.isCancelling || $0.isTraced ? nil : $0 }
    if running == nil, dialog?.content is LongWorkDialog { dialog = nil }
    guard let running, dialog == nil, askedAbout != running.generation, !isQuitting,
      scene.now - running.startedAt >= LongWorkDialog.patience
    else { return [] }
    askedAbout = running.generation
    return open(LongWorkDialog())
  }

  /// Shows a tab of the detail.
  mutating func turnTab(to index: Int) {
    screens[screen].turnTab(by: index - front.tabIndex)
  }

  // MARK: Leaving

  /// Ctrl-C: stops the work, then what a screen runs; with nothing to stop, a second press leaves.
  private mutating func cancelOrLeave() -> [Effect] {
    if let current = scene.work {
      scene.work?.isCancelling = true
      scene.say("Stopping \(current.title)…", .warning)
      return [.cancel(generation: current.generation)]
    }
    if let running = Screens.every.first(where: { screens[$0].isRunning }) {
      return screens[running].lastingWork.map { [.cancel(generation: $0)] } ?? []
    }
    if let before = interruptedAt, scene.now - before < 1.5 { return leave() }
    interruptedAt = scene.now
    scene.say("Nothing is running. Ctrl-C again, or \(scene.key(.quit)), quits.")
    return []
  }

  /// Leaves: what runs is stopped and rolled back.
  mutating func leave() -> [Effect] {
    isQuitting = true
    let running = [scene.work?.generation] + Screens.every.map { screens[$0].lastingWork }
    let unique = running.compactMap { $0 }.reduce(into: [Int]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    return unique.map { .cancel(generation: $0) } + [.quit]
  }

  // MARK: Time

  /// How long to wait for an event before the screen is drawn again, in milliseconds; without end
  /// when nothing on it depends on the time.
  var redrawInterval: Int? {
    // Who listens is told how far work is, and nothing that only grows older.
    if scene.context.isLinear { return isAnimated ? Self.spokenInterval : nil }
    if isAnimated { return scene.context.reducesMotion ? Self.ageInterval : 200 }
    var showsAge = front.provenance(in: scene) != nil
    if dialog?.content is ConfirmStep { showsAge = true }
    if scene.writtenAge != nil { showsAge = true }
    return showsAge ? Self.ageInterval : nil
  }

  /// How often is said how far work is, in milliseconds.
  static let spokenInterval = 2_000

  /// How often a screen that only says how old something is gets drawn again, in milliseconds.
  static let ageInterval = 5_000

  /// Whether something on the screen moves by itself: elapsed times and progress.
  private var isAnimated: Bool {
    scene.work != nil || scene.known.isReading
      || Screens.every.contains { screens[$0].isRunning }
  }
}
