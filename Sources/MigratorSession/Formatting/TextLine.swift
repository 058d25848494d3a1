/// A line of text in pieces with roles.
///
/// The console maps roles to colors; output to files and pipes does not show them.
public struct TextLine: Sendable, Hashable {
  /// The role of a piece, for output that can show it.
  public enum Role: Sendable, Hashable {
    case normal, heading, dim, ok, warning, danger
    /// Something that was added, removed or changed.
    case added, removed, changed
    /// SQL.
    case code
  }

  /// A string with a role.
  public struct Piece: Sendable, Hashable {
    /// The string.
    public let text: String
    /// Its role.
    public let role: Role
  }

  /// The pieces, including the spaces between them.
  public private(set) var pieces: [Piece]
  /// The indentation level below the parent line, from 0.
  public let level: Int

  /// Creates a line of one piece.
  ///
  /// - Parameters:
  ///   - text: The string.
  ///   - role: Its role.
  ///   - level: The indentation level below the parent line.
  public init(_ text: String, _ role: Role = .normal, level: Int = 0) {
    pieces = [Piece(text: text, role: role)]
    self.level = level
  }

  /// Returns the line with another piece at its end.
  ///
  /// - Parameters:
  ///   - text: The string, including a leading space if one is needed.
  ///   - role: Its role.
  /// - Returns: The longer line.
  public func adding(_ text: String, _ role: Role = .normal) -> TextLine {
    var line = self
    line.pieces.append(Piece(text: text, role: role))
    return line
  }

  /// The text without roles, indented by two spaces for each level.
  public var plain: String {
    String(repeating: "  ", count: level) + pieces.map(\.text).joined()
  }
}
