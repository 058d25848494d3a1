import MigratorEngine
import TerminalUI

extension GlyphSet {
  private func either(_ unicode: SafeText, _ ascii: SafeText) -> SafeText {
    isASCII ? ascii : unicode
  }

  var applied: SafeText { either("✓", "v") }
  var pending: SafeText { either("○", "o") }
  var outOfOrder: SafeText { "!" }
  var unregistered: SafeText { "?" }
  /// The mark of a migration whose file differs from the applied version.
  var changed: SafeText { either("≠", "*") }
  /// The mark of a migration that its tool will never apply.
  var skipped: SafeText { either("⊘", "/") }
  var code: SafeText { either("λ", "@") }
  var unusable: SafeText { either("⊗", "#") }
  /// The pointer at the next migration.
  var pointer: SafeText { either("▸", ">") }
  var arrowRight: SafeText { either("▸", ">") }
  var arrowLeft: SafeText { either("◂", "<") }
  var warning: SafeText { either("▲", "^") }
  var failed: SafeText { either("✗", "X") }
  var folded: SafeText { either("▸", "+") }
  var unfolded: SafeText { either("▾", "-") }
  var barFull: SafeText { either("█", "#") }
  var barEmpty: SafeText { either("░", ".") }
}

extension Role {
  static let real = Role.alertBadge
  static let copy = Role.badge
  static let applied = Role.success
  static let pending = Role.info
  static let outOfOrder = Role.caution
  /// An applied migration that is not registered.
  static let unregistered = Role.attention
  static let changed = Role.modified
}

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
      (glyphs.warning, "Losses or warnings of a dry run or a step; see the Changes tab."),
      (glyphs.failed, "A dry run failed, or a migration began but did not finish."),
      ("REAL", "The database file."), ("COPY", "An overlay or a copy, deleted afterwards."),
      ("stale", "The file or the migrations have changed since the dry run."),
      ("7?", "Next to Violations: the count is from before the file changed."),
      ("7!", "Next to Violations: some foreign keys cannot be checked."),
      ("1! 1?", "Next to the counts: the number of migrations with these marks."),
    ]
  }
}
