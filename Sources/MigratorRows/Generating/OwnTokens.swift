internal import MigratorSQLite

/// One value of a row to insert.
struct GeneratedCell: Hashable {
  var value: DatabaseValue
  /// True for a token that occurs in no other cell.
  var isOwn = false

  static let null = GeneratedCell(value: .null)

  static func own(_ value: DatabaseValue) -> GeneratedCell {
    GeneratedCell(value: value, isOwn: true)
  }
}

/// The supply of values that are used only once.
///
/// The numbers in the tokens have a fixed length, so that no token is a part of another. Pairs of
/// values of a column are neighbors: they share a prefix, the day or the integer part, so that a
/// function that loses data makes them equal.
struct OwnTokens {
  private let seed: UInt64
  /// The five-digit numbers in strings, reals and blobs.
  private var short: NumberPool
  /// The six-digit numbers.
  private var long: NumberPool
  /// The reals, or seconds, whose neighbor with the same integer part is still unused.
  private var halves: [String: Int] = [:]
  private var seconds = 0
  private var days = 0

  init(seed: UInt64) {
    self.seed = seed
    short = NumberPool(10_000..<100_000)
    long = NumberPool(200_000..<1_000_000)
  }

  /// A five-digit number for a column, and whether it was unused.
  mutating func number(_ path: String) -> (number: Int, isOwn: Bool) {
    short.next(for: path, seed: seed)
  }

  mutating func integer(_ path: String) -> GeneratedCell {
    let (number, isOwn) = long.next(for: path, seed: seed)
    return GeneratedCell(value: DatabaseValue(storage: .int64(Int64(number))), isOwn: isOwn)
  }

  mutating func real(_ path: String) -> GeneratedCell {
    if let half = halves.removeValue(forKey: path) {
      return .own(DatabaseValue(storage: .double(Double(half) + 0.75)))
    }
    let (number, isOwn) = number(path)
    if isOwn { halves[path] = number }
    return GeneratedCell(
      value: DatabaseValue(storage: .double(Double(number) + 0.25)), isOwn: isOwn)
  }

  /// A string: a word, then the digits.
  mutating func text(_ word: String, _ path: String, suffix: String = "") -> GeneratedCell {
    let (number, isOwn) = number(path)
    return GeneratedCell(
      value: DatabaseValue(storage: .string("\(word)\(number)\(suffix)")), isOwn: isOwn)
  }

  /// A time that no other cell has; all times are on the same day, at irregular intervals.
  mutating func moment() -> (second: Int, isOwn: Bool) {
    var random = SeededNumbers(seed: seed ^ UInt64(seconds))
    seconds += Int.random(in: 1...3, using: &random)
    return (seconds % 86_400, seconds < 86_400)
  }

  /// A time for a column; two of them share a second if the form has fractions of a second.
  mutating func time(_ path: String, _ form: TimeForm) -> GeneratedCell {
    if let second = halves.removeValue(forKey: path) {
      return .own(GeneratedTimes.value(second, isLate: true, form))
    }
    let (second, isOwn) = moment()
    if isOwn, form == .milliseconds || form == .fractionalSeconds { halves[path] = second }
    return GeneratedCell(value: GeneratedTimes.value(second, form), isOwn: isOwn)
  }

  mutating func day() -> (day: Int, isOwn: Bool) {
    days += 1
    return (days % 7_000, days < 7_000)
  }

  /// The word in a column's tokens, from its name: letters only, so that the digits are
  /// unambiguous.
  static func word(_ name: String) -> String {
    let letters = name.utf8.filter { $0 == UInt8(ascii: "_") || (0x61...0x7A).contains($0 | 0x20) }
    let word = String(decoding: letters.prefix(20), as: UTF8.self).asciiLowercased
    return word.isEmpty ? "value" : word
  }
}

/// The numbers of a range, each used at most once.
private struct NumberPool {
  private let range: Range<Int>
  private var used: Set<Int> = []
  private var nexts: [String: Int] = [:]
  private var counts: [String: Int] = [:]

  init(_ range: Range<Int>) { self.range = range }

  /// Returns the next unused number for a path, near the last one.
  ///
  /// The first depends only on the seed and the path, so that a new column does not change the
  /// values of others. Once all numbers are used, `isOwn` is false.
  mutating func next(for path: String, seed: UInt64) -> (number: Int, isOwn: Bool) {
    var number =
      nexts[path]
      ?? {
        var random = SeededNumbers(seed: seed, path: path)
        return Int.random(in: range, using: &random)
      }()
    let isOwn = used.count < range.count
    if isOwn {
      while !used.insert(number).inserted { number = sum(number, 1) }
    }
    // The numbers are pairs of neighbors at irregular intervals, so that the difference between two
    // columns is not constant.
    counts[path, default: 0] += 1
    var random = SeededNumbers(seed: seed ^ UInt64(number), path: path)
    let step = counts[path]?.isMultiple(of: 2) == true ? Int.random(in: 3..<40, using: &random) : 1
    nexts[path] = sum(number, step)
    return (number, isOwn)
  }

  private func sum(_ number: Int, _ step: Int) -> Int {
    number + step < range.upperBound ? number + step : range.lowerBound
  }
}
