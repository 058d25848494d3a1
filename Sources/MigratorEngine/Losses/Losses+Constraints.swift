internal import MigratorSchema
internal import SQLSyntax

extension Losses {
  /// A changed constraint of a table, or of one of its columns.
  private struct ChangedConstraint {
    let column: String?
    /// The part of the column's definition; `nil` for a constraint of the table.
    let aspect: ColumnClause?
    let change: SchemaDifference.ValueChange
  }

  /// Finds the constraints that a remaining table no longer enforces, in the order of the SQL.
  ///
  /// A constraint that moved to another place or has another name is not lost. Unique and primary
  /// keys are reported separately.
  static func constraints(
    goneIn differences: [SchemaDifference], of table: String, before: SchemaSnapshot,
    after: SchemaSnapshot
  ) -> [Loss] {
    let present = differences.flatMap(changes).compactMap { changed in
      changed.change.present.map {
        ConstraintForm($0, of: changed.column, primaryKey: after.primaryKey(of:))
      }
    }
    return differences.flatMap { difference -> [Loss] in
      if case .option(let option, isSet: false) = difference {
        return [.constraint(table: table, column: nil, words: option.rawValue)]
      }
      return changes(difference).flatMap { changed in
        lost(changed, in: before, present: present).map {
          .constraint(table: table, column: $0.column, words: $0.words)
        }
      }
    }
  }

  private static func changes(_ difference: SchemaDifference) -> [ChangedConstraint] {
    switch difference {
    case .columnChanged(let column, let changes):
      let aspects: [ColumnClause] = [.check, .references, .collation]
      // NOT NULL follows the others.
      return
        (changes.filter { aspects.contains($0.aspect) }
        + changes.filter { $0.aspect == .nullability }).map {
          ChangedConstraint(column: column, aspect: $0.aspect, change: $0.change)
        }
    case .constraint(let constraint):
      return [ChangedConstraint(column: nil, aspect: nil, change: constraint.change)]
    default: return []
    }
  }

  /// Returns what a changed constraint no longer enforces.
  private static func lost(
    _ changed: ChangedConstraint, in before: SchemaSnapshot, present: [ConstraintForm]
  ) -> [(column: String?, words: String)] {
    guard let words = changed.change.former else { return [] }
    let isReplaced = changed.change.present != nil
    switch changed.aspect {
    case .nullability: return wasNotNull(changed.change) ? [(changed.column, "NOT NULL")] : []
    // The effect of another collation or expression is unknown.
    case .check where isReplaced, .collation where isReplaced: return []
    // A collation of another column does not replace it.
    case .collation: return [(changed.column, words)]
    case nil where isKey(words): return []
    default: break
    }
    let form = ConstraintForm(words, of: changed.column, primaryKey: before.primaryKey(of:))
    let same = present.filter { $0.subject == form.subject }
    if same.isEmpty { return [(changed.column, words)] }
    let kept = Set(same.flatMap(\.actions))
    return form.actions.filter { !kept.contains($0) }.map {
      (changed.column ?? form.onlyColumn, $0)
    }
  }

  private static func wasNotNull(_ change: SchemaDifference.ValueChange) -> Bool {
    func isNotNull(_ words: String?) -> Bool {
      words.map { $0.asciiLowercased.hasPrefix("not") } ?? false
    }
    return isNotNull(change.former) && !isNotNull(change.present)
  }

  private static func isKey(_ words: String) -> Bool {
    ["unique", "primary"].contains { words.asciiLowercased.hasPrefix($0) }
  }
}

extension ConstraintForm {
  /// The column of a foreign key with one column.
  fileprivate var onlyColumn: String? {
    guard case .foreignKey(let columns, _, _) = subject, columns.count == 1 else { return nil }
    return columns[0].text
  }
}
