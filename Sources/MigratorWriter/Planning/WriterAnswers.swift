package import SQLSyntax

/// The decisions of the user that cannot be derived from the two schemas.
package struct WriterAnswers: Sendable, Hashable {
  /// A renamed table or column.
  package struct Rename: Sendable, Hashable {
    /// The table of a column, by its old or its new name; `nil` for a renamed table.
    package let table: SQLName?
    /// The old name.
    package let old: SQLName
    /// The new name.
    package let new: SQLName
    /// The text as the user wrote it.
    package let text: String

    /// Creates a rename from its properties.
    package init(table: SQLName? = nil, old: SQLName, new: SQLName, text: String) {
      (self.table, self.old, self.new, self.text) = (table, old, new, text)
    }

    /// Parses `club=team` or `club.motto=slogan`, with names in double quotes if necessary.
    ///
    /// Returns `nil` for anything else.
    package init?(_ text: String) {
      let tokens = SQLTokenizer.tokens(of: text).filter { !$0.isTrivia }
      func name(_ index: Int) -> SQLName? {
        [.identifier, .keyword].contains(tokens[index].kind) ? SQLName(tokens[index].unquoted) : nil
      }
      switch tokens.map(\.text) {
      case let words where words.count == 3 && words[1] == "=":
        guard let old = name(0), let new = name(2) else { return nil }
        self.init(old: old, new: new, text: text)
      case let words where words.count == 5 && words[1] == "." && words[3] == "=":
        guard let table = name(0), let old = name(2), let new = name(4) else { return nil }
        self.init(table: table, old: old, new: new, text: text)
      default: return nil
      }
    }
  }

  /// A value for the rows of a column that may not be NULL.
  package struct Fill: Sendable, Hashable {
    /// The column.
    package let column: ColumnName
    /// The SQL expression.
    package let expression: String
    /// The text as the user wrote it.
    package let text: String

    /// Parses `club.city='?'`; returns `nil` for anything else.
    package init?(_ text: String) {
      guard let sign = Self.sign(in: text) else { return nil }
      let tokens = SQLTokenizer.tokens(of: String(text[..<sign])).filter { !$0.isTrivia }
      let expression = text[text.index(after: sign)...].trimmed
      guard tokens.count == 3, tokens[1].text == ".", SQLTokenizer.isExpression(expression) else {
        return nil
      }
      column = ColumnName(SQLName(tokens[0].unquoted), SQLName(tokens[2].unquoted))
      (self.expression, self.text) = (expression, text)
    }

    /// The first equals sign outside quotes.
    private static func sign(in text: String) -> String.Index? {
      var place = text.startIndex
      for token in SQLTokenizer.tokens(of: text) {
        let end = text.utf8.index(place, offsetBy: token.text.utf8.count)
        if token.text == "=" || token.text == "==" { return place }
        place = end
      }
      return nil
    }
  }

  /// A table or column that is dropped, not renamed.
  package struct Dropped: Sendable, Hashable {
    let table: SQLName?
    let name: SQLName

    /// Creates a value.
    ///
    /// - Parameters:
    ///   - table: The table of a column; `nil` for a table.
    ///   - name: The name of the table or column.
    package init(table: SQLName?, name: SQLName) { (self.table, self.name) = (table, name) }
  }

  /// The renames.
  package var renames: [Rename]
  /// True if all other missing tables and columns are dropped.
  package var hasNoOtherRenames: Bool
  /// The tables and columns that are dropped, not renamed to one of the new ones.
  package var dropped: Set<Dropped> = []
  /// The values.
  package var fills: [Fill]

  /// Creates answers from their properties.
  package init(
    renames: [Rename] = [], hasNoOtherRenames: Bool = false, fills: [Fill] = []
  ) {
    (self.renames, self.hasNoOtherRenames, self.fills) = (renames, hasNoOtherRenames, fills)
  }
}

extension WriterAnswers {
  /// Adds the answer to a question about a missing table or column.
  ///
  /// - Parameters:
  ///   - choice: One of the choices of the question.
  ///   - question: The question.
  package mutating func add(_ choice: WriterQuestion.Choice, to question: WriterQuestion) {
    let (table, name): (SQLName?, SQLName)
    switch question {
    case .table(let old, _): (table, name) = (nil, old)
    case .column(let old, _): (table, name) = (old.table, old.column)
    case .value: return
    }
    switch choice {
    case .dropped: dropped.insert(Dropped(table: table, name: name))
    case .renamed(let new):
      let old = table.map { "\($0).\(name)" } ?? "\(name)"
      renames.append(Rename(table: table, old: name, new: new, text: "\(old)=\(new)"))
    }
  }

  /// Adds the value that answers a question.
  ///
  /// - Parameters:
  ///   - expression: The value.
  ///   - question: The question.
  /// - Returns: False if the text is not a single SQL expression, or the question does not require
  ///   one.
  package mutating func add(expression: String, to question: WriterQuestion) -> Bool {
    guard case .value(let column, _) = question,
      let fill = Fill("\(column.plain)=\(expression)")
    else { return false }
    fills.append(fill)
    return true
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var text = self
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
