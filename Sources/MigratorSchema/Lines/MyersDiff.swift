/// The longest common subsequence of two sequences of numbers, by Myers' algorithm in linear space.
struct MyersDiff {
  /// The positions of an element that stays.
  struct Pair: Hashable {
    let before: Int
    let after: Int
  }

  /// Beyond so many differences within one section the search stops at the best place it has found.
  private static let searchLimit = 1_000

  private let before: [Int]
  private let after: [Int]
  /// The furthest places reached from the start and from the end, by diagonal.
  private var forward: [Int]
  private var backward: [Int]
  private var pairs: [Pair] = []

  /// Returns the elements that stay, in order.
  ///
  /// - Parameters:
  ///   - before: The elements before.
  ///   - after: The elements after.
  /// - Returns: Positions of equal elements, rising on both sides.
  static func keptPairs(before: [Int], after: [Int]) -> [Pair] {
    // Elements of one side only can never stay; without them texts that share nothing cost nothing.
    let common = Set(before).intersection(after)
    let oldPlaces = before.indices.filter { common.contains(before[$0]) }
    let newPlaces = after.indices.filter { common.contains(after[$0]) }
    var diff = MyersDiff(
      before: oldPlaces.map { before[$0] }, after: newPlaces.map { after[$0] })
    diff.run()
    return diff.pairs.map { Pair(before: oldPlaces[$0.before], after: newPlaces[$0.after]) }
  }

  private init(before: [Int], after: [Int]) {
    self.before = before
    self.after = after
    let diagonals = before.count + after.count + 3
    forward = Array(repeating: 0, count: diagonals)
    backward = Array(repeating: 0, count: diagonals)
  }

  /// A part of both sequences that is still to be compared.
  private struct Section {
    var beforeStart: Int
    var beforeEnd: Int
    var afterStart: Int
    var afterEnd: Int
  }

  private mutating func run() {
    var open = [
      Section(beforeStart: 0, beforeEnd: before.count, afterStart: 0, afterEnd: after.count)
    ]
    while var section = open.popLast() {
      while section.beforeStart < section.beforeEnd, section.afterStart < section.afterEnd,
        before[section.beforeStart] == after[section.afterStart]
      {
        pairs.append(Pair(before: section.beforeStart, after: section.afterStart))
        section.beforeStart += 1
        section.afterStart += 1
      }
      while section.beforeStart < section.beforeEnd, section.afterStart < section.afterEnd,
        before[section.beforeEnd - 1] == after[section.afterEnd - 1]
      {
        section.beforeEnd -= 1
        section.afterEnd -= 1
        pairs.append(Pair(before: section.beforeEnd, after: section.afterEnd))
      }
      guard section.beforeStart < section.beforeEnd, section.afterStart < section.afterEnd else {
        continue
      }
      let (x, y) = split(section)
      let isCorner =
        (x, y) == (section.beforeStart, section.afterStart)
        || (x, y) == (section.beforeEnd, section.afterEnd)
      if isCorner { continue }
      open.append(
        Section(
          beforeStart: x, beforeEnd: section.beforeEnd, afterStart: y, afterEnd: section.afterEnd))
      open.append(
        Section(
          beforeStart: section.beforeStart, beforeEnd: x, afterStart: section.afterStart,
          afterEnd: y))
    }
    pairs.sort { $0.before < $1.before }
  }

  /// The diagonals reached from one side: their range, and the furthest place on each.
  private struct Frontier {
    var range: ClosedRange<Int>

    /// Widens the range by one on both sides, or narrows it where the section ends.
    mutating func grow(within limits: ClosedRange<Int>) {
      let low = range.lowerBound > limits.lowerBound ? range.lowerBound - 1 : range.lowerBound + 1
      let high = range.upperBound < limits.upperBound ? range.upperBound + 1 : range.upperBound - 1
      range = low <= high ? low...high : low...low
    }
  }

  /// Returns a place on a shortest path through a section whose first elements differ, and whose
  /// last elements differ.
  private mutating func split(_ section: Section) -> (x: Int, y: Int) {
    // Diagonal d holds the places with x - y = d; `origin` makes it an index.
    let origin = after.count + 1
    let limits = (section.beforeStart - section.afterEnd)...(section.beforeEnd - section.afterStart)
    let first = section.beforeStart - section.afterStart
    let last = section.beforeEnd - section.afterEnd
    let isOdd = !(first - last).isMultiple(of: 2)
    var ahead = Frontier(range: first...first)
    var behind = Frontier(range: last...last)
    forward[origin + first] = section.beforeStart
    backward[origin + last] = section.beforeEnd

    for _ in 0..<Self.searchLimit {
      ahead.grow(within: limits)
      forward[origin + ahead.range.lowerBound - 1] = -1
      forward[origin + ahead.range.upperBound + 1] = -1
      for d in stride(from: ahead.range.upperBound, through: ahead.range.lowerBound, by: -2) {
        let index = origin + d
        var x =
          forward[index - 1] >= forward[index + 1] ? forward[index - 1] + 1 : forward[index + 1]
        while x < section.beforeEnd, x - d < section.afterEnd, before[x] == after[x - d] { x += 1 }
        forward[index] = x
        if isOdd, behind.range.contains(d), backward[index] <= x { return (x, x - d) }
      }
      behind.grow(within: limits)
      backward[origin + behind.range.lowerBound - 1] = Int.max
      backward[origin + behind.range.upperBound + 1] = Int.max
      for d in stride(from: behind.range.upperBound, through: behind.range.lowerBound, by: -2) {
        let index = origin + d
        var x =
          backward[index - 1] < backward[index + 1] ? backward[index - 1] : backward[index + 1] - 1
        while x > section.beforeStart, x - d > section.afterStart,
          before[x - 1] == after[x - d - 1]
        {
          x -= 1
        }
        backward[index] = x
        if !isOdd, ahead.range.contains(d), x <= forward[index] { return (x, x - d) }
      }
    }
    return furthest(ahead, in: section, origin: origin)
  }

  /// Returns the place nearest to the end that the search from the start has reached.
  private func furthest(_ ahead: Frontier, in section: Section, origin: Int) -> (x: Int, y: Int) {
    var best = (x: section.beforeStart, y: section.afterStart)
    for d in stride(from: ahead.range.upperBound, through: ahead.range.lowerBound, by: -2) {
      var x = min(forward[origin + d], section.beforeEnd)
      if x - d > section.afterEnd { x = section.afterEnd + d }
      let y = x - d
      guard x >= section.beforeStart, y >= section.afterStart else { continue }
      if x + y > best.x + best.y { best = (x, y) }
    }
    return best
  }
}
