/// A cursor that obtains its elements from a closure.
public final class AnyCursor<Element>: Cursor {
  typealias ForEach = ((Element) throws -> Void) throws -> Void

  private let make: () throws -> Element?
  private let forEachLeft: ForEach?

  /// Creates a cursor.
  ///
  /// - Parameter next: Returns the next element, and `nil` at the end and on every later call.
  public convenience init(_ next: @escaping () throws -> Element?) {
    self.init(next, forEach: nil)
  }

  /// Creates a cursor over another one, which may have its own implementation of `forEach`.
  init(_ next: @escaping () throws -> Element?, forEach: ForEach?) {
    make = next
    forEachLeft = forEach
  }

  /// Creates a cursor over the elements of another one.
  ///
  /// - Parameter base: The other cursor.
  public convenience init(_ base: some Cursor<Element>) {
    self.init({ try base.next() }, forEach: { try base.forEach($0) })
  }

  /// Creates a cursor over the elements of a sequence.
  ///
  /// - Parameter elements: The sequence.
  public convenience init(_ elements: some Sequence<Element>) {
    var iterator = elements.makeIterator()
    self.init { iterator.next() }
  }

  /// Returns the next element.
  public func next() throws -> Element? { try make() }

  /// Calls a closure with each remaining element, through the base cursor if there is one.
  public func forEach(_ body: (Element) throws -> Void) throws {
    if let forEachLeft { return try forEachLeft(body) }
    while let element = try make() { try body(element) }
  }
}

// All methods rethrow errors of the cursor and of their closures.

extension Cursor {
  /// Returns a lazy cursor over the elements for which a closure is true.
  public func filter(_ isIncluded: @escaping (Element) throws -> Bool) -> AnyCursor<Element> {
    AnyCursor({ try self.first(where: isIncluded) }) { body in
      try self.forEach { if try isIncluded($0) { try body($0) } }
    }
  }

  /// Returns a lazy cursor over the results of a closure that are not `nil`.
  public func compactMap<T>(_ transform: @escaping (Element) throws -> T?) -> AnyCursor<T> {
    AnyCursor {
      while let element = try self.next() {
        if let transformed = try transform(element) { return transformed }
      }
      return nil
    }
  }

  /// Returns a lazy cursor over the elements of the sequences that a closure returns.
  public func flatMap<Segment: Sequence>(
    _ transform: @escaping (Element) throws -> Segment
  ) -> AnyCursor<Segment.Element> {
    flatMap { AnyCursor(try transform($0)) }
  }

  /// Returns a lazy cursor over the elements of the cursors that a closure returns.
  public func flatMap<Segment: Cursor>(
    _ transform: @escaping (Element) throws -> Segment
  ) -> AnyCursor<Segment.Element> {
    var segment: Segment?
    return AnyCursor {
      while true {
        if let element = try segment?.next() { return element }
        guard let next = try self.next() else { return nil }
        segment = try transform(next)
      }
    }
  }

  /// Returns a lazy cursor over the elements with their numbers, starting at 0.
  public func enumerated() -> AnyCursor<(Int, Element)> {
    var count = 0
    return map { element in
      defer { count += 1 }
      return (count, element)
    }.erased
  }

  /// Returns a lazy cursor over the first elements.
  public func prefix(_ maxLength: Int) -> AnyCursor<Element> {
    var rest = maxLength
    return AnyCursor {
      guard rest > 0 else { return nil }
      rest -= 1
      return try self.next()
    }
  }

  /// Returns a lazy cursor over the elements before the first for which a closure is false.
  public func prefix(
    while predicate: @escaping (Element) throws -> Bool
  ) -> AnyCursor<Element> {
    var isDone = false
    return AnyCursor {
      guard !isDone, let element = try self.next(), try predicate(element) else {
        isDone = true
        return nil
      }
      return element
    }
  }

  /// Returns a lazy cursor that skips the first elements.
  public func dropFirst(_ count: Int = 1) -> AnyCursor<Element> {
    var rest = count
    return AnyCursor {
      while rest > 0 {
        rest -= 1
        guard try self.next() != nil else { return nil }
      }
      return try self.next()
    }
  }

  /// Returns a lazy cursor over the elements from the first for which a closure is false.
  public func drop(while predicate: @escaping (Element) throws -> Bool) -> AnyCursor<Element> {
    var isDropping = true
    return AnyCursor {
      while let element = try self.next() {
        if isDropping, try predicate(element) { continue }
        isDropping = false
        return element
      }
      return nil
    }
  }

