/// One cell of the screen.
///
/// Only a `CellGrid` creates cells, and only from `SafeText`. This barrier keeps control sequences
/// off the terminal.
public struct Cell: Sendable, Hashable {
  /// A printable code point with its combining marks; empty in the right half of a wide character.
  public let cluster: String

  private let columns: UInt8

  /// True if the cell belongs to a mark that replaces a character.
  public let isMark: Bool

  /// The style of the cell.
  public internal(set) var style: Style

  /// The number of columns: 1, 2 for a wide character, or 0 for the right half of one.
  public var width: Int { Int(columns) }

  init(_ cluster: String, width: Int, isMark: Bool = false, style: Style) {
    self.cluster = cluster
    self.columns = UInt8(clamping: width)
    self.isMark = isMark
    self.style = style
  }

  static func blank(_ style: Style) -> Cell { Cell(" ", width: 1, style: style) }
}
