/// The signs the program draws, in a form a terminal can show.
public struct GlyphSet: Sendable, Hashable {
  /// Whether only ASCII may be drawn.
  public let isASCII: Bool

  /// Lines and corners of boxes.
  public let horizontal, vertical, topLeft, topRight, bottomLeft, bottomRight: SafeText

  /// Where lines meet: a branch to the right, to the left, down, up, and in all directions.
  public let teeRight, teeLeft, teeDown, teeUp, cross: SafeText

  /// The marks of migrations.
  public let applied, pending, outOfOrder, unregistered, changed, skipped, code: SafeText

  /// The pointer at the selected row, and the marks of lost data and of failure.
  public let pointer, warning, failed: SafeText

  /// The signs of a group whose rows are hidden, and of one whose rows are shown.
  public let folded, unfolded: SafeText

  /// The marks of added, removed and changed lines.
  public let added, removed, modified: SafeText

  /// What stands for text that is left out, and a dash, dot, arrow and times sign for sentences.
  public let ellipsis, dash, dot, arrow, times: SafeText

  /// The parts of a progress bar, and the thumb of a scroll bar.
  public let barFull, barEmpty, thumb: SafeText

  /// The frames of a spinner.
  public let spinner: [SafeText]

  /// Signs for terminals in a UTF-8 locale; all of them one column wide everywhere.
  public static let unicode = GlyphSet(
    isASCII: false,
    lines: ["─", "│", "┌", "┐", "└", "┘", "├", "┤", "┬", "┴", "┼"],
    states: ["✓", "○", "!", "?", "≠", "⊘", "λ"], pointer: "▸", warnings: ["▲", "✗"],
    folds: ["▸", "▾"],
    changes: ["+", "−", "~"], words: ["…", "–", "·", "→", "×"], bars: ["█", "░", "┃"],
    spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"])

  /// Signs of ASCII.
  public static let ascii = GlyphSet(
    isASCII: true,
    lines: ["-", "|", "+", "+", "+", "+", "+", "+", "+", "+", "+"],
    states: ["x", "o", "!", "?", "*", "/", "@"], pointer: ">", warnings: ["^", "X"],
    folds: [">", "v"],
    changes: ["+", "-", "~"], words: ["~", "-", ".", "->", "x"], bars: ["#", ".", "#"],
    spinner: ["|", "/", "-", "\\"])

  private init(
    isASCII: Bool, lines: [SafeText], states: [SafeText], pointer: SafeText, warnings: [SafeText],
    folds: [SafeText],
    changes: [SafeText], words: [SafeText], bars: [SafeText], spinner: [SafeText]
  ) {
    self.isASCII = isASCII
    (horizontal, vertical) = (lines[0], lines[1])
    (topLeft, topRight, bottomLeft, bottomRight) = (lines[2], lines[3], lines[4], lines[5])
    (teeRight, teeLeft, teeDown, teeUp) = (lines[6], lines[7], lines[8], lines[9])
    cross = lines[10]
    (applied, pending, outOfOrder) = (states[0], states[1], states[2])
    (unregistered, changed) = (states[3], states[4])
    (skipped, code) = (states[5], states[6])
    (self.pointer, warning, failed) = (pointer, warnings[0], warnings[1])
    (folded, unfolded) = (folds[0], folds[1])
    (added, removed, modified) = (changes[0], changes[1], changes[2])
    (ellipsis, dash, dot, arrow, times) = (words[0], words[1], words[2], words[3], words[4])
    (barFull, barEmpty, thumb) = (bars[0], bars[1], bars[2])
    self.spinner = spinner
  }
}
