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
