/// A statement that inserts one row of literals: `INSERT INTO t (a, b) VALUES (1, 'one');`.
///
/// Scripts with data consist of such statements. Those with the same ``template`` differ only in
/// the literals, so SQLite has to compile only one of them.
package struct RowInsertion {
  /// A literal of the row, with its place in the bytes of the statement.
  package enum Literal: Hashable {
    case null
    case integer(Int64)
    /// A number with its sign; SQLite must convert it, because another conversion may round
    /// differently.
    case real(Range<Int>)
    /// A string, without its quotes.
    case text(Range<Int>)
    /// A string with its quotes, because it contains doubled quotes.
    case quotedText(Range<Int>)
  }

  /// The maximum number of forms that are kept at a time, which limits the memory.
  ///
  /// A script has few forms, unless its numbers are sometimes integers and sometimes not.
  package static let formLimit = 100

  /// The statement with a parameter for each literal.
  package private(set) var template: [UInt8] = []
  /// The literals in order.
  package private(set) var literals: [Literal] = []
  /// The bytes of the last statement up to the parenthesis that begins the row.
  private var head: [UInt8] = []

  package init() {}

  /// Reads a statement; its result replaces that of the previous one.
  ///
  /// - Parameter bytes: The bytes of the statement.
  /// - Returns: False for any other statement, and if a value is not a plain literal.
  /// - Complexity: O(*n*) for *n* bytes.
  package mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if head.isEmpty || !bytes.starts(with: head) {
      guard let end = Self.endOfHead(bytes) else { return false }
      head = Array(bytes[..<end])
    }
    template.removeAll(keepingCapacity: true)
    template.append(contentsOf: head)
    literals.removeAll(keepingCapacity: true)
    return readRow(bytes)
  }

  /// Returns the end of `INSERT INTO name (names) VALUES (`, or `nil` for other statements.
  private static func endOfHead(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var lexemes = SQLScanner(bytes)
    func next() -> SQLScanner.Lexeme? { lexemes.nextSignificant() }
    func word(_ lexeme: SQLScanner.Lexeme?) -> SQLName? {
      lexeme.map { SQLName(String(decoding: bytes[$0.range], as: UTF8.self)) }
    }
    var first = word(next())
    if first == "INSERT" {
      first = word(next())
      if first == "OR" {
        _ = next()
        first = word(next())
      }
    } else if first == "REPLACE" {
      first = word(next())
    }
    guard first == "INTO", next()?.kind == .identifier else { return nil }
    var lexeme = next()
    if word(lexeme) == "." {
      guard next()?.kind == .identifier else { return nil }
      lexeme = next()
    }
    if word(lexeme) == "(" {
      repeat {
        guard next()?.kind == .identifier else { return nil }
        lexeme = next()
      } while word(lexeme) == ","
      guard word(lexeme) == ")" else { return nil }
      lexeme = next()
    }
    guard word(lexeme) == "VALUES", let opening = next(), word(opening) == "(" else { return nil }
    return opening.range.upperBound
  }

  /// Reads the literals and the end of the statement.
  private mutating func readRow(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var lexemes = SQLScanner(bytes, in: head.count..<bytes.count)
    while var lexeme = lexemes.nextSignificant() {
      let start = lexeme.range.lowerBound
      if lexeme.kind == .operator {
        // A sign belongs to the number that immediately follows it.
        guard bytes[start] == UInt8(ascii: "-") || bytes[start] == UInt8(ascii: "+"),
          lexeme.range.count == 1, let number = lexemes.next(), number.kind == .number
        else { return false }
        lexeme = number
      }
      guard let literal = Self.literal(lexeme.kind, bytes, start..<lexeme.range.upperBound),
        let separator = lexemes.nextSignificant()
      else { return false }
      literals.append(literal)
      // SQLite converts text to a number exactly as it converts a literal.
      if case .real = literal {
        template.append(contentsOf: "CAST(? AS REAL)".utf8)
      } else {
        template.append(UInt8(ascii: "?"))
      }
      let sign = bytes[separator.range.lowerBound]
      template.append(sign)
      if sign == UInt8(ascii: ",") { continue }
      guard sign == UInt8(ascii: ")") else { return false }
      let end = lexemes.nextSignificant()
      return (end.map { bytes[$0.range.lowerBound] == UInt8(ascii: ";") } ?? true)
        && lexemes.nextSignificant() == nil
    }
    return false
  }

  private static func literal(
    _ kind: SQLToken.Kind, _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Literal? {
    switch kind {
    case .identifier:
      let isNull = bytes[range].elementsEqual("null".utf8) { $0.asciiLowercased == $1 }
      return isNull ? .null : nil
    case .string:
      let inner = range.lowerBound + 1..<range.upperBound - 1
      return bytes[inner].contains(UInt8(ascii: "'")) ? .quotedText(range) : .text(inner)
    case .number: return number(bytes, range)
    default: return nil
    }
  }

  /// The number, or `nil` if it is hexadecimal, has digit separators, or may exceed 64 bits.
  private static func number(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Literal? {
    var value: Int64 = 0
    var isReal = false
    for byte in bytes[range] {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if !isReal, range.count < 19 { value = value * 10 + Int64(byte - UInt8(ascii: "0")) }
      case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): isReal = true
      case UInt8(ascii: "-"), UInt8(ascii: "+"): continue
      default: return nil
      }
    }
    if isReal { return .real(range) }
    guard range.count < 19 else { return nil }
    return .integer(bytes[range.lowerBound] == UInt8(ascii: "-") ? -value : value)
  }
}

/// Finds the statements of a script that insert rows in the form of an earlier statement.
struct RowInsertionForms {
  /// For longer statements, compiling takes little more time than reading them here.
  private static let sizeLimit = 10_000
  private var insertion = RowInsertion()
  private var templates: Set<[UInt8]> = []
  /// The template of the last statement; most statements have the same.
  private var last: [UInt8] = []

  /// Reads the next statement, and returns whether its form is known.
  ///
  /// Any other statement may change the schema or the transaction, so the known forms are
  /// forgotten.
  mutating func isRepeated(_ statement: UnsafeBufferPointer<UInt8>) -> Bool {
    guard statement.count <= Self.sizeLimit, insertion.read(statement) else {
      (templates, last) = ([], [])
      return false
    }
    if insertion.template == last { return true }
    last = Array(insertion.template[...])
    if templates.contains(last) { return true }
    if templates.count == RowInsertion.formLimit { templates = [] }
    templates.insert(last)
    return false
  }
}
