internal import MigratorSQLite
internal import MigratorSchema

struct SideEffects {
  let before: SchemaSnapshot
  let after: SchemaSnapshot

  var danglingReferences: [Loss] {
    after.danglingReferences(since: before).map {
      .broken(
        kind: "foreign key", name: "\($0.table) → \($0.destination)",
        sentence:
          "A foreign key of \($0.table) refers to \($0.destination), which does not exist: every "
          + "write to \($0.table) fails while foreign keys are on.")
    }
  }

  func brokenObjects(in present: Database, since former: LazyReader) throws -> [Loss] {
    guard after != before else { return [] }
    let failing = try CompilationProbe.failures(present)
    if failing.isEmpty { return [] }
    let known = try CompilationProbe.failures(former.database())
    let broken = failing.filter { failure in !known.contains { failure.isKnown(from: $0) } }
    return CompilationProbe.Failure.deduplicated(broken).map {
      .broken(
        kind: $0.probe.kindWords, name: $0.probe.list,
        sentence: "\($0.probe.subject) does not work: \($0.words).")
    }
  }
}