  /// Returns the last elements.
  public func suffix(_ maxLength: Int) throws -> [Element] {
    var last: [Element] = []
    while let element = try next() {
      guard maxLength > 0 else { continue }
      if last.count == maxLength { last.removeFirst() }
      last.append(element)
    }
    return last
  }

  /// Returns all elements except the last ones.
  public func dropLast(_ count: Int = 1) throws -> [Element] {
    Array(try Array(self).dropLast(count))
  }

  /// Returns the first remaining element for which a closure is true.
  public func first(where predicate: (Element) throws -> Bool) throws -> Element? {
    while let element = try next() {
      if try predicate(element) { return element }
    }
    return nil
  }

  /// Returns true if a closure is true for a remaining element.
  public func contains(where predicate: (Element) throws -> Bool) throws -> Bool {
    try first(where: predicate) != nil
  }

  /// Returns the combination of all remaining elements.
  public func reduce<Result>(
    _ initialResult: Result, _ combine: (Result, Element) throws -> Result
  ) throws -> Result {
    var result = initialResult
    while let element = try next() { result = try combine(result, element) }
    return result
  }

  /// Returns the combination of all remaining elements.
  public func reduce<Result>(
    into initialResult: Result, _ update: (inout Result, Element) throws -> Void
  ) throws -> Result {
    var result = initialResult
    while let element = try next() { try update(&result, element) }
    return result
  }

  /// Returns the smallest remaining element.
  public func min(by isLess: (Element, Element) throws -> Bool) throws -> Element? {
    guard let first = try next() else { return nil }
    return try reduce(first) { try isLess($1, $0) ? $1 : $0 }
  }

  /// Returns the largest remaining element.
  public func max(by isLess: (Element, Element) throws -> Bool) throws -> Element? {
    guard let first = try next() else { return nil }
    return try reduce(first) { try isLess($0, $1) ? $1 : $0 }
  }

  private var erased: AnyCursor<Element> { AnyCursor(self) }
}

extension Cursor where Element: Equatable {
  /// Returns true if a remaining element equals a value.
  public func contains(_ element: Element) throws -> Bool { try contains { $0 == element } }
}

extension Cursor where Element: Comparable {
  /// Returns the smallest remaining element.
  public func min() throws -> Element? { try min(by: <) }

  /// Returns the largest remaining element.
  public func max() throws -> Element? { try max(by: <) }
}

extension Cursor where Element: StringProtocol {
  /// Returns the concatenation of all remaining elements.
  public func joined(separator: String = "") throws -> String {
    try Array(self).joined(separator: separator)
  }
}

extension Cursor where Element: Sequence {
  /// Returns a lazy cursor over the elements of the elements.
  public func joined() -> AnyCursor<Element.Element> { flatMap { $0 } }
}

extension Array {
  /// Appends all remaining elements of a cursor.
  public mutating func append(contentsOf cursor: some Cursor<Element>) throws {
    while let element = try cursor.next() { append(element) }
  }
}

extension Set {
  /// Returns the union with all remaining elements of a cursor.
  public func union(_ cursor: some Cursor<Element>) throws -> Set<Element> {
    union(try Set(cursor))
  }

  /// Inserts all remaining elements of a cursor.
  public mutating func formUnion(_ cursor: some Cursor<Element>) throws {
    formUnion(try Set(cursor))
  }

  /// Returns the intersection with the remaining elements of a cursor.
  public func intersection(_ cursor: some Cursor<Element>) throws -> Set<Element> {
    intersection(try Set(cursor))
  }

  /// Keeps only elements that are also remaining elements of a cursor.
  public mutating func formIntersection(_ cursor: some Cursor<Element>) throws {
    formIntersection(try Set(cursor))
  }
}

extension Dictionary {
  /// Creates a dictionary of all remaining pairs of a cursor.
  ///
  /// For duplicate keys, it throws ``DatabaseError`` SQLITE_CONSTRAINT, instead of ending the
  /// process like GRDB.
  public init(uniqueKeysWithValues cursor: some Cursor<(Key, Value)>) throws {
    self.init()
    while let (key, value) = try cursor.next() {
      guard updateValue(value, forKey: key) == nil else {
        throw DatabaseError(resultCode: .SQLITE_CONSTRAINT, message: "duplicate key: \(key)")
      }
    }
  }

  /// Creates a dictionary of groups of the remaining elements of a cursor.
  public init<C: Cursor>(grouping cursor: C, by key: (C.Element) throws -> Key) throws
  where Value == [C.Element] {
    self.init()
    while let element = try cursor.next() { self[try key(element), default: []].append(element) }
  }
}
