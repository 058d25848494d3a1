/// The statements of a script, in order.
///
/// A script may have hundreds of thousands of statements, so only their places are kept, and each
/// statement is created when it is accessed.
public struct ScriptStatements: RandomAccessCollection, Sendable, Hashable {
  /// The place of a statement in a script.
  struct Place: Sendable, Hashable {
    /// The offset of the first byte.
    let start: Int
    /// The number of bytes; SQLite rejects longer statements.
    let length: UInt32
    let line: UInt32
    let column: UInt32
    let isRepeated: Bool

    /// There may be a million places, so they are small.
    init(at location: ScriptLocation, length: Int, isRepeated: Bool) {
      start = location.offset
      self.length = UInt32(clamping: length)
      line = UInt32(clamping: location.line)
      column = UInt32(clamping: location.column)
      self.isRepeated = isRepeated
    }
  }

  private let file: String
  private let text: String
  private let places: [Place]

  /// Creates an empty list.
  public init() {
    self.init(file: "", text: "", places: [])
  }

  /// Creates the statements at some places of a script, which begin and end between characters.
  init(file: String, text: String, places: [Place]) {
    self.file = file
    self.text = text
    self.places = places
  }

  /// The index of the first statement.
  public var startIndex: Int { 0 }
  /// The number of statements.
  public var endIndex: Int { places.count }

  /// True if an earlier statement inserts a row in the same form, with other literals.
  ///
  /// There are only such statements between the two, so SQLite compiles both to the same program.
  ///
  /// - Complexity: O(1).
  package func isRepeated(at index: Int) -> Bool { places[index].isRepeated }

  /// The statements without the repeated ones, in order.
  package var forms: Forms { Forms(of: self) }

  /// The statements that do not repeat the form of an earlier one.
  package struct Forms: Sequence, IteratorProtocol {
    private let statements: ScriptStatements
    private var index = 0

    fileprivate init(of statements: ScriptStatements) { self.statements = statements }

    /// Returns the next statement, or `nil` at the end.
    package mutating func next() -> ScriptStatement? {
      while index < statements.endIndex, statements.isRepeated(at: index) { index += 1 }
      guard index < statements.endIndex else { return nil }
      defer { index += 1 }
      return statements[index]
    }
  }

  /// Returns a statement.
  ///
  /// - Parameter index: The index of the statement, from 0.
  /// - Complexity: O(*n*) for *n* bytes of the statement.
  public subscript(index: Int) -> ScriptStatement {
    let place = places[index]
    let start = text.utf8.index(text.startIndex, offsetBy: place.start)
    let end = text.utf8.index(start, offsetBy: Int(place.length))
    return ScriptStatement(
      sql: String(text[start..<end]),
      location: ScriptLocation(
        file: file, line: Int(place.line), column: Int(place.column), offset: place.start))
  }
}
