/// Numbers of any length, separated by dots: 9 precedes 10, and 1.2 precedes 1.10.
struct DottedVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The numbers, without leading zeros.
  private let parts: [String]

  init(_ parts: [some StringProtocol]) {
    self.parts = parts.map(\.withoutLeadingZeros)
  }

  /// Compares the numbers in order; a version precedes a longer one that begins with it.
  static func < (first: DottedVersion, second: DottedVersion) -> Bool {
    for (one, other) in zip(first.parts, second.parts) where one != other {
      return NameOrder.numbers(one, other)
    }
    return first.parts.count < second.parts.count
  }

  var description: String { parts.joined(separator: ".") }

  /// Returns a version after `lower` and before `upper`, or `nil` if there is none.
  ///
  /// It is `003.1` between `003` and `004`, and `003.0.1` between `003` and `003.1`.
  static func text(between lower: String, _ upper: String) -> String? {
    let (low, high) = (Self(text: lower), Self(text: upper))
    var numbers = lower.split(separator: ".").map(String.init)
    if numbers.count > 1, let last = numbers.last.flatMap({ Int64($0) }), last < .max {
      numbers[numbers.count - 1] = String(last + 1)
    }
    // Each attempt is smaller than the one before.
    let attempts =
      [numbers.joined(separator: ".")]
      + (0..<4).map { lower + String(repeating: ".0", count: $0) + ".1" }
    return attempts.first { low < Self(text: $0) && Self(text: $0) < high }
  }

  private init(text: String) { self.init(text.split(separator: ".")) }
}
