/// A statement without white space, comments and the values of its literals.
///
/// Statements of equal shape refer to the same tables, columns and functions.
package struct StatementShape: Hashable, Sendable {
  /// A hash of the tokens, so that the shape of a long statement takes little memory.
  ///
  /// Among a million different shapes, the probability that any two have the same hash is 1 in 30
  /// million.
  private let hash: Int

  /// Creates the shape of a statement.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package init(_ sql: String) {
    var sql = sql
    hash = sql.withUTF8 { bytes in
      var hasher = Hasher()
      // After a word or a period, a string may be a name.
      var mayBeName = false
      for lexeme in SQLScanner(bytes) {
        switch lexeme.kind {
        case .whitespace, .comment: continue
        case .number, .blob: hasher.combine(lexeme.kind)
        case .string where !mayBeName: hasher.combine(lexeme.kind)
        default:
          hasher.combine(lexeme.range.count)
          hasher.combine(
            bytes: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[lexeme.range]))
        }
        mayBeName =
          lexeme.kind == .identifier || bytes[lexeme.range.lowerBound] == UInt8(ascii: ".")
      }
      return hasher.finalize()
    }
  }
}
