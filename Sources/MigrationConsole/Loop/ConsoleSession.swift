public import MigratorSession
public import TerminalUI

/// The console on a terminal: reads keys, updates the model and draws the screen.
///
/// ```swift
/// let session = MigrationSession(database: "app.sqlite", migrations: migrator)
/// try ConsoleSession(session).run(on: CursesTerminal.open())
/// ```
public struct ConsoleSession {
  private let session: MigrationSession
  private let options: ConsoleOptions

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - session: The session that reads the database and runs migrations.
  ///   - options: The options of the console.
  public init(_ session: MigrationSession, options: ConsoleOptions = ConsoleOptions()) {
    self.session = session
    self.options = options
  }

  /// Runs until the operator quits or a signal ends the process.
  ///
  /// Work that is still running is cancelled. The call returns when it is rolled back and its
  /// copies are removed. The caller closes the terminal.
  ///
  /// - Parameter terminal: The terminal, which only the calling thread may use.
  /// - Returns: The signal that ended the session, or `nil` if the operator quit.
  @discardableResult
  public func run(on terminal: any TerminalDriver) -> SignalKind? {
    run(on: terminal, showing: nil)
  }

  /// Runs until the operator quits, a signal arrives, or the first read fails, if there is one.
  ///
  /// Returns the signal that ended the session, or `nil`.
  @discardableResult
  package func run(on terminal: any TerminalDriver, showing first: InitialRead?) -> SignalKind? {
    let clock = ContinuousClock()
    let start = clock.now
    return run(on: terminal, showing: first) { (clock.now - start) / .seconds(1) }
  }

  /// Runs with the caller's clock, which returns the seconds since the session began.
  @discardableResult
  package func run(
    on terminal: any TerminalDriver, showing first: InitialRead? = nil, now: () -> Double
  ) -> SignalKind? {
    let mailbox = Mailbox(waker: terminal.waker)
    let runner = EffectRunner(
      session: session, first: first, every: options.followInterval, mailbox: mailbox)
    var model = ConsoleModel(
      context: options.context(of: session, for: terminal.capabilities),
      size: terminal.size)
    model.scene.usesMouse = options.usesMouse
    let effects = TerminalEffects(terminal: terminal, runner: runner, exporter: options.exporter)

    effects.perform(model.begin(), mailbox: mailbox)
    var needsDrawing = true
    while !model.quitState.isQuitting {
      // Nothing was ever shown, so the caller reports the error.
      if first != nil, model.scene.known.isUnread { break }
      if needsDrawing {
        let screen = options.isLinear ? LinearView(model: model).screen : render(model)
        terminal.present(screen.grid, cursor: screen.cursor)
        effects.perform(model.update(.presented(at: now())), mailbox: mailbox)
      }
      var messages = mailbox.drain()
      if messages.isEmpty {
        let pause = RedrawInterval.milliseconds(for: model)
        if let event = terminal.nextEvent(timeoutMilliseconds: pause) {
          messages += Self.messages(of: event)
        }
        // Process all pending events before the next frame.
        while let event = terminal.nextEvent(timeoutMilliseconds: 0) {
          messages += Self.messages(of: event)
        }
        messages += mailbox.drain()
      }
      needsDrawing = !messages.isEmpty || RedrawInterval.milliseconds(for: model) != nil
      effects.perform(model.update(.tick(now())), mailbox: mailbox)
      for message in messages where !model.quitState.isQuitting {
        effects.perform(model.update(message), mailbox: mailbox)
      }
    }
    runner.finish()
    return model.quitState.endedBy
  }

  private static func messages(of event: TerminalEvent) -> [Message] {
    switch event {
    case .key(let key): [.key(key)]
    case .paste(let text): [.paste(text)]
    case .mouse(let event): [.mouse(event)]
    case .resize(let size): [.resize(size)]
    case .interrupted(let signal): [.terminate(signal)]
    case .wake: []
    }
  }
}

