/// An append-only array with many copies, each with one element more than the previous one.
///
/// A copy shares its elements with the original. Appending to a copy costs O(√*n*) on average
/// instead of O(*n*).
struct OverlaidArray<Element> {
  private var base: [Element]
  private var recent: [Element] = []

  init(_ elements: [Element] = []) {
    base = elements
  }

  var count: Int { base.count + recent.count }
  var last: Element? { recent.last ?? base.last }
  var elements: [Element] { recent.isEmpty ? base : base + recent }

  mutating func append(_ element: Element) {
    recent.append(element)
    guard recent.count * recent.count > base.count else { return }
    base += recent
    recent = []
  }
}

extension OverlaidArray: Sendable where Element: Sendable {}

extension OverlaidArray: Equatable where Element: Equatable {
  /// Returns `true` if both arrays have the same elements.
  ///
  /// - Complexity: O(*n*), and O(1) for a copy.
  static func == (one: OverlaidArray, other: OverlaidArray) -> Bool {
    guard one.count == other.count else { return false }
    return one.base.count == other.base.count
      ? one.base == other.base && one.recent == other.recent : one.elements == other.elements
  }
}

extension OverlaidArray: Hashable where Element: Hashable {
  func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for element in base { hasher.combine(element) }
    for element in recent { hasher.combine(element) }
  }
}
