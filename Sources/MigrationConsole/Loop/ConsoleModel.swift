import MigratorEngine
import MigratorSession
import TerminalUI

/// The whole state of the console: a value that `update` changes and `render` draws.
///
/// Each screen handles its own keys and results of work. The model handles the state that all
/// screens share, and tracks which screen is in front.
struct ConsoleModel: Sendable {
  var scene: SharedState
  var stack = ScreenStack()
  var dialog: OpenDialog?
  private var mouseState = MouseState()
  private(set) var quitState = QuitState()
  /// The generation number of the work for which the long-work dialog was opened.
  private var longWorkGeneration: Int?

  init(context: ConsoleContext, size: Size) {
    scene = SharedState(context: context, size: size)
  }

  var availability: CommandAvailability { CommandAvailability(scene: scene, stack: stack) }

  // MARK: Messages

  /// The first effects, which read the data for all screens and change nothing.
  mutating func begin() -> [Effect] { readAgain() + (scene.usesMouse ? [.setMouse(true)] : []) }

  /// Processes a message and returns the effects to run.
  ///
  /// Pure: the same model and message give the same model and effects.
  mutating func update(_ message: Message) -> [Effect] {
    var effects: [Effect] = []
    switch message {
    case .presented(let time):
      scene.now = time
      dialog?.noteShown(in: scene)
    case .tick(let time): scene.now = time
    case .resize(let newSize): scene.size = newSize
    case .key(let key): effects = update(key: key)
    case .paste(let text): paste(text)
    case .mouse(let event): effects = update(mouse: event)
    case .terminate(let signal):
      effects = quitState.quit(stack, in: scene, by: signal)
    case .work(let message): effects = update(work: message)
    }
    effects += scene.follow() + stack.loadIfNeeded(in: &scene) + askAboutLongWork()
    effects += (dialog == nil ? scene.rehearse() : []) + scene.endLongRehearsal()
    stack.refresh(in: &scene)
    return effects
  }

  /// Processes a message of an effect; drops results of abandoned work.
  private mutating func update(work message: WorkMessage) -> [Effect] {
    switch message {
    case .history(let history): scene.known.past = history
    case .touched: scene.known.needsRead = true
    case .event(let event, let generation):
      if scene.work?.generation == generation { scene.handle(event) }
    case .ran(let outcome):
      scene.notice = outcome.notice ?? scene.notice
      return (outcome.mayHaveChanged ? readAgain() : []) + passOn(.ran(outcome))
    case .wroteMigration(.success(let paths), let purpose):
      scene.known.forgetDryRun()
      scene.notice = .wrote(paths, for: purpose, in: scene)
      // The violations remain until the new migration runs, which is the next action.
      if case .fixes = purpose { stack.show(.migrations) }
      return readAgain()
    default:
      if let notice = Notice(of: message) {
        scene.notice = notice
        return []
      }
      return passOn(message)
    }
    return []
  }

  private mutating func passOn(_ message: WorkMessage) -> [Effect] {
    zip(Screens.every, stack.screens.handle(message, in: &scene))
      .flatMap { handle($1, from: $0) }
  }

  private mutating func handle(_ outcome: Outcome, from owner: Screen? = nil) -> [Effect] {
    var effects = outcome.effects
    if outcome.isShown, let owner { stack.show(owner) }
    if let dialog = outcome.dialog { effects += open(dialog) }
    if outcome.isFileChanged { effects += readAgain() }
    return effects
  }

  private mutating func readAgain() -> [Effect] {
    scene.known.drift = nil
    scene.known.isReading = true
    return [.loadOverview] + stack.restart(in: &scene)
  }

  // MARK: Keys

  private mutating func update(key: Key) -> [Effect] {
    if let dialog { return handle(dialog) { $0.handle(key, in: $1) } }
    let binding = scene.context.keys.binding(for: key, on: stack.screen)
    if scene.isTooSmall {
      guard let binding, availability.unseen.contains(binding.command) else { return [] }
    } else if stack.front.panes.field != nil {
      return stack.type(key, in: &scene)
    }
    guard let binding else {
      let help = scene.key(.help)
      scene.say("\(key.label) does nothing here. Press \(help) for the keys.")
      return []
    }
    return run(binding.command)
  }

  /// Runs a command, or reports why it cannot run now.
  mutating func run(_ command: Command) -> [Effect] {
    if let reason = availability.refusal(of: command) {
      scene.say(reason, .warning)
      // The next keys are text and must not run as commands.
      let isTyped = command.isTyped && Screens.owner(of: command) == stack.screen
      return isTyped ? perform(command) : []
    }
    if command != .cancelWork { quitState.forgetInterrupt() }
    // A notice can hide the hint, so check this before clearing the notice.
    let next = command == .activate && followsNext ? situation?.next : nil
    if !command.keepsNotice { scene.notice = nil }
    return next.map { follow($0) } ?? perform(command)
  }

