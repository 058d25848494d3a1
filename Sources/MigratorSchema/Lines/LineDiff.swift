/// The differences between two strings, line by line.
public struct LineDiff: Sendable, Hashable {
  /// A line of either string.
  public struct Line: Sendable, Hashable {
    /// The string or strings that contain a line.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// In both strings.
      case same
      /// Only in the old string.
      case removed
      /// Only in the new string.
      case added
    }

    /// The string or strings that contain the line.
    public let kind: Kind
    /// The line without its line ending.
    public let text: String
    /// The line number in the old string, from 1, or `nil` for an added line.
    public let beforeNumber: Int?
    /// The line number in the new string, from 1, or `nil` for a removed line.
    public let afterNumber: Int?
  }

  /// The lines of both strings; between two equal lines, removed lines precede added ones.
  public let lines: [Line]

  /// Compares two strings.
  ///
  /// The diff is minimal for short input. For long input it is still correct, but may show an
  /// unchanged line as removed and added.
  ///
  /// - Parameters:
  ///   - before: The old string; an empty string has no lines.
  ///   - after: The new string.
  /// - Complexity: O((*n* + *m*) · *d*) for *n* and *m* lines with *d* differences, *d* bounded.
  public init(before: String, after: String) {
    self.init(before: before, after: after) { $0 }
  }

  /// Compares two strings; lines with equal keys are the same, and the new one is shown.
  init(before: String, after: String, by key: (String) -> String) {
    let old = Self.split(before)
    let new = Self.split(after)
    lines = Self.merge(old, new, Self.kept(old.map(key), new.map(key)))
  }

  /// True if both strings have the same lines.
  public var isEmpty: Bool { lines.allSatisfy { $0.kind == .same } }

  /// Splits at `\n` and `\r\n`; a final line ending does not begin another line.
  private static func split(_ text: String) -> [String] {
    guard !text.isEmpty else { return [] }
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { line in
      String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
  }

  /// The indexes of an unchanged line in both strings.
  private typealias Pair = (before: Int, after: Int)

  /// The maximum number of lines of both strings that are compared at once.
  ///
  /// The time and memory of `CollectionDifference` are quadratic in the number of differences.
  private static let sectionLimit = 2_000

  private static func kept(_ old: [String], _ new: [String]) -> [Pair] {
    // Lines of only one string cannot be unchanged; skipping them makes unrelated input fast.
    let common = Set(old).intersection(new)
    let oldPlaces = old.indices.filter { common.contains(old[$0]) }
    let newPlaces = new.indices.filter { common.contains(new[$0]) }
    let sections = 1 + (oldPlaces.count + newPlaces.count) / sectionLimit
    return (0..<sections).flatMap { section -> [Pair] in
      let before = part(section, of: sections, oldPlaces)
      let after = part(section, of: sections, newPlaces)
      let changes = after.map { new[$0] }.difference(from: before.map { old[$0] })
      return zip(
        without(changes.removals, before), without(changes.insertions, after)
      ).map { ($0, $1) }
    }
  }

  private static func part(_ index: Int, of count: Int, _ places: [Int]) -> [Int] {
    Array(places[(index * places.count / count)..<((index + 1) * places.count / count)])
  }

  private static func without(
    _ changes: [CollectionDifference<String>.Change], _ places: [Int]
  ) -> [Int] {
    let gone = Set(
      changes.map { change in
        switch change {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
      })
    return places.indices.filter { !gone.contains($0) }.map { places[$0] }
  }

  private static func merge(_ old: [String], _ new: [String], _ kept: [Pair]) -> [Line] {
    var lines: [Line] = []
    var (before, after) = (0, 0)
    for pair in kept + [(old.count, new.count)] {
      while before < pair.before {
        lines.append(
          Line(kind: .removed, text: old[before], beforeNumber: before + 1, afterNumber: nil))
        before += 1
      }
      while after < pair.after {
        lines.append(
          Line(kind: .added, text: new[after], beforeNumber: nil, afterNumber: after + 1))
        after += 1
      }
      guard before < old.count, after < new.count else { continue }
      lines.append(
        Line(
          kind: .same, text: new[after], beforeNumber: before + 1, afterNumber: after + 1))
      before += 1
      after += 1
    }
    return lines
  }
}
