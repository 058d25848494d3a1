internal import MigratorSQLite

/// A statement that is compiled but never run, to check that a view or trigger works.
struct CompilationProbe {
  struct Failure {
    let probe: CompilationProbe
    let words: String
  }

  fileprivate enum Kind {
    case view, trigger
  }

  private struct Trigger {
    let name: String
    let table: String
    let head: TriggerEventClause
  }

  fileprivate let kind: Kind
  /// The view, or all triggers that fire for the statement, any of which may fail.
  fileprivate let names: [String]
  fileprivate let sql: String
  private var updated: (table: String, column: String)?

  /// The kind of the probed objects: `view` or `trigger`.
  var kindWords: String { "\(kind)" }

  var object: String { isSingle ? "\(kind) \(list)" : "one of the \(kind)s \(list)" }

  /// The description, for use at the beginning of a sentence.
  var subject: String { isSingle ? "The \(object)" : "One of the \(kind)s \(list)" }

  fileprivate var isSingle: Bool { names.count == 1 }
  var list: String { names.joined(separator: ", ") }

  /// Returns a probe for each view, and for each event that fires triggers of a table or view.
  static func all(_ db: Database) throws -> [CompilationProbe] {
    var views: [CompilationProbe] = []
    // Triggers of a table fire together, even if they are in different schemas.
    var triggers: [SQLName: [Trigger]] = [:]
    for schema in ["main", "temp"] {
      let holder = schema.quotedDatabaseIdentifier
      // One query, because most schemas have many tables but no views or triggers.
      let conditions: [SchemaCondition] = [.kind(.view, .trigger)]
      try db.forEachSchemaRow(in: schema, where: conditions, sortedByName: true) { row in
        let name = try row.name
        guard try row.type == "trigger" else {
          let sql = "SELECT * FROM \(holder).\(name.quotedDatabaseIdentifier)"
          views.append(CompilationProbe(kind: .view, names: [name], sql: sql))
          return
        }
        let table = try row.tableName
        guard let head = TriggerEventClause(try row.sql ?? "") else { return }
        triggers[SQLName(table), default: []].append(
          Trigger(name: name, table: table, head: head))
      }
    }
    return views
      + triggers.sorted { $0.key < $1.key }.flatMap {
        forTriggers($0.value, on: $0.value[0].table, db)
      }
  }

  private static func forTriggers(
    _ triggers: [Trigger], on table: String, _ db: Database
  ) -> [CompilationProbe] {
    // Unqualified: the table of a temporary trigger may be in another schema.
    let quoted = table.quotedDatabaseIdentifier
    // If the table is gone, there is nothing to compile.
    let columns = (try? db.columns(in: table))?.filter { !$0.isGenerated } ?? []
    // Probe only events with triggers, because a view accepts no other statement.
    func probe(
      _ event: TriggerEventClause.Event, _ sql: String, setting column: String? = nil
    ) -> CompilationProbe? {
      let running = triggers.filter { $0.head.runs(for: event, setting: column) }.map(\.name)
      if running.isEmpty { return nil }
      return CompilationProbe(
        kind: .trigger, names: running, sql: sql, updated: column.map { (table: table, column: $0) }
      )
    }
    let others = [
      probe(.insert, "INSERT INTO \(quoted) DEFAULT VALUES"),
      probe(.delete, "DELETE FROM \(quoted)"),
    ]
    // One probe per column, because a trigger may fire only for some columns.
    let updates = columns.map { column in
      probe(
        .update, "UPDATE \(quoted) SET \(column.name.quotedDatabaseIdentifier) = NULL",
        setting: column.name)
    }
    return (others + updates).compactMap { $0 }
  }

  static func failures(_ db: Database) throws -> [Failure] {
    try all(db).compactMap { probe in
      try probe.failure(db).map { Failure(probe: probe, words: $0) }
    }
  }

  /// Returns SQLite's error message if the statement does not compile.
  ///
  /// Also returns `nil` if the column that the statement sets no longer exists.
  func failure(_ db: Database) throws -> String? {
    do {
      try db.compileOnly(sql)
      return nil
    } catch let error as DatabaseError {
      if let updated {
        let columns = try db.columns(in: updated.table).map { SQLName($0.name) }
        if !columns.contains(SQLName(updated.column)) { return nil }
      }
      return error.message ?? error.description
    }
  }
}

extension CompilationProbe.Failure {
  /// Returns `true` if `other`, an earlier failure, has the same cause.
  ///
  /// A single object that failed before is still the cause, even if the message changed. Among
  /// several triggers, a new message may come from a different one.
  func isKnown(from other: Self) -> Bool {
    let isSame = probe.object == other.probe.object
    if words == other.words { return isSame || probe.sql == other.probe.sql }
    return isSame && probe.isSingle
  }

  /// Returns the failures without those that another failure explains.
  ///
  /// A failure explains another one with the same message if all its triggers are among those of
  /// the other.
  static func deduplicated(_ failures: [Self]) -> [Self] {
    failures.enumerated().filter { place, failure in
      !failures.enumerated().contains { otherPlace, other in
        other.explains(failure)
          && (otherPlace < place || other.probe.names.count < failure.probe.names.count)
      }
    }.map(\.element)
  }

  private func explains(_ other: Self) -> Bool {
    probe.kind == other.probe.kind && words == other.words
      && Set(probe.names).isSubset(of: other.probe.names)
  }
}

extension Database {
  /// Returns the reasons why views and triggers do not work, with one sentence for each.
  ///
  /// - Returns: The sentences, with SQLite's messages.
  /// - Throws: `DatabaseError` if the schema cannot be read.
  package func brokenObjects() throws -> [String] {
    try CompilationProbe.failures(self).map { "\($0.probe.subject) does not work: \($0.words)." }
  }
}
