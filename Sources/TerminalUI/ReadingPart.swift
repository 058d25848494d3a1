/// A part of a screen that is announced line by line to screen readers, such as its list.
public struct ReadingPart: Sendable, Hashable {
  /// The name of the part; if the previous screen had none with this name, all lines are read.
  public var name: String

  /// The rows of the screen.
  public var rows: Range<Int>

  /// The index of the first row among all lines of the part, some of which may not be shown.
  public var firstLine: Int

  /// True if a line is understood only together with the other lines, so that all of them are read
  /// if one differs.
  public var isWhole: Bool

  /// Creates a part with the given property values.
  public init(name: String, rows: Range<Int>, firstLine: Int = 0, isWhole: Bool = false) {
    self.name = name
    self.rows = rows
    self.firstLine = firstLine
    self.isWhole = isWhole
  }
}

extension CellGrid {
  /// The lines to read after the previous screen, except empty ones.
  ///
  /// A line is left out only if the same part had the same line at the same position. A line that
  /// differs is read together with the lines above that it is indented under, and with the lines
  /// indented under it.
  ///
  /// - Parameter previous: The screen that was read before, or `nil`.
  /// - Returns: The lines.
  public func newLines(since previous: CellGrid?) -> [String] {
    let previousParts = Dictionary(
      (previous?.readingParts ?? []).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    return readingParts.flatMap { part -> [String] in
      let lines = part.rows.map { row($0) }
      guard let previous, let earlier = previousParts[part.name] else { return lines }
      let known = earlier.rows.map { previous.row($0) }
      let isNew = lines.indices.map { index in
        let place = index + part.firstLine - earlier.firstLine
        return !known.indices.contains(place) || known[place] != lines[index]
      }
      if part.isWhole { return lines == known ? [] : lines }
      return Self.withRelatives(lines, of: isNew)
    }.filter { !$0.isEmpty }
  }

  /// The marked lines, the lines they are indented under, and the lines indented under them.
  private static func withRelatives(_ lines: [String], of isMarked: [Bool]) -> [String] {
    let indents = lines.map { $0.prefix { $0 == " " }.count }
    var isTaken = isMarked
    var parents: [Int] = []
    for index in lines.indices where !lines[index].isEmpty {
      while let last = parents.last, indents[last] >= indents[index] { parents.removeLast() }
      if parents.contains(where: { isMarked[$0] }) { isTaken[index] = true }
      if isMarked[index] { for parent in parents { isTaken[parent] = true } }
      parents.append(index)
    }
    return lines.indices.filter { isTaken[$0] }.map { lines[$0] }
  }
}
