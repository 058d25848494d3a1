import TerminalUI

/// A dialog in front of the screen, which takes all keys.
///
/// ``OpenDialog`` keeps the scroll position and the lines that were visible.
protocol ConsoleDialog: Sendable {
  /// The keys of the dialog; those with a short word have a hint below it.
  var bindings: [Binding] { get }
  /// The preferred width of the lines, in columns.
  var widest: Int { get }
  /// How long after the first frame the dialog ignores all keys except the one that closes it, in
  /// seconds.
  ///
  /// Keys typed ahead were meant for the screen below.
  var typeAheadGuard: Double { get }

  /// The contents of the dialog; no line of the choice is wider than `columns`.
  func text(in scene: SharedState, columns: Int) -> DialogText

  /// Why a key in the table has no effect now, or `nil`.
  func disabledReason(of command: Command) -> String?

  /// Runs a command of the dialog; scrolling is handled for all dialogs.
  mutating func perform(_ command: Command) -> DialogOutcome

  /// Selects a choice that was clicked, by its index.
  mutating func choose(_ index: Int)

  /// Handles a key as text before the bindings are checked; returns whether it was text.
  mutating func type(_ key: Key) -> Bool

  /// Inserts pasted text; returns whether there is a field for it.
  mutating func paste(_ text: String) -> Bool
}

extension ConsoleDialog {
  var typeAheadGuard: Double { 0 }
  func disabledReason(of command: Command) -> String? { nil }
  mutating func choose(_ index: Int) {}
  mutating func type(_ key: Key) -> Bool { false }
  mutating func paste(_ text: String) -> Bool { false }
}

/// The outcome of a key in a dialog.
enum DialogOutcome: Sendable {
  /// The dialog remains open.
  case stay
  /// The dialog closes, possibly with a notice.
  case close(Notice?)
  /// Another dialog replaces it.
  case replace(any ConsoleDialog)
  /// The operator confirmed a change of the real file: the work, and its effect for a generation.
  case begin(Work.Kind, @Sendable (Int) -> Effect)
  /// The operator selected the form of a report.
  case export(text: String, fileName: String)
  /// The key belongs to the program, not to the dialog.
  case outside(Command)
  /// The dialog closes, and an effect starts that does not write to the database.
  case ask(Effect)
  /// The dialog closes, and work starts on a copy.
  case work(Work.Kind, @Sendable (Int) -> Effect)
  /// The dialog closes, and the selected command runs as if its key was pressed.
  case run(Command)
  /// The operator confirmed quitting while work is running.
  case leave
}

/// The contents of a dialog.
struct DialogText: Sendable {
  var title: String
  /// The part that scrolls.
  var lines: [StyledLine]
  /// The lines of the selected choice, which are kept visible; `nil` without choices.
  var chosen: Range<Int>?
  /// The index of the choice that each line belongs to.
  var places: [Int: Int] = [:]
  /// The part below, which is always visible.
  var choice = DialogChoice()
}