  /// Pasted text is data: it goes into a text field or is ignored.
  private mutating func paste(_ text: String) {
    if dialog != nil {
      dialog?.paste(text, in: scene)
    } else if !scene.isTooSmall, !stack.paste(text, in: scene) {
      scene.say("Pasted text is ignored here.", .warning)
    }
  }

  /// Runs a command that is not disabled.
  mutating func perform(_ command: Command) -> [Effect] {
    if let owner = Screens.owner(of: command) {
      return handle(stack.screens[owner].perform(command, in: &scene), from: owner)
    }
    // The same keys must do the same, whether or not the rehearsal has finished.
    if command == .activate, stack.screen == .migrations, stack.focus == .list,
      scene.work?.limit != nil
    {
      scene.work?.limit = nil
      return []
    }
    // The screen may have a better action than to focus the detail.
    if command == .activate, let other = stack.front.activation(in: stack.focus),
      availability.refusal(of: other) == nil
    {
      return perform(other)
    }
    if let effects = stack.perform(command, in: &scene) { return effects }
    switch command {
    case .toggleMouse: return scene.toggleMouse()
    case .reload:
      scene.notice = .reading
      return readAgain()
    case .copy, .page, .export:
      return handle(stack.front.export(command, in: &scene))
    case .cancelWork: return quitState.interrupt(stack, in: &scene)
    case .help: return open(availability.dialog(.help))
    case .palette: return open(availability.dialog(.palette))
    case .readNotice:
      if let notice = scene.notice {
        return open(MessageDialog(title: "Message", lines: [StyledLine(notice.text)]))
      }
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    case .quit:
      return scene.busyReason == nil ? quitState.quit(stack, in: scene) : open(QuitDialog())
    // Screens own their commands, and dialogs handle theirs.
    default: break
    }
    return []
  }

  /// Asks once whether long work should continue, and closes the question when the work ends.
  ///
  /// A traced migration is exempt, because it waits for the operator.
  private mutating func askAboutLongWork() -> [Effect] {
    let running = scene.work.flatMap { $0.isCancelling || $0.isTraced ? nil : $0 }
    if running == nil, dialog?.content is LongWorkDialog { dialog = nil }
    guard let running, dialog == nil, longWorkGeneration != running.generation,
      !quitState.isQuitting,
      LongWorkDialog.isDue(running, at: scene.now)
    else { return [] }
    longWorkGeneration = running.generation
    return open(LongWorkDialog())
  }

  // MARK: Dialogs

  /// Opens a dialog and discards keys typed ahead, which were not meant for it.
  mutating func open(_ content: any ConsoleDialog) -> [Effect] {
    dialog = OpenDialog(content)
    return content.takesTypeAhead ? [] : [.flushTypeAhead]
  }

  private mutating func handle(
    _ open: OpenDialog, _ body: (inout OpenDialog, SharedState) -> DialogOutcome
  ) -> [Effect] {
    var open = open
    let outcome = body(&open, scene)
    dialog = nil
    switch outcome {
    case .stay: dialog = open
    case .close(let notice): scene.notice = notice ?? scene.notice
    case .replace(let content): return self.open(content)
    case .begin(let kind, let effect): return [.flushTypeAhead] + scene.begin(kind, effect)
    case .export(let text, let fileName): return [.export(text: text, fileName: fileName)]
    case .outside(let command):
      dialog = open
      return perform(command)
    case .run(let command): return run(command)
    case .ask(let effect): return [effect]
    case .work(let kind, let effect):
      if scene.busyReason == nil { return scene.begin(kind, effect) }
      scene.say(scene.busyReason ?? "", .warning)
    case .leave: return quitState.quit(stack, in: scene)
    }
    return []
  }

  // MARK: Mouse

  /// The element drawn at a cell determines the effect of a press; a press never confirms a change.
  private mutating func update(mouse event: MouseEvent) -> [Effect] {
    guard scene.usesMouse, !scene.isTooSmall,
      let gesture = mouseState.gesture(of: event, at: scene.now)
    else { return [] }
    switch gesture {
    case .press(let point, let isDouble):
      return target(at: point).map { press($0, isDouble: isDouble) } ?? []
    case .drag(let point): stack.drawBorder(to: point, in: scene)
    case .wheel(let up, let point):
      let lines = MouseState.wheelLines
      dialog?.turnWheel(up: up, lines: lines, in: scene)
      if dialog == nil {
        stack.turnWheel(up: up, lines: lines, over: target(at: point), in: scene)
      }
    }
    return []
  }

  private func target(at point: Point) -> MouseTarget? {
    render(self).areas.last { $0.rect.contains(point) }?.target
  }

  private mutating func press(_ target: MouseTarget, isDouble: Bool) -> [Effect] {
    if let dialog { return handle(dialog) { $0.press(target, isDouble: isDouble, in: $1) } }
    // Only a key ends typing, so that an accidental click does not.
    if stack.front.panes.field != nil { return [] }
    if target == .border { mouseState.takeBorder() }
    guard let command = stack.press(target, isDouble: isDouble) else { return [] }
    // A row was pressed, not the hint about the next action.
    if case .row = target { return perform(command) }
    return run(command)
  }
}
