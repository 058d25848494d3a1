import MigratorEngine
public import TerminalUI

/// The console on a terminal: reads keys, updates the model, draws the screen, until the operator
/// leaves.
///
/// ```swift
/// let engine = LiveConsoleEngine(databasePath: "app.sqlite", migrator: migrator)
/// try ConsoleSession(engine: engine, options: ConsoleOptions(databasePath: "app.sqlite"))
///   .run(on: CursesTerminal.open())
/// ```
public struct ConsoleSession {
  private let engine: any ConsoleEngine
  private let options: ConsoleOptions

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - engine: What reads the database and runs migrations.
  ///   - options: What the screens say of the session, and what it may do.
  public init(engine: any ConsoleEngine, options: ConsoleOptions) {
    self.engine = engine
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
    let clock = ContinuousClock()
    let start = clock.now
    return run(on: terminal) { (clock.now - start) / .seconds(1) }
  }

  /// Runs with a clock of the caller's.
  ///
  /// - Parameters:
  ///   - terminal: The terminal.
  ///   - now: Seconds since the session began.
  /// - Returns: The signal that asked the session to end, if one did.
  @discardableResult
  func run(on terminal: any TerminalDriver, now: () -> Double) -> SignalKind? {
    let mailbox = Mailbox(waker: terminal.waker)
    let runner = EffectRunner(engine: engine, mailbox: mailbox)
    var model = ConsoleModel(
      context: options.context(for: terminal.capabilities), size: terminal.size)
    let desk = TerminalDesk(terminal: terminal, runner: runner, exporter: options.exporter)

    desk.perform(model.begin(), mailbox: mailbox)
    var needsDrawing = true
    while !model.isQuitting {
      if needsDrawing {
        let screen = render(model)
        terminal.present(screen.grid, cursor: screen.cursor)
      }
      var messages = mailbox.drain()
      if messages.isEmpty {
        if let event = terminal.nextEvent(timeoutMilliseconds: model.patience) {
          messages += Self.messages(of: event)
        }
        // What else is there already is drawn together.
        while let event = terminal.nextEvent(timeoutMilliseconds: 0) {
          messages += Self.messages(of: event)
        }
        messages += mailbox.drain()
      }
      needsDrawing = !messages.isEmpty || model.patience != nil
      desk.perform(model.update(.tick(now())), mailbox: mailbox)
      for message in messages where !model.isQuitting {
        desk.perform(model.update(message), mailbox: mailbox)
      }
    }
    runner.finish()
    return model.endedBy
  }

  private static func messages(of event: TerminalEvent) -> [Message] {
    switch event {
    case .key(let key): [.key(key)]
    case .paste(let text): [.paste(text)]
    case .resize(let size): [.resize(size)]
    case .interrupted(let signal): [.terminate(signal)]
    case .mouse, .wake: []
    }
  }
}

/// What the screens say of a session, and what it may do.
public struct ConsoleOptions: Sendable {
  /// The path of the database, as the operator gave it.
  public var databasePath: String
  /// Where the migrations come from, and why, in a few words: `from Migrations/`.
  public var migrationsDescription: String
  /// What was seen of the tool whose migrations these are, in a line, or `nil`.
  public var evidence: String?
  /// Whether any migrations are registered.
  public var hasMigrations: Bool
  /// Why the real file may not be stepped, or `nil` when it may.
  public var readOnlyReason: String?
  /// Whether only ASCII characters are drawn, whatever the terminal can show.
  public var usesASCII: Bool
  /// Writes a report to a new file of the given name, and returns its path.
  public var exporter: @Sendable (_ text: String, _ fileName: String) throws -> String

  /// Creates options.
  ///
  /// - Parameters:
  ///   - databasePath: The path of the database, as the operator gave it.
  ///   - migrationsDescription: Where the migrations come from, in a few words.
  ///   - hasMigrations: Whether any migrations are registered.
  ///   - readOnlyReason: Why the real file may not be stepped, or `nil` when it may.
  ///   - usesASCII: Whether only ASCII characters are drawn.
  ///   - exporter: Writes a report to a new file, and returns its path.
  public init(
    databasePath: String, migrationsDescription: String = "from this program",
    hasMigrations: Bool = true, readOnlyReason: String? = nil, usesASCII: Bool = false,
    exporter: @escaping @Sendable (_ text: String, _ fileName: String) throws -> String =
      ReportFile.create
  ) {
    self.databasePath = databasePath
    self.migrationsDescription = migrationsDescription
    self.hasMigrations = hasMigrations
    self.readOnlyReason = readOnlyReason
    self.usesASCII = usesASCII
    self.exporter = exporter
  }

  func context(for capabilities: TerminalCapabilities) -> ConsoleContext {
    ConsoleContext(
      databasePath: databasePath, migrationsDescription: migrationsDescription,
      hasMigrations: hasMigrations, evidence: evidence,
      glyphs: usesASCII || !capabilities.isUTF8 ? .ascii : .unicode,
      readOnlyReason: readOnlyReason)
  }
}

extension ConsoleModel {
  /// How long to wait for an event before the screen is drawn again, in milliseconds; without end
  /// when nothing on it depends on the time.
  var patience: Int? {
    if isAnimated { return 200 }
    var showsAge = provenance != nil
    if case .confirm? = dialog { showsAge = true }
    return showsAge ? Self.agePatience : nil
  }

  /// How often a screen that only says how old something is gets drawn again, in milliseconds.
  static let agePatience = 5_000

  /// Whether something on the screen moves by itself: elapsed times and progress.
  var isAnimated: Bool {
    if work != nil || isReading { return true }
    if case .running = violations.search { return true }
    return false
  }
}

/// The effects that concern the terminal, on the thread that owns it; the others go to the runner.
private struct TerminalDesk {
  let terminal: any TerminalDriver
  let runner: EffectRunner
  let exporter: @Sendable (String, String) throws -> String

  func perform(_ effects: [Effect], mailbox: Mailbox) {
    for effect in effects {
      switch effect {
      case .flushTypeAhead: terminal.flushTypeAhead()
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
