internal import MigratorSQLite

/// A statement that is compiled, and never run, to learn whether a view or trigger works.
struct CompilationProbe {
  /// A probe that does not compile, with SQLite's words.
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
    let head: TriggerHead
  }

  fileprivate let kind: Kind
  /// The view, or all triggers that run for the statement, of which nobody knows which is to blame.
  fileprivate let names: [String]
  fileprivate let sql: String
  /// The column that the statement sets, and its table.
  private var updated: (table: String, column: String)?

  /// What is tried, in words.
  var object: String { isSingle ? "\(kind) \(list)" : "one of the \(kind)s \(list)" }

  /// The same at the beginning of a sentence.
  var subject: String { isSingle ? "The \(object)" : "One of the \(kind)s \(list)" }

  fileprivate var isSingle: Bool { names.count == 1 }
  private var list: String { names.joined(separator: ", ") }

  /// Returns a probe for each view, and one for each event of a table or view that has triggers for it.
  static func all(_ db: Database) throws -> [CompilationProbe] {
    var views: [CompilationProbe] = []
    // Those of a table run together, whichever schema holds them.
    var triggers: [SQLName: [Trigger]] = [:]
    for schema in ["main", "temp"] {
      let holder = schema.quotedDatabaseIdentifier
      // In one go, for most schemas have many tables and none of these.
      let objects = try Row.fetchAll(
        db,
        sql: """
          SELECT type, name, tbl_name, sql FROM \(holder).sqlite_master
          WHERE type IN ('view', 'trigger') ORDER BY name
          """)
      for row in objects {
        let name = try row.decode(String.self, atIndex: 1)
        guard try row.decode(String.self, atIndex: 0) == "trigger" else {
          let sql = "SELECT * FROM \(holder).\(name.quotedDatabaseIdentifier)"
          views.append(CompilationProbe(kind: .view, names: [name], sql: sql))
          continue
        }
        let table = try row.decode(String.self, atIndex: 2)
        guard let head = TriggerHead(try row.decode(String?.self, atIndex: 3) ?? "") else {
          continue
        }
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
    // A table that is gone leaves nothing to compile.
    let columns = (try? db.columns(in: table))?.filter { !$0.isGenerated } ?? []
    // Only what a trigger is for: a view takes no other statement.
    func probe(
      _ event: TriggerHead.Event, _ sql: String, setting column: String? = nil
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
    // One for each column, as a trigger may be for some only.
    let updates = columns.map { column in
      probe(
        .update, "UPDATE \(quoted) SET \(column.name.quotedDatabaseIdentifier) = NULL",
        setting: column.name)
    }
    return (others + updates).compactMap { $0 }
  }

  /// Returns what does not compile.
  static func failures(_ db: Database) throws -> [Failure] {
    try all(db).compactMap { probe in
      try probe.failure(db).map { Failure(probe: probe, words: $0) }
    }
  }

  /// Returns SQLite's words when the statement does not compile; `nil` also when the column that
  /// the statement sets is gone.
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
  /// Whether this was so at an earlier moment, when the other failed.
  ///
  /// What is alone to blame was broken already, whatever SQLite says of it first. Of several, another may
  /// be broken now where the words are others.
  func isKnown(from other: Self) -> Bool {
    let isSame = probe.object == other.probe.object
    if words == other.words { return isSame || probe.sql == other.probe.sql }
    return isSame && probe.isSingle
  }

  /// The failures without those that are told with others: by the same words of fewer triggers, and
  /// once for all columns.
  static func told(_ failures: [Self]) -> [Self] {
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
