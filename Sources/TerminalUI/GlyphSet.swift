/// The signs that grids are drawn with, in a form a terminal can show.
public struct GlyphSet: Sendable, Hashable {
  /// Whether only ASCII may be drawn.
  public let isASCII: Bool

  /// Lines and corners of boxes.
  public let horizontal, vertical, topLeft, topRight, bottomLeft, bottomRight: SafeText

  /// What stands for text that is left out.
  public let ellipsis: SafeText

  /// Signs for terminals in a UTF-8 locale; all of them one column wide everywhere.
  public static let unicode = GlyphSet(
    isASCII: false, horizontal: "─", vertical: "│", topLeft: "┌", topRight: "┐", bottomLeft: "└",
    bottomRight: "┘", ellipsis: "…")

  /// Signs of ASCII.
  public static let ascii = GlyphSet(
    isASCII: true, horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+",
    bottomRight: "+", ellipsis: "~")
}
