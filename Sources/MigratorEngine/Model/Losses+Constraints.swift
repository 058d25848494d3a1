internal import MigratorSchema
internal import MigratorSQLite

extension Losses {
  /// A constraint that a remaining table no longer enforces.
  ///
  /// Unique and primary keys are reported separately, in ``Losses/uniqueKeys``.
  public struct Constraint: Sendable, Hashable {
    /// The name of the table.
    public let table: String
    /// The column, or `nil` for a table constraint.
    public let column: String?
    /// The constraint as written: `CHECK (age > 0)`, `NOT NULL`, `STRICT`.
    public let words: String
  }

  /// Finds the constraints that are gone, in the order of the SQL.
  ///
  /// A constraint that moved to another place is not lost.
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
        // The effect of a changed constraint is unknown, but a removed action is known to be lost.
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

  /// The normalized form of a constraint.
  ///
  /// Column and table constraints have the same form, and so do references with and without the
  /// name of the parent's primary key.
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

  /// The actions of a foreign key, such as `ON DELETE CASCADE`.
  private static func actions(of words: String) -> [String] {
    let parts = words.split(separator: " ").map(String.init)
    return parts.indices.dropLast(2).compactMap { index in
      guard parts[index].asciiLowercased == "on",
        ["delete", "update"].contains(parts[index + 1].asciiLowercased)
      else { return nil }
      let isPair = ["set", "no"].contains(parts[index + 2].asciiLowercased)
      let action = parts[index..<min(parts.endIndex, index + (isPair ? 4 : 3))]
      // NO ACTION is the default.
      return action.last?.asciiLowercased == "action" ? nil : action.joined(separator: " ")
    }
  }
}
