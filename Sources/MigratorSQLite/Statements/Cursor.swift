/// A sequence of elements that are produced one at a time, possibly with an error.
///
/// A cursor over a database is valid only within the database access that created it.
public protocol Cursor<Element>: AnyObject {
  /// The type of the elements.
  associatedtype Element

  /// Returns the next element.
  ///
  /// - Returns: The element, or `nil` at the end and on every later call.
  /// - Throws: ``DatabaseError`` if SQLite fails, or errors of a transformation.
  func next() throws -> Element?

  /// Calls a closure with each remaining element; also used to create arrays and sets.
  ///
  /// - Parameter body: The closure.
  /// - Throws: Errors thrown by the cursor or the closure.
  func forEach(_ body: (Element) throws -> Void) throws
}

extension Cursor {
  /// Calls a closure with each remaining element, in order.
  public func forEach(_ body: (Element) throws -> Void) throws {
    while let element = try next() { try body(element) }
  }

  /// Returns a lazy cursor over transformed elements.
  ///
  /// - Parameter transform: The transformation, called when an element is requested.
  /// - Returns: The cursor.
  public func map<T>(_ transform: @escaping (Element) throws -> T) -> MapCursor<Self, T> {
    MapCursor(self, transform)
  }

  /// Returns true if no element remains; consumes one element to determine this.
  ///
  /// - Returns: `true` if the cursor is at its end.
  /// - Throws: Errors thrown by the cursor.
  public func isEmpty() throws -> Bool {
    try next() == nil
  }
}

/// A lazy cursor over transformed elements.
public final class MapCursor<Base: Cursor, Element>: Cursor {
  private let base: Base
  private let transform: (Base.Element) throws -> Element

  init(_ base: Base, _ transform: @escaping (Base.Element) throws -> Element) {
    self.base = base
    self.transform = transform
  }

  /// Returns the next element.
  public func next() throws -> Element? {
    guard let element = try base.next() else { return nil }
    return try transform(element)
  }

  /// Calls a closure with each remaining element, through the base cursor.
  public func forEach(_ body: (Element) throws -> Void) throws {
    try base.forEach { try body(transform($0)) }
  }
}

extension Array {
  /// Creates an array of all remaining elements of a cursor.
  ///
  /// - Parameter cursor: The cursor.
  /// - Throws: Errors thrown by the cursor.
  public init<C: Cursor>(_ cursor: C) throws where C.Element == Element {
    self.init()
    try cursor.forEach { append($0) }
  }
}

extension Set {
  /// Creates a set of all remaining elements of a cursor.
  ///
  /// - Parameter cursor: The cursor.
  /// - Throws: Errors thrown by the cursor.
  public init<C: Cursor>(_ cursor: C) throws where C.Element == Element {
    self.init()
    try cursor.forEach { insert($0) }
  }
}
