/// Turns a screen into text that can be kept: plain, with colours for a terminal, or a picture.
///
/// All come from the same grid as the screen itself, so that a picture shows what the program draws.
/// Text in the grid is sanitised already; nothing but our own control sequences is added.
public enum GridExport {
  /// Returns the screen as plain text.
  ///
  /// - Parameter grid: The screen.
  /// - Returns: Its rows, spaces at their ends left out, each with a line end.
  public static func text(_ grid: CellGrid) -> String {
    grid.text + "\n"
  }

  /// Returns the screen as text with the sequences that colour it (SGR, nothing else).
  ///
  /// - Parameters:
  ///   - grid: The screen.
  ///   - theme: How roles look.
  /// - Returns: Its rows, each ended by a reset and a line end.
  public static func ansi(_ grid: CellGrid, theme: Theme) -> String {
    var result = ""
    for y in 0..<grid.size.rows {
      var current = Paint()
      for x in 0..<grid.size.columns {
        let cell = grid[x, y]
        let paint = theme.paint(for: cell.style)
        if paint != current, cell.width > 0 {
          result += sequence(paint)
          current = paint
        }
        result += cell.cluster
      }
      result += current == Paint() ? "\n" : "\u{1B}[0m\n"
    }
    return result
  }

  private static func sequence(_ paint: Paint) -> String {
    var codes = ["0"]
    if paint.bold { codes.append("1") }
    if paint.dim { codes.append("2") }
    if paint.underline { codes.append("4") }
    if paint.reverse { codes.append("7") }
    switch paint.foreground {
    case nil: break
    case let color? where color < 8: codes.append("\(30 + color)")
    case let color? where color < 16: codes.append("\(82 + color)")
    case let color?: codes.append("38;5;\(color)")
    }
    return "\u{1B}[" + codes.joined(separator: ";") + "m"
  }
}
