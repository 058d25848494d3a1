/// The glyphs for drawing on a grid, in a form that the terminal can show.
public struct GlyphSet: Sendable, Hashable {
  /// True to draw only ASCII.
  public let isASCII: Bool

  /// The lines and corners of boxes.
  public let horizontal, vertical, topLeft, topRight, bottomLeft, bottomRight: SafeText

  /// The sign for omitted text.
  public let ellipsis: SafeText

  /// Glyphs for terminals in a UTF-8 locale; each is one column wide in every terminal.
  public static let unicode = GlyphSet(
    isASCII: false, horizontal: "─", vertical: "│", topLeft: "┌", topRight: "┐", bottomLeft: "└",
    bottomRight: "┘", ellipsis: "…")

  /// Glyphs in ASCII.
  public static let ascii = GlyphSet(
    isASCII: true, horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+",
    bottomRight: "+", ellipsis: "~")
}
