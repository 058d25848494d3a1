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
}
