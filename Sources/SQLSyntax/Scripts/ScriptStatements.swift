/// The statements of a script, in order.
///
/// A script may have hundreds of thousands of statements, so only their places are kept, and each
/// statement is created when it is accessed.
public struct ScriptStatements: RandomAccessCollection, Sendable, Hashable {
  /// The place of a statement in a script.
  struct Place: Sendable, Hashable {
    /// The offset of the first byte.
    let start: Int
    /// The number of bytes.
    let length: Int
    let line: Int
    let column: Int
    let isRepeated: Bool
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
  package var forms: some Sequence<ScriptStatement> {
    places.indices.lazy.filter { !places[$0].isRepeated }.map { self[$0] }
  }

  /// Returns a statement.
  ///
  /// - Parameter index: The index of the statement, from 0.
  /// - Complexity: O(*n*) for *n* bytes of the statement.
  public subscript(index: Int) -> ScriptStatement {
    let place = places[index]
    let start = text.utf8.index(text.startIndex, offsetBy: place.start)
    let end = text.utf8.index(start, offsetBy: place.length)
    return ScriptStatement(
      sql: String(text[start..<end]),
      location: ScriptLocation(
        file: file, line: place.line, column: place.column, offset: place.start))
  }
}
