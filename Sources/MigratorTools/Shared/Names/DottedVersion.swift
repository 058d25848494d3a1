/// Numbers of any length, joined by dots and compared as numbers: 9 is before 10, 1.2 before 1.10.
struct DottedVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The numbers, leading zeros removed.
  private let parts: [String]

  /// Creates a version of numbers, which may have leading zeros.
  init(_ parts: [some StringProtocol]) {
    self.parts = parts.map(\.withoutLeadingZeros)
  }

  /// Compares number by number; a version is before those it begins.
  static func < (first: DottedVersion, second: DottedVersion) -> Bool {
    for (one, other) in zip(first.parts, second.parts) where one != other {
      return NameOrder.numbers(one, other)
    }
    return first.parts.count < second.parts.count
  }

  var description: String { parts.joined(separator: ".") }
}
