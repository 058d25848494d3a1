/// An array that grows at its end, of which there are many copies, each with one element more than the one
/// before.
///
/// A copy shares what it has in common with the one that it is made of, which costs O(√*n*) on average where
/// all of an array would be copied.
struct LayeredArray<Element> {
  private var base: [Element]
  private var recent: [Element] = []

  /// Creates an array of elements.
  init(_ elements: [Element] = []) {
    base = elements
  }

  /// How many elements there are.
  var count: Int { base.count + recent.count }
  /// The last of them.
  var last: Element? { recent.last ?? base.last }
  /// All of them.
  var elements: [Element] { recent.isEmpty ? base : base + recent }

  mutating func append(_ element: Element) {
    recent.append(element)
    guard recent.count * recent.count > base.count else { return }
    base += recent
    recent = []
  }
}

extension LayeredArray: Sendable where Element: Sendable {}

extension LayeredArray: Equatable where Element: Equatable {
  /// Whether two have the same elements.
  ///
  /// - Complexity: O(*n*), and O(1) for a copy.
  static func == (one: LayeredArray, other: LayeredArray) -> Bool {
    guard one.count == other.count else { return false }
    return one.base.count == other.base.count
      ? one.base == other.base && one.recent == other.recent : one.elements == other.elements
  }
}

extension LayeredArray: Hashable where Element: Hashable {
  func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for element in base { hasher.combine(element) }
    for element in recent { hasher.combine(element) }
  }
}
