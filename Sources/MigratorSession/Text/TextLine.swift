/// A line of words for a person, in pieces that say what they are.
///
/// Knows nothing of terminals: a screen makes colours of the roles, a file or pipe leaves them out.
public struct TextLine: Sendable, Hashable {
  /// What a piece is, for whoever can show it.
  public enum Role: Sendable, Hashable {
    case normal, heading, dim, ok, warning, danger
    /// Something that is new, gone or another one.
    case added, removed, changed
    /// SQL.
    case code
  }

  /// Words of one role.
  public struct Piece: Sendable, Hashable {
    /// The words.
    public let text: String
    /// What they are.
    public let role: Role
  }

  /// The pieces, spaces between them included.
  public private(set) var pieces: [Piece]
  /// How far the line stands under the one that it belongs to, from 0.
  public let level: Int

  /// Creates a line of one piece.
  ///
  /// - Parameters:
  ///   - text: The words.
  ///   - role: What they are.
  ///   - level: How far the line stands under the one that it belongs to.
  public init(_ text: String, _ role: Role = .normal, level: Int = 0) {
    pieces = [Piece(text: text, role: role)]
    self.level = level
  }

  /// Returns the line with another piece at its end.
  ///
  /// - Parameters:
  ///   - text: The words, with a space before them.
  ///   - role: What they are.
  /// - Returns: The longer line.
  public func adding(_ text: String, _ role: Role = .normal) -> TextLine {
    var line = self
    line.pieces.append(Piece(text: text, role: role))
    return line
  }

  /// The words alone, indented by two spaces for each level.
  public var plain: String {
    String(repeating: "  ", count: level) + pieces.map(\.text).joined()
  }
}
