internal import MigratorSchema
internal import MigratorSQLite

extension Losses {
  /// What a table that is still there held its rows to, and holds them to no more.
  ///
  /// Keys are told apart, as ``Losses/uniqueKeys``.
  public struct Constraint: Sendable, Hashable {
    /// The name of the table.
    public let table: String
    /// The column, or `nil` for what is said of the whole table.
    public let column: String?
    /// The constraint as its text has it: `CHECK (age > 0)`, `NOT NULL`, `STRICT`.
    public let words: String
  }

  /// Finds what is said of a table no more, in the order of the text; one that stands at another
  /// place is not lost.
  static func constraints(
    goneIn differences: [SchemaDifference], of table: String, before: SchemaSnapshot,
    after: SchemaSnapshot
  ) -> [Constraint] {
    var gone: [Constraint] = []
    var kept: Set<String> = []
    for difference in differences {
      switch difference {
      case .columnChanged(let column, let changes):
        for change in changes where [.check, .references, .collation].contains(change.aspect) {
          note(change.change, column)
        }
        for change in changes where change.aspect == .nullability && wasNotNull(change.change) {
          gone.append(Constraint(table: table, column: column, words: "NOT NULL"))
        }
      case .constraint(let constraint): note(constraint.change, nil)
      case .option(let option, isSet: false):
        gone.append(Constraint(table: table, column: nil, words: option.rawValue))
      default: break
      }
    }
    func note(_ change: SchemaDifference.ValueChange, _ column: String?) {
      switch change {
      case .added(let words): kept.insert(comparable(words, column, in: after))
      case .removed(let words) where !isKey(words):
        gone.append(Constraint(table: table, column: column, words: words))
      case .removed: break
      case .changed(let old, let new):
        // What another text demands instead is not known; an action that is gone is.
        gone += actions(of: old).filter { !actions(of: new).contains($0) }.map {
          Constraint(table: table, column: column, words: $0)
        }
      }
    }
    return gone.filter { !kept.contains(comparable($0.words, $0.column, in: before)) }
  }

  private static func wasNotNull(_ change: SchemaDifference.ValueChange) -> Bool {
    switch change {
    case .removed(let words): words.asciiLowercased.hasPrefix("not")
    case .changed(let before, let after):
      before.asciiLowercased.hasPrefix("not") && !after.asciiLowercased.hasPrefix("not")
    case .added: false
    }
  }

  private static func isKey(_ words: String) -> Bool {
    ["unique", "primary"].contains { words.asciiLowercased.hasPrefix($0) }
  }

  /// The text of a constraint, whether it stands with its column or with the table, and whether the primary
  /// key that it refers to is named.
  private static func comparable(
    _ words: String, _ column: String?, in schema: SchemaSnapshot
  ) -> String {
    var tokens = SQLTokenizer.tokens(of: words).filter { !$0.isTrivia }
    if let place = tokens.firstIndex(where: { $0.isWord("REFERENCES") }), place + 1 < tokens.count,
      place + 2 == tokens.count || tokens[place + 2].text != "("
    {
      let key = schema.primaryKey(of: SQLName(tokens[place + 1].unquoted))
      tokens.insert(
        SQLToken(kind: .identifier, text: "(\(key.joined(separator: ",")))"), at: place + 2)
    }
    let plain = tokens.map(\.text).joined().asciiLowercased.filter { !"\"`[]".contains($0) }
    guard let column, plain.hasPrefix("references") else { return plain }
    return "foreignkey(\(column.asciiLowercased))\(plain)"
  }

  /// The actions of a foreign key: `ON DELETE CASCADE`.
  private static func actions(of words: String) -> [String] {
    let parts = words.split(separator: " ").map(String.init)
    return parts.indices.dropLast(2).compactMap { index in
      guard parts[index].asciiLowercased == "on",
        ["delete", "update"].contains(parts[index + 1].asciiLowercased)
      else { return nil }
      let isPair = ["set", "no"].contains(parts[index + 2].asciiLowercased)
      let action = parts[index..<min(parts.endIndex, index + (isPair ? 4 : 3))]
      // What a key without it does, too.
      return action.last?.asciiLowercased == "action" ? nil : action.joined(separator: " ")
    }
  }
}
