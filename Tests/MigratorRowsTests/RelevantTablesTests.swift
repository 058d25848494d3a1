import MigratorEngine
import MigratorRows
import MigratorSchema
import Testing

struct RelevantTablesTests {
  private static let schema = SchemaSnapshot(
    objects: [
      ("country", "id INTEGER PRIMARY KEY"),
      ("club", "id INTEGER PRIMARY KEY, country REFERENCES country"),
      ("stadium", "id INTEGER PRIMARY KEY, country REFERENCES country"),
      ("player", "id INTEGER PRIMARY KEY, club REFERENCES club"),
      ("goal", "player REFERENCES player, sponsor REFERENCES sponsor"),
      ("sponsor", "id INTEGER PRIMARY KEY"), ("log", "what TEXT"),
    ].map { name, columns in
      SchemaObject(
        kind: .table, name: name, tableName: name, sql: "CREATE TABLE \(name) (\(columns))")
    } + [
      SchemaObject(
        kind: .trigger, name: "noted", tableName: "goal",
        sql: "CREATE TRIGGER noted AFTER DELETE ON goal BEGIN INSERT INTO log VALUES ('x'); END")
    ])

  @Test(arguments: [
    ("ALTER TABLE club ADD COLUMN city TEXT", ["club", "country"]),
    // The children of a changed table, their triggers, and all parents; no other child of a parent.
    (
      "DELETE FROM club WHERE id = 1",
      ["club", "country", "goal", "log", "player", "sponsor"]
    ),
    ("DELETE FROM stadium", ["country", "stadium"]), ("SELECT 1", []),
  ])
  func `only rows that statements can change are relevant, and their parents`(
    sql: String, names: [String]
  ) {
    let found = RelevantTables.names(in: [SQLScript(file: "a.sql", text: sql)], Self.schema)
    #expect(found.map(\.text).sorted() == names)
  }
}
