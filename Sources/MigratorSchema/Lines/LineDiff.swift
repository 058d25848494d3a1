/// The differences of two texts, line by line.
public struct LineDiff: Sendable, Hashable {
  /// A line of either text.
  public struct Line: Sendable, Hashable {
    /// Where a line stands.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// In both texts.
      case same
      /// In the text before only.
      case removed
      /// In the text after only.
      case added
    }

    /// Where the line stands.
    public let kind: Kind
    /// The line without its end.
    public let text: String
    /// The number in the text before, from 1, or `nil` for an added line.
    public let beforeNumber: Int?
    /// The number in the text after, from 1, or `nil` for a removed line.
    public let afterNumber: Int?
  }

  /// The lines of both texts; between two equal lines the removed stand before the added.
  public let lines: [Line]

  /// Compares two texts.
  ///
  /// - Parameters:
  ///   - before: The text before.
  ///   - after: The text after.
  public init(before: String, after: String) {
    lines =
      before.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
        Line(kind: .removed, text: String($1), beforeNumber: $0 + 1, afterNumber: nil)
      }
      + after.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
        Line(kind: .added, text: String($1), beforeNumber: nil, afterNumber: $0 + 1)
      }
  }

  /// Whether the texts have the same lines.
  public var isEmpty: Bool { lines.allSatisfy { $0.kind == .same } }
}
