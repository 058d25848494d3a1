import TerminalUI

/// What stands before the screen and takes all keys: its words, its keys, and what they do to it.
///
/// Where it stands, how far it is scrolled and what of it was on the screen is kept for all of them
/// alike in ``OpenDialog``.
protocol ConsoleDialog: Sendable {
  /// The keys that it answers; those with a short word stand below it.
  var bindings: [Binding] { get }
  /// The columns that its text takes where there is room.
  var widest: Int { get }
  /// How long after it was first drawn it takes no key but the one that leaves it, in seconds: what
  /// was typed ahead was meant for the screen below.
  var typeAheadGuard: Double { get }

  /// Its words, no line of a choice wider than so many columns.
  func text(in scene: Scene, columns: Int) -> DialogText

  /// Why a key that stands in the table does nothing now, or `nil` when it does.
  func disabledReason(of command: Command) -> String?

  /// What a key does; scrolling is done for all dialogs alike.
  mutating func perform(_ command: Command) -> DialogOutcome

  /// Chooses what was pressed with the mouse, by its place among what can be chosen.
  mutating func choose(_ index: Int)

  /// Takes a key as text, before the table is asked; returns whether it was text.
  mutating func type(_ key: Key) -> Bool

  /// Takes pasted text; returns whether there is a place for it.
  mutating func paste(_ text: String) -> Bool
}

extension ConsoleDialog {
  var typeAheadGuard: Double { 0 }
  func disabledReason(of command: Command) -> String? { nil }
  mutating func choose(_ index: Int) {}
  mutating func type(_ key: Key) -> Bool { false }
  mutating func paste(_ text: String) -> Bool { false }
}

/// What a key in a dialog leads to.
enum DialogOutcome: Sendable {
  /// The dialog stays, perhaps changed.
  case stay
  /// The dialog goes, and perhaps something is said.
  case close(Notice?)
  /// Another dialog takes its place.
  case replace(any ConsoleDialog)
  /// The operator agreed to a change of the real file: the work, and its effect of a generation.
  case begin(Work.Kind, @Sendable (Int) -> Effect)
  /// The operator chose what to write.
  case export(text: String, fileName: String)
  /// The key belongs to the program, whatever is in front.
  case outside(Command)
  /// The dialog goes, and something is begun that writes no database: its effect.
  case ask(Effect)
  /// The dialog goes, and work begins on a copy.
  case work(Work.Kind, @Sendable (Int) -> Effect)
  /// The dialog goes, and what was chosen in it is done as by its key.
  case run(Command)
  /// The operator agreed to leave while work runs.
  case leave
}

/// The words of a dialog.
struct DialogText: Sendable {
  /// The heading.
  var title: String
  /// What scrolls when it does not fit.
  var lines: [StyledLine]
  /// The lines of what is chosen, which are kept in sight; `nil` where nothing is chosen among them.
  var chosen: Range<Int>?
  /// What each line belongs to that can be chosen, by its place among that.
  var places: [Int: Int] = [:]
  /// What stands below and is always in sight.
  var choice = DialogChoice()
}
