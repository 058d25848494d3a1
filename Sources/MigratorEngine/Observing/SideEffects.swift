internal import MigratorSQLite
internal import MigratorSchema

/// Warnings about objects that a schema change breaks.
struct SideEffects {
  let before: SchemaSnapshot
  let after: SchemaSnapshot

  /// Foreign keys whose parent table no longer exists.
  var danglingReferences: [String] {
    after.danglingReferences(since: before).map {
      "A foreign key of \($0.table) refers to \($0.destination), which does not exist: every "
        + "write to \($0.table) fails while foreign keys are on."
    }
  }

  /// Warns of views and triggers that no longer compile, and of tables that reuse numbers.
  ///
  /// `numbers` are the largest AUTOINCREMENT numbers before the migration.
  func warnings(
    in present: Database, since former: LazyReader, _ numbers: [AutoincrementCheck.Number],
    lineage: SchemaLineage
  ) throws -> [String] {
    try brokenObjects(in: present, since: former)
      + AutoincrementCheck(before: numbers, present: present, schema: after, lineage: lineage)
      .warnings()
  }

  private func brokenObjects(in present: Database, since former: LazyReader) throws -> [String] {
    guard after != before else { return [] }
    let failing = try CompilationProbe.failures(present)
    if failing.isEmpty { return [] }
    let known = try CompilationProbe.failures(former.database())
    let broken = failing.filter { failure in !known.contains { failure.isKnown(from: $0) } }
    return CompilationProbe.Failure.deduplicated(broken).map {
      "\($0.probe.subject) does not work: \($0.words)."
    }
  }
}
