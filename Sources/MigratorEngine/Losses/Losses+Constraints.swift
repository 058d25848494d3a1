internal import MigratorSchema
internal import MigratorSQLite

extension Losses {
  /// Finds the constraints that a remaining table no longer enforces, in the order of the SQL.
  ///
  /// A constraint that moved to another place is not lost. Unique and primary keys are reported
  /// separately.
  static func constraints(
    goneIn differences: [SchemaDifference], of table: String, before: SchemaSnapshot,
    after: SchemaSnapshot
  ) -> [Loss] {
    var gone: [(column: String?, words: String)] = []
    var kept: Set<String> = []
    for difference in differences {
      switch difference {
      case .columnChanged(let column, let changes):
        for change in changes where [.check, .references, .collation].contains(change.aspect) {
          note(change.change, column)
        }
        for change in changes where change.aspect == .nullability && wasNotNull(change.change) {
          gone.append((column, "NOT NULL"))
        }
      case .constraint(let constraint): note(constraint.change, nil)
      case .option(let option, isSet: false):
        gone.append((nil, option.rawValue))
      default: break
      }
    }
    func note(_ change: SchemaDifference.ValueChange, _ column: String?) {
      switch change {
      case .added(let words): kept.insert(comparable(words, column, in: after))
      case .removed(let words) where !isKey(words):
        gone.append((column, words))
      case .removed: break
      case .changed(let old, let new):
        // The effect of a changed constraint is unknown, but a removed action is known to be lost.
        gone += actions(of: old).filter { !actions(of: new).contains($0) }.map { (column, $0) }
      }
    }
    return gone.filter { !kept.contains(comparable($0.words, $0.column, in: before)) }.map {
      .constraint(table: table, column: $0.column, words: $0.words)
    }
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
