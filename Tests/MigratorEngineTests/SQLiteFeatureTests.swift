import Foundation
import MigratorEngine
import Testing

struct SQLiteFeatureTests {
  @Test("Each sample of a feature is recognized, with the version that introduced it")
  func samples() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Tools/features.tsv")
    let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
    #expect(rows.count > 40)
    for row in rows {
      let cells = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let (version, name, sample) = (cells[0], cells[1], cells[3])
      let uses = SQLiteFeature.uses(in: sample)
      #expect(
        uses.contains { $0.feature.name == name && $0.feature.release.version == version },
        "\(name) \(version): \(uses)")
    }
  }

  @Test(
    "Names, strings and comments are not features",
    arguments: [
      "SELECT 'x RETURNING y', \"STRICT\" FROM t -- ->> 'a'",
      "CREATE TABLE format (\"returning\" INT, strict INT, over INT, filter TEXT)",
      "INSERT INTO log (a, b) VALUES (1, 2), (3, 4)",
      "CREATE TABLE t (a REFERENCES pow (b), CHECK (CAST(a AS INT) > 0))",
      "WITH concat (a) AS (SELECT 1) SELECT a FROM concat",
      "CREATE TABLE main.sqrt (a)", "CREATE INDEX i ON mod (a COLLATE NOCASE DESC, b)",
      "CREATE TABLE IF NOT EXISTS unhex (a PRIMARY KEY ON CONFLICT REPLACE)",
      "SELECT nulls first FROM t", "ALTER TABLE t RENAME TO u", "ALTER TABLE t ADD COLUMN drop_a",
      "UPDATE t SET a = (SELECT b FROM u) WHERE a IN (1, 2)",
      "DELETE FROM t WHERE a IN (1, 2) AND replace(a, 'b', 'c') = 'd'",
      "CREATE TABLE t (a REFERENCES p ON DELETE SET NULL)",
      "CREATE TRIGGER r AFTER UPDATE ON t BEGIN UPDATE t SET a = 1; DELETE FROM u; END",
      "SELECT a, count(*) FROM t GROUP BY a HAVING count(*) > 1 ORDER BY a",
      "SELECT full.a FROM full JOIN right ON full.a = right.a",
    ])
  func falseAlarms(sql: String) {
    #expect(SQLiteFeature.uses(in: sql).isEmpty)
  }

  @Test("The reported offset is that of the feature, even in the body of a trigger")
  func offsets() throws {
    let sql = "CREATE TRIGGER r AFTER INSERT ON é BEGIN SELECT new.a ->> 'b'; END"
    let use = try #require(SQLiteFeature.uses(in: sql).first)
    #expect(use.isStored)
    #expect(use.feature.link == "https://www.sqlite.org/releaselog/3_38_0.html")
    #expect(String(decoding: Array(sql.utf8)[use.offset...].prefix(3), as: UTF8.self) == "->>")
  }

  @Test("A release is given as a version of SQLite or of a system that contains it")
  func releases() {
    #expect(SQLiteRelease("3.31.1")?.number == 3_031_001)
    #expect(SQLiteRelease("android-30")?.version == "3.28.0")
    for text in ["", "android-99", "3", "3.x", "3.-1", "3.99999999999999999999", "4.1"] {
      #expect(SQLiteRelease(text) == nil)
    }
  }
}
