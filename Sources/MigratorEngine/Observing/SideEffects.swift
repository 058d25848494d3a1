internal import MigratorSQLite
internal import MigratorSchema

/// What a change of the schema breaks elsewhere, in sentences.
struct SideEffects {
  /// The schema before.
  let before: SchemaSnapshot
  /// The schema after.
  let after: SchemaSnapshot

  /// Foreign keys that refer to a table which is not there any more.
  var danglingReferences: [String] {
    after.danglingReferences(since: before).map {
      "A foreign key of \($0.table) refers to \($0.destination), which is not there: from now on "
        + "every write to \($0.table) fails while foreign keys are on."
    }
  }

  /// The views and triggers that compiled before, or were not there, and do not compile now, and the
  /// tables that give numbers again, which stand in `numbers` as they were before.
  func warnings(
    in present: Database, since former: LazyReader, _ numbers: [SequenceWatch.Number],
    lineage: SchemaLineage
  ) throws -> [String] {
    try brokenObjects(in: present, since: former)
      + SequenceWatch(before: numbers, present: present, schema: after, lineage: lineage).warnings()
  }

  private func brokenObjects(in present: Database, since former: LazyReader) throws -> [String] {
    guard after != before else { return [] }
    let failing = try CompilationProbe.failures(present)
    if failing.isEmpty { return [] }
    let known = try CompilationProbe.failures(former.database())
    let broken = failing.filter { failure in !known.contains { failure.isKnown(from: $0) } }
    return CompilationProbe.Failure.told(broken).map {
      "\($0.probe.subject) does not work: \($0.words)."
    }
  }
}
