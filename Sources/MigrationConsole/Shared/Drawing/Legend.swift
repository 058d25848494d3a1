import MigratorEngine
import TerminalUI

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
      (glyphs.pointer, "The next migration; the statement reached."),
      (glyphs.folded, "A group whose rows are hidden."),
      (glyphs.unfolded, "A group whose rows are shown."),
      (glyphs.warning, "A dry run or a step lost something, or warned: the tab Changes says what."),
      (glyphs.failed, "A dry run failed, or a migration began and did not end."),
      ("REAL", "The file itself."), ("COPY", "An overlay or a copy, which is thrown away."),
      ("stale", "The file or the migrations changed since."),
      ("7?", "Beside Violations: so many were found before the file changed."),
      ("7!", "Beside Violations: there are foreign keys that cannot be checked, too."),
      ("1! 1?", "Beside the counts of migrations: so many have these marks."),
    ]
  }
}
