import MigratorEngine
import MigratorSession
import TerminalUI

/// What screens and dialogs share, besides their own state: what is known, what runs, what was said.
struct Scene: Sendable {
  /// What does not change during the session.
  let context: ConsoleContext
  /// The size of the terminal.
  var size: Size
  /// Seconds since the session began; moves only while something on the screen depends on it.
  var now: Double = 0
  /// What is known of the database, and what was run.
  var known = Known()
  /// The work that runs on the operator's behalf.
  var work: Work?
  /// The number of the last work begun; results of others come too late and are dropped.
  private(set) var generation = 0
  /// The migration selected on the screen in front, where that lists migrations.
  var selected: MigrationStatus?
  /// The line above the footer.
  var notice: Notice?
  /// Whether the mouse is used.
  var usesMouse = false

  /// The characters that draw lines and marks.
  var glyphs: GlyphSet { context.glyphs }

  /// The key of a command, for a sentence.
  func key(_ command: Command) -> String { context.keys.label(of: command) }

  /// Raw text made fit for cells, in ASCII where the terminal needs that.
  func text(_ raw: String) -> SafeText {
    let safe = SafeText(raw)
    return glyphs.isASCII ? safe.ascii : safe
  }

  /// Whether the screen is so low that a question must not take lines it can do without.
  var isLow: Bool { size.rows < 16 }

  /// The smallest screen on which the console works.
  static let smallest = Size(columns: 30, rows: 8)

  /// Whether the screen is too small to show anything but that it is.
  var isTooSmall: Bool {
    size.columns < Self.smallest.columns || size.rows < Self.smallest.rows
  }

  /// How long ago another program was seen to have written to the file, in seconds; `nil` after a minute.
  var writtenAge: Double? {
    known.writtenAt.map { now - $0 }.flatMap { $0 < 60 ? $0 : nil }
  }

  /// The columns of text in a dialog that explains something.
  var dialogWidth: Int { max(8, min(size.columns - 4, 96)) }

  /// Leaves the mouse to the terminal, or takes it back.
  mutating func toggleMouse() -> [Effect] {
    usesMouse.toggle()
    say(
      usesMouse
        ? "The mouse is used here; with Shift held, the terminal selects text."
        : "The mouse is the terminal's: it selects text. \(key(.toggleMouse)) uses it here again.")
    return [.setMouse(usesMouse)]
  }

  // MARK: Work

  /// Says something above the footer.
  mutating func say(_ text: String, _ level: Notice.Level = .info) {
    notice = Notice(level: level, text: text)
  }

  /// A number for new work, larger than all before.
  mutating func nextGeneration() -> Int {
    generation += 1
    return generation
  }

  /// Begins work of the next generation; what the operator asks for goes before the comparison that
  /// a screen asked for by itself.
  mutating func begin(_ kind: Work.Kind, _ effect: (Int) -> Effect) -> [Effect] {
    let given = work.map { [Effect.cancel(generation: $0.generation)] } ?? []
    let generation = nextGeneration()
    work = Work(kind: kind, generation: generation, startedAt: now)
    return given + [effect(generation)]
  }

  /// Begins to read what others may have changed, unless work is on the file itself, which is read anew
  /// after it.
  mutating func follow() -> [Effect] {
    guard known.isTouched, !known.isReading, work?.kind.isOnRealFile != true else { return [] }
    known.isTouched = false
    known.isReading = true
    known.isFollowing = true
    return [.loadOverview]
  }

  /// Takes note that work ended; returns whether it is the work that runs: what others send comes
  /// too late.
  mutating func end(_ generation: Int) -> Bool {
    guard work?.generation == generation else { return false }
    work = nil
    return true
  }

  /// Why other work cannot begin now, or `nil` when it can.
  var busyReason: String? {
    guard let work, work.kind != .drift else { return nil }
    return "One thing at a time: \(work.title) is running. Ctrl-C stops it."
  }

  /// Why the file may not be changed, or `nil` when it may.
  var writeRefusal: String? {
    if let reason = context.readOnlyReason { return reason }
    guard let overview = known.present, overview.facts.isReadOnly else { return nil }
    return SessionRefusal.readOnly(path: context.databasePath).message
  }
}

/// What does not change during a session.
struct ConsoleContext: Sendable {
  /// The path of the database, as the operator gave it.
  var databasePath: String
  /// The characters that draw lines and marks.
  var glyphs: GlyphSet
  /// Whether steps of the real file are refused, and why.
  var readOnlyReason: String?
  /// Which keys ask for what.
  var keys = KeyMap.standard
  /// Whether what moves by itself is drawn rarely.
  var reducesMotion = false
  /// Whether the screens are text in reading order.
  var isLinear = false
  /// Whether somebody types the keys, who may press one too soon.
  var isTyped = true
  /// When the session began.
  var startedAt = Timestamp.now

  /// The moment so many seconds after the session began.
  func moment(_ seconds: Double) -> Timestamp {
    Timestamp(nanoseconds: startedAt.nanoseconds + Int64(seconds * 1e9))
  }
}
