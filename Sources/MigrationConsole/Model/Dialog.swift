import MigratorEngine
import MigratorSchema
import TerminalUI

/// What stands before the screen and takes all keys.
enum Dialog: Sendable {
  /// The keys, scrolled by some lines.
  case help(scroll: Int)
  /// The question whether to step the real file.
  case confirm(ConfirmStep)
  /// The repairs of the ledger, and the question whether to run one.
  case repairs(RepairDialog)
  /// The question whether to leave while work runs.
  case quitWhileWorking
  /// Something to read, scrolled by some lines.
  case message(MessageDialog)
}

/// Something to read, with a heading.
struct MessageDialog: Sendable {
  /// The heading.
  var title: String
  /// The text, a paragraph or a preformatted line each.
  var lines: [StyledLine]
  /// How many lines are scrolled away.
  var scroll = 0
}

/// The dialog before a step of the real file.
///
/// One stray key must never change a file: focus begins on Cancel, Enter never confirms, `y` does
/// so only with the focus on the step, and where data would be lost a phrase must be typed first.
struct ConfirmStep: Sendable {
  /// What the focus can stand on, in the order of Tab.
  enum Focus: Sendable, Hashable, CaseIterable {
    /// Leave everything as it is.
    case cancel
    /// The field for the phrase.
    case phrase
    /// Whether to make a backup first.
    case backup
    /// The step itself.
    case step
  }

  /// The next migration or all of them.
  var scope: RunScope
  /// What the dry run showed, or why there is none.
  var evidence: Result<DryRunReport, WorkFailure>
  /// The migrations that would be applied.
  var identifiers: [String]
  /// Where the backup would go.
  var backupPath: String?
  /// Whether a backup is made.
  var makesBackup = true
  /// What would be lost.
  var losses: Losses
  /// What each migration changes in the schema, in words.
  var summaries: [String: [SchemaDiff.Summary]] = [:]
  /// How many characters of the migrations' SQL are shown as marks.
  var hiddenCount = 0
  /// The phrase to type, or `nil` when none is asked for.
  var phrase: String?
  /// What was typed so far.
  var typed = TextField()
  /// What the focus stands on.
  var focus = Focus.cancel
  /// How many of the lines above the choice are scrolled away.
  var scroll = 0
  /// When the dialog opened; keys pressed within the first moments were meant for the screen below.
  var openedAt: Double

  /// Whether the phrase, if one is asked for, was typed.
  var isArmed: Bool { phrase == nil || typed.text == phrase }

  /// What Tab goes through.
  var focusOrder: [Focus] {
    Focus.allCases.filter { focus in
      switch focus {
      case .cancel, .step: true
      case .phrase: phrase != nil
      case .backup: backupPath != nil
      }
    }
  }
}
