internal import SQLSyntax

extension SchemaDiff {
  /// Returns the diff without constraints that are only written differently.
  ///
  /// `REFERENCES host` is the same as `REFERENCES host(id)` if `id` is the primary key, and a
  /// column constraint is the same as the equivalent table constraint. A foreign key with
  /// additional actions counts as the same.
  ///
  /// - Parameters:
  ///   - before: The earlier schema.
  ///   - after: The later schema.
  /// - Returns: The other differences.
  package func withoutKeptConstraints(
    from before: SchemaSnapshot, to after: SchemaSnapshot
  ) -> SchemaDiff {
    let rest = changes.compactMap { change -> SchemaChange? in
      guard case .changed(let old, let new, let differences) = change, new.kind == .table,
        !differences.isEmpty
      else { return change }
      let others = differences.withoutKeptConstraints(from: before, to: after)
      return others.isEmpty ? nil : .changed(before: old, after: new, others)
    }
    return SchemaDiff(
      changes: rest, lostUniqueKeys: lostUniqueKeys, replacedIndexes: replacedIndexes)
  }
}

extension [SchemaDifference] {
  fileprivate func withoutKeptConstraints(
    from before: SchemaSnapshot, to after: SchemaSnapshot
  ) -> [SchemaDifference] {
    let changes = flatMap(\.constraintChanges)
    let former = changes.compactMap { change in
      change.words.former.map {
        ConstraintForm($0, of: change.column, primaryKey: before.primaryKey(of:))
      }
    }
    let present = changes.compactMap { change in
      change.words.present.map {
        ConstraintForm($0, of: change.column, primaryKey: after.primaryKey(of:))
      }
    }
    let areKept = former.allSatisfy { form in
      present.contains {
        $0.subject == form.subject && Set(form.actions).isSubset(of: $0.actions)
      }
    }
    let areOld = present.allSatisfy { form in former.contains { $0.subject == form.subject } }
    return areKept && areOld ? compactMap(\.withoutConstraints) : self
  }
}

extension SchemaDifference {
  fileprivate var constraintChanges: [(column: String?, words: ValueChange)] {
    switch self {
    case .columnChanged(let column, let changes):
      changes.filter(\.isOfConstraint).map { (column, $0.change) }
    case .constraint(let constraint): [(nil, constraint.change)]
    default: []
    }
  }

  /// The difference without constraints, or `nil` if nothing else differs.
  fileprivate var withoutConstraints: SchemaDifference? {
    switch self {
    case .columnChanged(let column, let changes):
      let rest = changes.filter { !$0.isOfConstraint }
      return rest.isEmpty ? nil : .columnChanged(column, rest)
    case .constraint: return nil
    default: return self
    }
  }
}

extension SchemaDifference.AspectChange {
  fileprivate var isOfConstraint: Bool { aspect == .references || aspect == .check }
}

extension SchemaDifference.ValueChange {
  /// The SQL before the change, or `nil` if it was added.
  package var former: String? {
    switch self {
    case .added: nil
    case .removed(let words), .changed(let words, _): words
    }
  }

  /// The SQL after the change, or `nil` if it was removed.
  package var present: String? {
    switch self {
    case .removed: nil
    case .added(let words), .changed(_, let words): words
    }
  }
}