/// The options of a console.
public struct ConsoleOptions: Sendable {
  /// The database name on the screens; `nil` means the path.
  public var databaseName: String?
  /// True if the console draws only ASCII characters, regardless of what the terminal supports.
  public var usesASCII: Bool
  /// True if the console uses the mouse; if not, dragging selects text.
  public var usesMouse = true
  /// The key bindings.
  public var keys = KeyMap.standard
  /// True if animations are redrawn only every few seconds.
  public var reducesMotion = false
  /// True if the screens are printed as text in reading order.
  public var isLinear = false
  /// True if the console starts dry runs by itself when they block no other connection and are
  /// short.
  public var rehearses = false
  /// How often the console checks for external changes, in seconds.
  package var followInterval = 1.0
  /// Writes a report to a new file of the given name, and returns its path.
  public var exporter: @Sendable (_ text: String, _ fileName: String) throws -> String

  /// Creates options.
  ///
  /// - Parameters:
  ///   - databaseName: The database name on the screens; `nil` means the path.
  ///   - usesASCII: True if the console draws only ASCII characters.
  ///   - exporter: Writes a report to a new file, and returns its path.
  public init(
    databaseName: String? = nil, usesASCII: Bool = false,
    exporter: @escaping @Sendable (_ text: String, _ fileName: String) throws -> String =
      ReportFile.create
  ) {
    self.databaseName = databaseName
    self.usesASCII = usesASCII
    self.exporter = exporter
  }

  func context(
    of session: MigrationSession, for capabilities: TerminalCapabilities
  ) -> ConsoleContext {
    ConsoleContext(
      databasePath: databaseName ?? session.database, databaseFile: session.database,
      glyphs: usesASCII || !capabilities.isUTF8 ? .ascii : .unicode,
      readOnlyReason: session.readOnlyRefusal?.message, keys: keys,
      reducesMotion: reducesMotion || isLinear,
      isLinear: isLinear, isTyped: capabilities.isTyped, rehearses: rehearses)
  }
}

/// Runs the effects that concern the terminal on the terminal's thread, and passes on the others.
private struct TerminalEffects {
  let terminal: any TerminalDriver
  let runner: EffectRunner
  let exporter: @Sendable (String, String) throws -> String

  func perform(_ effects: [Effect], mailbox: Mailbox) {
    for effect in effects {
      switch effect {
      case .flushTypeAhead: terminal.flushTypeAhead()
      case .setMouse(let isOn): terminal.setMouse(isOn)
      case .run(let program): mailbox.post(.work(.ran(program.run(on: terminal))))
      case .suspend: terminal.suspend()
      case .redraw: terminal.redraw()
      case .copyToClipboard(let text):
        let didCopy = terminal.copyToClipboard(text)
        mailbox.post(.work(.copied(characters: didCopy ? text.count : nil)))
      case .export(let text, let name):
        do {
          mailbox.post(.work(.exported(.success(try exporter(text, name)))))
        } catch {
          mailbox.post(.work(.exported(.failure(WorkFailure(error)))))
        }
      case .quit: break
      default: runner.run(effect)
      }
    }
  }
}

/// How long the console waits for an event before it redraws, in milliseconds.
enum RedrawInterval {
  /// The interval of progress messages in linear mode.
  static let spoken = 2_000
  /// The interval for a screen on which only the age of a result changes.
  static let age = 5_000
  private static let motion = 200

  /// How long to wait; `nil` if nothing on the screen depends on the time.
  static func milliseconds(for model: ConsoleModel) -> Int? {
    let scene = model.scene
    // Elapsed times and progress change by themselves.
    let isAnimated =
      scene.work != nil || scene.known.isReading || model.stack.running != nil
    // In linear mode, only progress is updated; ages are not.
    if scene.context.isLinear { return isAnimated ? spoken : nil }
    // A rehearsal is timed by these redraws.
    if isAnimated {
      return scene.context.reducesMotion && scene.work?.limit == nil ? age : motion
    }
    let showsAge =
      model.stack.front.provenance(in: scene) != nil || model.dialog?.content is ConfirmStep
      || scene.writtenAge != nil
    return showsAge ? age : nil
  }
}
