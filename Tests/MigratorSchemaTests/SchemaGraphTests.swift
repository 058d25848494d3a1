import MigratorSchema
import SQLSyntax
import Testing

struct SchemaGraphTests {
  private func schema(_ tables: KeyValuePairs<String, String>) -> SchemaSnapshot {
    SchemaSnapshot(
      objects: tables.map {
        SchemaObject(kind: .table, name: $0.key, tableName: $0.key, sql: $0.value)
      })
  }

  private func words(_ graph: SchemaGraph) -> [String] {
    graph.foreignKeys.map { key in
      "\(key.sign?.rawValue ?? "")\(graph.tables[key.origin].name)"
        + "(\(key.columns.joined(separator: ","))) "
        + "\(graph.tables[key.destination].name)"
        + "(\(key.destinationColumns.joined(separator: ",")))\(key.onDelete.map { " \($0)" } ?? "")"
    }
  }

  @Test func `foreign keys of columns and tables are parsed, including composite ones`() {
    let graph = SchemaGraph(
      schema([
        "club": "CREATE TABLE club (id INTEGER PRIMARY KEY)",
        "match": "CREATE TABLE match (id INTEGER, slot, PRIMARY KEY (id, slot)) WITHOUT ROWID",
        "player":
          "CREATE TABLE player (a REFERENCES club ON UPDATE CASCADE ON DELETE SET NULL NOT NULL, "
          + "m CONSTRAINT x REFERENCES PLAYER(A), b, c, CONSTRAINT y FOREIGN KEY (B, \"c\") "
          + "REFERENCES match DEFERRABLE INITIALLY DEFERRED)",
      ]))
    #expect(graph.tables.map(\.name) == ["club", "match", "player"])
    #expect(
      words(graph) == [
        "player(a) club(id) SET NULL", "player(m) player(a)", "player(b,c) match(id,slot)",
      ])
    #expect(graph.tables[2].columns.map(\.isNotNull) == [true, false, false, false])
    #expect(graph.tables[1].columns.map(\.isInPrimaryKey) == [true, true])
    #expect(graph.keys(to: 2) == [1])
    #expect(graph.part([1, 2]).tables.map(\.name) == ["match", "player"])
    #expect(words(graph.part([1, 2])) == ["player(m) player(a)", "player(b,c) match(id,slot)"])
  }

  @Test func `virtual, missing and unparsable tables are marked as such`() {
    let graph = SchemaGraph(
      schema([
        "child": "CREATE TABLE child (x REFERENCES ghost(id), y REFERENCES Ghost)",
        "odd": "CREATE TABLE odd AS SELECT 1",
        "text": "CREATE VIRTUAL TABLE text USING fts5(body)",
      ]))
    #expect(graph.tables.map(\.name) == ["child", "odd", "text", "ghost"])
    #expect(graph.tables.map(\.content) == [.columns, .unread, .virtual, .missing])
    #expect(words(graph) == ["child(x) ghost(id)", "child(y) ghost()"])
  }

  @Test func `added, changed and removed tables, columns and keys are marked, but no others`() {
    let before = schema([
      "club": "CREATE TABLE club (id INTEGER PRIMARY KEY)",
      "old": "CREATE TABLE old (clubId REFERENCES club)",
      "player":
        "CREATE TABLE player (id, clubId REFERENCES club, gone REFERENCES club, size TEXT)",
    ])
    let after = schema([
      "club": "CREATE TABLE club (id INTEGER PRIMARY KEY)",
      "player":
        "CREATE TABLE player (id, clubId REFERENCES club ON DELETE CASCADE, size INTEGER, "
        + "teamId REFERENCES team)",
      "team": "CREATE TABLE team (id INTEGER PRIMARY KEY, clubId REFERENCES club)",
    ])
    let graph = SchemaGraph(after, marking: SchemaDiff(before: before, after: after))
    #expect(graph.tables.map(\.name) == ["club", "old", "player", "team"])
    #expect(graph.tables.map(\.sign) == [nil, .removed, .changed, .added])
    let player = graph.tables[2].columns
    #expect(player.map(\.name) == ["id", "clubId", "size", "teamId", "gone"])
    #expect(player.map(\.sign) == [nil, .changed, .changed, .added, .removed])
    #expect(
      words(graph) == [
        "-old(clubId) club(id)", "~player(clubId) club(id) CASCADE", "+player(teamId) team(id)",
        "-player(gone) club(id)", "+team(clubId) club(id)",
      ])
  }

  @Test func `references to a renamed table do not count as changed`() {
    let before = schema([
      "club": "CREATE TABLE club (id INTEGER PRIMARY KEY)",
      "player": "CREATE TABLE player (clubId REFERENCES club(id))",
    ])
    let after = schema([
      "player": "CREATE TABLE player (clubId REFERENCES \"team\"(id))",
      "team": "CREATE TABLE \"team\" (id INTEGER PRIMARY KEY)",
    ])
    let diff = SchemaDiff(
      before: before, after: after, events: [.tableRenamed("club", to: "team")])
    let graph = SchemaGraph(after, marking: diff)
    #expect(graph.tables.map(\.name) == ["player", "team"])
    #expect(words(graph) == ["player(clubId) team(id)"])
    #expect(graph.tables.map(\.sign) == [nil, .changed])
  }

  @Test func `applying the differences to the old schema produces the new one`() {
    let before = schema([
      "a": "CREATE TABLE a (x)", "b": "CREATE TABLE b (x)", "c": "CREATE TABLE c (x)",
    ])
    let after = schema([
      "A2": "CREATE TABLE A2 (x, y)", "c": "CREATE TABLE c (x INTEGER)", "d": "CREATE TABLE d (x)",
    ])
    let diff = SchemaDiff(before: before, after: after, events: [.tableRenamed("a", to: "A2")])
    #expect(before.applying(diff) == after)
    #expect(before.applying(.empty) == before)
  }
}
