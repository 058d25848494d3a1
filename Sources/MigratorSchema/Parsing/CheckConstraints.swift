internal import SQLSyntax

/// The `CHECK` constraints of a table.
package enum CheckConstraints {
  /// Returns the expressions of the constraints to which a message of SQLite refers.
  ///
  /// - Parameters:
  ///   - label: The text in the message: the name of the constraint, or its expression.
  ///   - sql: The `CREATE TABLE` statement.
  /// - Returns: The expressions, with the words in them that may be names of columns.
  package static func named(
    _ label: String, in sql: String
  ) -> [(sql: String, words: Set<SQLName>)] {
    var reader = TokenReader(sql)
    while let next = reader.next, next.text != "(" { _ = reader.take() }
    guard let body = reader.group() else { return [] }
    let labelWords = TokenReader(label).allTokens.map(\.text)
    var found: [(String, Set<SQLName>)] = []
    for item in TokenReader.items(of: body) {
      var part = TokenReader(item)
      // The name of a constraint also applies to the constraints that follow it in the same item.
      var name: String?
      while let token = part.next {
        if part.skip("CONSTRAINT") {
          name = part.name()
        } else if part.skip("CHECK"), let group = part.group() {
          let inside = group.dropFirst().dropLast()
          guard name.map({ $0 == label }) ?? (inside.map(\.text) == labelWords) else { continue }
          let words = inside.compactMap { token in
            token.kind == .string ? nil : token.name
          }
          found.append((RowSource.text(inside), Set(words)))
        } else if token.text == "(" {
          guard part.group() != nil else { return [] }
        } else {
          _ = part.take()
        }
      }
    }
    return found
  }
}
