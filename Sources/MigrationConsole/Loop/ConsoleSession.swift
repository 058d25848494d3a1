public import MigratorSession
public import TerminalUI

/// The console on a terminal: reads keys, updates the model, draws the screen, until the operator
/// leaves.
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
  ///   - session: What reads the database and runs migrations.
  ///   - options: What the console may do.
  public init(_ session: MigrationSession, options: ConsoleOptions = ConsoleOptions()) {
    self.session = session
    self.options = options
  }

  /// Runs until the operator leaves or the process is asked to end.
  ///
  /// Work that still runs then is cancelled, and the call returns when it is rolled back and its
  /// copies are removed. The caller closes the terminal.
  ///
  /// - Parameter terminal: The terminal, which only the calling thread may use.
  /// - Returns: The signal that asked the session to end, or `nil` when the operator left.
  @discardableResult
  public func run(on terminal: any TerminalDriver) -> SignalKind? {
    run(on: terminal, showing: nil)
  }

  /// Runs until the operator leaves, the process is asked to end, or the first reading, where one
  /// has begun, fails; returns the signal that asked the session to end, or `nil`.
  @discardableResult
  package func run(on terminal: any TerminalDriver, showing first: FirstReading?) -> SignalKind? {
    let clock = ContinuousClock()
    let start = clock.now
    return run(on: terminal, showing: first) { (clock.now - start) / .seconds(1) }
  }

  /// Does the same by a clock of the caller's, which tells the seconds since the session began.
  @discardableResult
  package func run(
    on terminal: any TerminalDriver, showing first: FirstReading? = nil, now: () -> Double
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
    while !model.departure.isQuitting {
      // Nothing was ever shown: what is wrong is for the caller to tell.
      if first != nil, model.scene.known.isUnread { break }
      if needsDrawing {
        let screen = options.isLinear ? LinearView(model: model).screen : render(model)
        terminal.present(screen.grid, cursor: screen.cursor)
        effects.perform(model.update(.presented(at: now())), mailbox: mailbox)
      }
      var messages = mailbox.drain()
      if messages.isEmpty {
        let pause = RedrawPace.milliseconds(for: model)
        if let event = terminal.nextEvent(timeoutMilliseconds: pause) {
          messages += Self.messages(of: event)
        }
        // What else is there already is drawn together.
        while let event = terminal.nextEvent(timeoutMilliseconds: 0) {
          messages += Self.messages(of: event)
        }
        messages += mailbox.drain()
      }
      needsDrawing = !messages.isEmpty || RedrawPace.milliseconds(for: model) != nil
      effects.perform(model.update(.tick(now())), mailbox: mailbox)
      for message in messages where !model.departure.isQuitting {
        effects.perform(model.update(message), mailbox: mailbox)
      }
    }
    runner.finish()
    return model.departure.endedBy
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

/// What a console may do.
public struct ConsoleOptions: Sendable {
  /// How the screens call the database, or `nil` for its path.
  public var databaseName: String?
  /// Whether only ASCII characters are drawn, whatever the terminal can show.
  public var usesASCII: Bool
  /// Whether the mouse is used; where it is not, the terminal selects text with it.
  public var usesMouse = true
  /// Which keys ask for what.
  public var keys = KeyMap.standard
  /// Whether what moves by itself is drawn every few seconds only.
  public var reducesMotion = false
  /// Whether the screens are text in reading order, a line below the other.
  public var isLinear = false
  /// How often is asked whether others changed the database or its migrations, in seconds.
  package var followInterval = 1.0
  /// Writes a report to a new file of the given name, and returns its path.
  public var exporter: @Sendable (_ text: String, _ fileName: String) throws -> String

  /// Creates options.
  ///
  /// - Parameters:
  ///   - databaseName: How the screens call the database, or `nil` for its path.
  ///   - usesASCII: Whether only ASCII characters are drawn.
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
      databasePath: databaseName ?? session.database,
      glyphs: usesASCII || !capabilities.isUTF8 ? .ascii : .unicode,
      readOnlyReason: session.readOnlyRefusal?.message, keys: keys,
      reducesMotion: reducesMotion || isLinear,
      isLinear: isLinear, isTyped: capabilities.isTyped)
  }
}

/// The effects that concern the terminal, on the thread that owns it; the others go to the runner.
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
