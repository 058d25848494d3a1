import MigratorEngine
import TerminalUI

/// The glyphs of the console for states, groups and progress bars.
extension GlyphSet {
  private func either(_ unicode: SafeText, _ ascii: SafeText) -> SafeText {
    isASCII ? ascii : unicode
  }

  var applied: SafeText { either("✓", "v") }
  var pending: SafeText { either("○", "o") }
  var outOfOrder: SafeText { "!" }
  var unregistered: SafeText { "?" }
  /// The mark of a migration whose file differs from the applied one.
  var changed: SafeText { either("≠", "*") }
  /// The mark of a migration that its tool will never apply.
  var skipped: SafeText { either("⊘", "/") }
  /// The mark of a migration written in code.
  var code: SafeText { either("λ", "@") }
  /// The mark of a migration with an unusable file.
  var unusable: SafeText { either("⊗", "#") }
  /// The pointer at the next migration.
  var pointer: SafeText { either("▸", ">") }
  var arrowRight: SafeText { either("▸", ">") }
  var arrowLeft: SafeText { either("◂", "<") }
  /// The mark of a loss or a warning.
  var warning: SafeText { either("▲", "^") }
  /// The mark of a failure.
  var failed: SafeText { either("✗", "X") }
  /// The sign of a group whose rows are hidden.
  var folded: SafeText { either("▸", "+") }
  /// The sign of a group whose rows are shown.
  var unfolded: SafeText { either("▾", "-") }
  /// The finished part of a progress bar.
  var barFull: SafeText { either("█", "#") }
  /// The unfinished part of a progress bar.
  var barEmpty: SafeText { either("░", ".") }
}

/// The roles of the terminal as the console uses them.
extension Role {
  /// The badge of the real database.
  static let real = Role.alertBadge
  /// The badge of a copy.
  static let copy = Role.badge
  /// An applied migration; good outcomes.
  static let applied = Role.success
  static let pending = Role.info
  static let outOfOrder = Role.caution
  /// An applied migration that is not registered.
  static let unregistered = Role.attention
  /// A migration or an object whose SQL differs.
  static let changed = Role.modified
}

/// The meaning of the marks on the screens.
enum Legend {
  /// The marks with their meanings: states of migrations, then dry runs and groups.
  static func marks(_ glyphs: GlyphSet) -> [(mark: SafeText, meaning: String)] {
    // The mark of a failure is explained below, because dry runs have it as well.
    var seen: Set<SafeText> = [glyphs.failed]
    let states = MigrationStatus.State.allCases.compactMap {
      state -> (mark: SafeText, meaning: String)? in
      let mark = state.mark(glyphs)
      return seen.insert(mark).inserted ? (mark, state.explanation) : nil
    }
    return states + [
      (glyphs.pointer, "The next migration or statement."),
      (glyphs.folded, "A folded group."),
      (glyphs.unfolded, "An unfolded group."),
      (glyphs.warning, "Losses or warnings of a dry run or a step; see the tab Changes."),
      (glyphs.failed, "A dry run failed, or a migration began but did not finish."),
      ("REAL", "The database file."), ("COPY", "An overlay or a copy, deleted afterwards."),
      ("stale", "The file or the migrations changed since then."),
      ("7?", "Next to Violations: the count from before the file changed."),
      ("7!", "Next to Violations: some foreign keys cannot be checked."),
      ("1! 1?", "Next to the counts: the number of migrations with these marks."),
    ]
  }
}
