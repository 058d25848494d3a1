import MigratorEngine
import MigratorSession
import TerminalUI

struct SharedState: Sendable {
  let context: ConsoleContext
  var size: Size
  /// Seconds since the session began; updated with each event and each animation.
  var now: Double = 0
  var known = SessionData()
  var work: Work?
  /// The generation number of the last work; results with an earlier number are dropped.
  private(set) var generation = 0
  var selected: MigrationStatus?
  /// The screen in front.
  var screen = Screen(number: 1)
  var notice: Notice?
  var usesMouse = false

  var glyphs: GlyphSet { context.glyphs }

  func key(_ command: Command) -> String { context.keys.label(of: command) }

  /// Sanitized text, in ASCII if the terminal requires it.
  func text(_ raw: String) -> SafeText {
    let safe = SafeText(raw)
    return glyphs.isASCII ? safe.ascii : safe
  }

  /// True if the screen is so short that dialogs omit optional lines.
  var isLow: Bool { size.rows < 16 }

  static let smallest = Size(columns: 30, rows: 8)

  var isTooSmall: Bool {
    size.columns < Self.smallest.columns || size.rows < Self.smallest.rows
  }

  /// The seconds since another program's write was detected; `nil` after a minute.
  var writtenAge: Double? {
    known.writtenAt.map { now - $0 }.flatMap { $0 < 60 ? $0 : nil }
  }

  var dialogWidth: Int { max(8, min(size.columns - 4, 96)) }

  /// Turns the mouse on or off; if it is off, dragging selects text.
  mutating func toggleMouse() -> [Effect] {
    usesMouse.toggle()
    say(
      usesMouse
        ? "Mouse support is on. Hold Shift to select text."
        : "Mouse support is off: the terminal selects text. Press \(key(.toggleMouse)) to turn it on."
    )
    return [.setMouse(usesMouse)]
  }

  // MARK: Work

  mutating func say(_ text: String, _ level: Notice.Level = .info) {
    notice = Notice(level: level, text: text)
  }

  mutating func nextGeneration() -> Int {
    generation += 1
    return generation
  }

  /// Starts work; it cancels the running work, which can only be work that began by itself.
  mutating func begin(_ kind: Work.Kind, _ effect: (Int) -> Effect) -> [Effect] {
    let given = work.map { [Effect.cancel(generation: $0.generation)] } ?? []
    let generation = nextGeneration()
    work = Work(kind: kind, generation: generation, startedAt: now)
    return given + [effect(generation)]
  }

  /// Starts reading changes by other programs, unless work on the real file is running, which is
  /// followed by a read anyway.
  mutating func follow() -> [Effect] {
    guard known.needsRead, !known.isReading, work?.kind.isOnRealFile != true else { return [] }
    known.needsRead = false
    known.isReading = true
    known.isFollowing = true
    return [.loadOverview]
  }

  /// Marks work as ended.
  ///
  /// Returns false if the generation is not the current one; its results must be ignored.
  mutating func end(_ generation: Int) -> Bool {
    guard work?.generation == generation else { return false }
    work = nil
    return true
  }

  /// Why other work cannot start now, or `nil` if it can.
  var busyReason: String? {
    guard let work, work.kind != .drift, work.limit == nil else { return nil }
    return "\(work.title.capitalizedFirst) is running. Wait, or press Ctrl-C to stop it."
  }

  var writeRefusal: String? {
    if let reason = context.readOnlyReason { return reason }
    guard let overview = known.present, overview.facts.isReadOnly else { return nil }
    return SessionRefusal.readOnly(path: context.databasePath).message
  }
}

struct ConsoleContext: Sendable {
  /// The path of the database as the operator gave it, or its name in an app.
  var databasePath: String
  /// The path of the file, if `databasePath` is a name.
  var databaseFile: String?
  var glyphs: GlyphSet
  var readOnlyReason: String?
  var keys = KeyMap.standard
  /// True if animations are redrawn rarely.
  var reducesMotion = false
  /// True if the screens are printed as text in reading order.
  var isLinear = false
  /// True if a person types the keys and may press one too early.
  var isTyped = true
  /// True if dry runs start by themselves when they block no other connection and are short.
  var rehearses = false
  var startedAt = Timestamp.now

  /// The path that the commands of remedies name.
  var path: String { databaseFile ?? databasePath }

  /// The time that is `seconds` after the start of the session.
  func moment(_ seconds: Double) -> Timestamp {
    Timestamp(nanoseconds: startedAt.nanoseconds + Int64(seconds * 1e9))
  }
}
