/// A sequence of elements that are made one at a time, and whose making may fail.
///
/// A cursor over a database is only good within the access to the database that made it.
public protocol Cursor<Element>: AnyObject {
  /// The type of the elements.
  associatedtype Element

  /// Makes the next element.
  ///
  /// - Returns: The element, or `nil` at the end, and ever after.
  /// - Throws: ``DatabaseError`` when SQLite fails, or what a transformation throws.
  func next() throws -> Element?

  /// Calls a closure with each element that is left; arrays and sets of elements are made so.
  ///
  /// - Parameter body: The closure.
  /// - Throws: The error of the cursor or the closure.
  func forEach(_ body: (Element) throws -> Void) throws
}

extension Cursor {
  /// Calls a closure with each element that is left, one after the other.
  public func forEach(_ body: (Element) throws -> Void) throws {
    while let element = try next() { try body(element) }
  }

  /// Returns a lazy cursor of transformed elements.
  ///
  /// - Parameter transform: The transformation, called when an element is asked for.
  /// - Returns: The cursor.
  public func map<T>(_ transform: @escaping (Element) throws -> T) -> MapCursor<Self, T> {
    MapCursor(self, transform)
  }

  /// Returns whether no element is left; fetches one to find out.
  ///
  /// - Returns: Whether the cursor is at its end.
  /// - Throws: The error of the cursor.
  public func isEmpty() throws -> Bool {
    try next() == nil
  }
}

/// A lazy cursor of transformed elements.
public final class MapCursor<Base: Cursor, Element>: Cursor {
  private let base: Base
  private let transform: (Base.Element) throws -> Element

  init(_ base: Base, _ transform: @escaping (Base.Element) throws -> Element) {
    self.base = base
    self.transform = transform
  }

  /// Makes the next element.
  public func next() throws -> Element? {
    guard let element = try base.next() else { return nil }
    return try transform(element)
  }

  /// Calls a closure with each element that is left, as the base does.
  public func forEach(_ body: (Element) throws -> Void) throws {
    try base.forEach { try body(transform($0)) }
  }
}

extension Array {
  /// Creates an array of all elements that are left in a cursor.
  ///
  /// - Parameter cursor: The cursor.
  /// - Throws: The error of the cursor.
  public init<C: Cursor>(_ cursor: C) throws where C.Element == Element {
    self.init()
    try cursor.forEach { append($0) }
  }
}

extension Set {
  /// Creates a set of all elements that are left in a cursor.
  ///
  /// - Parameter cursor: The cursor.
  /// - Throws: The error of the cursor.
  public init<C: Cursor>(_ cursor: C) throws where C.Element == Element {
    self.init()
    try cursor.forEach { insert($0) }
  }
}
