import Testing

@testable import MigratorSchema

struct DanglingReferenceTests {
  func snapshot(_ tables: [(String, String)]) -> SchemaSnapshot {
    SchemaSnapshot(
      objects: tables.map {
        SchemaObject(kind: .table, name: $0.0, tableName: $0.0, sql: $0.1)
      })
  }

  @Test func `references to missing tables are reported, but not those to existing ones`() {
    let schema = snapshot([
      ("Club", "CREATE TABLE Club (id INTEGER PRIMARY KEY, boss REFERENCES club(id))"),
      (
        "player",
        """
        CREATE TABLE player (
          clubId REFERENCES "club"(id), -- REFERENCES nothing
          oldId INTEGER REFERENCES [old entries] (id),
          note TEXT DEFAULT 'REFERENCES word',
          FOREIGN KEY (a, b) REFERENCES "old entries"(a, b)
        )
        """
      ),
    ])
    #expect(
      schema.danglingReferences == [
        SchemaSnapshot.DanglingReference(table: "player", destination: "old entries")
      ])
  }
}
