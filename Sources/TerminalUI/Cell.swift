/// One cell of the screen.
///
/// Only a `CellGrid` makes cells, and only from `SafeText`; that is the barrier that keeps control
/// sequences off the terminal.
public struct Cell: Sendable, Hashable {
  /// A printable code point with its combining marks; empty in the right half of a wide one.
  public let cluster: String

  private let columns: UInt8

  /// Whether it belongs to a mark that stands for a character that is not shown itself.
  public let isMark: Bool

  /// How it is drawn.
  public internal(set) var style: Style

  /// The columns it takes: 1, 2 for a wide character, 0 for the right half of one.
  public var width: Int { Int(columns) }

  init(_ cluster: String, width: Int, isMark: Bool = false, style: Style) {
    self.cluster = cluster
    self.columns = UInt8(clamping: width)
    self.isMark = isMark
    self.style = style
  }

  static func blank(_ style: Style) -> Cell { Cell(" ", width: 1, style: style) }
}
