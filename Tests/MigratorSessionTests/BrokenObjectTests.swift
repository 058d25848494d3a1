import MigratorEngine
import MigratorSession
import MigratorTestSupport
import Testing

struct BrokenObjectTests {
  @Test
  func `a loss need not be accepted for broken views and triggers, but they are reported`() throws {
    let (_, _, fixture) = try SessionFixture.lossesOfMigration(
      """
      CREATE TABLE t (a); CREATE VIEW v AS SELECT a FROM t; CREATE VIEW broken AS SELECT a FROM nowhere;
      CREATE TABLE log (a);
      CREATE TRIGGER noted AFTER INSERT ON club BEGIN INSERT INTO log VALUES (new.id); END;
      """, "DROP TABLE t; DROP TABLE log;")
    let prepared = try fixture.prepared()
    #expect(prepared.agreements.map(\.phrase) == ["001: lose 2 tables"])
    #expect(
      prepared.losses.list(of: .warning).map(\.facts.name) == ["v", "noted"])
    let warnings = prepared.predicted.flatMap(\.warnings)
    #expect(
      warnings.map { $0.prefix { $0 != ":" } } == [
        "The view v does not work", "The trigger noted does not work",
      ])
    let error = #expect(throws: DatabaseError.self) {
      try fixture.step()
      try fixture.execute("INSERT INTO club VALUES (9, 'x', 'y')")
    }
    #expect(error?.message?.contains("log") == true)
  }

  @Test(arguments: [
    // Before the migration inserts worked, although updates failed.
    (
      """
      CREATE TRIGGER a1 AFTER UPDATE ON p BEGIN INSERT INTO gone VALUES (1); END;
      CREATE TRIGGER a2 AFTER INSERT ON p BEGIN INSERT INTO l VALUES (1); END; DROP TABLE gone;
      """, "DROP TABLE l;", ["The trigger a2 does not work: no such table: main.l."]
    ),
    (
      """
      CREATE TRIGGER good AFTER UPDATE ON p BEGIN INSERT INTO l VALUES (1); END;
      CREATE TRIGGER bad AFTER INSERT ON p BEGIN INSERT INTO gone VALUES (1); END;
      """, "DROP TABLE gone;", ["The trigger bad does not work: no such table: main.gone."]
    ),
    // The cause is ambiguous.
    (
      """
      CREATE TRIGGER good AFTER INSERT ON p BEGIN INSERT INTO l VALUES (1); END;
      CREATE TRIGGER bad AFTER INSERT ON p BEGIN INSERT INTO gone VALUES (1); END;
      """, "DROP TABLE gone;",
      ["One of the triggers bad, good does not work: no such table: main.gone."]
    ),
    // An update of one column shows which trigger fails.
    (
      """
      CREATE TRIGGER bad AFTER UPDATE ON p BEGIN INSERT INTO gone VALUES (1); END;
      CREATE TRIGGER good AFTER UPDATE OF n ON p BEGIN INSERT INTO l VALUES (1); END;
      """, "DROP TABLE gone;", ["The trigger bad does not work: no such table: main.gone."]
    ),
    // Broken before the migration and after it.
    (
      """
      CREATE TRIGGER old AFTER INSERT ON p BEGIN INSERT INTO gone VALUES (1); END; DROP TABLE gone;
      """, "DROP TABLE l; CREATE TRIGGER new AFTER INSERT ON p BEGIN SELECT 1; END;", []
    ),
  ])
  func `only the failing triggers of a table are reported`(
    triggers: String, migration: String, warnings: [String]
  ) throws {
    let (_, _, fixture) = try SessionFixture.lossesOfMigration(
      """
      CREATE TABLE p (id INTEGER PRIMARY KEY, n); CREATE TABLE l (m); CREATE TABLE gone (z);
      \(triggers)
      """, migration)
    #expect(try fixture.prepared().predicted.flatMap(\.warnings) == warnings)
  }

  @Test(arguments: ["INSERT", "DELETE", "UPDATE OF n"])
  func `a view without triggers for some statements is not reported as broken`(event: String) throws
  {
    let (_, _, fixture) = try SessionFixture.lossesOfMigration(
      "CREATE TABLE p (id INTEGER PRIMARY KEY, n);",
      """
      CREATE VIEW pv AS SELECT id, n FROM p;
      CREATE TRIGGER pvi INSTEAD OF \(event) ON pv BEGIN DELETE FROM p; END;
      """)
    #expect(try fixture.prepared().predicted.flatMap(\.warnings) == [])
  }
}
