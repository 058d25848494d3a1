@testable import MigratorRows
import MigratorSQLite
import Testing

struct LossStatementTests {
  @Test(arguments: [
    ("DELETE FROM jobs WHERE state = 'done'", GeneratedFinding.Way.rows, true),
    (
      "WITH old AS (SELECT id FROM jobs WHERE 1) DELETE FROM main.jobs WHERE id IN old", .rows, true
    ),
    ("UPDATE jobs SET state = NULL WHERE id = 1", .nulled, true),
    ("UPDATE OR IGNORE jobs SET id = 2, state = 'x'", .merged, true),
    ("DELETE FROM jobs", .rows, false),
    ("WITH old AS (SELECT id FROM jobs WHERE 1) DELETE FROM jobs", .rows, false),
    ("DELETE FROM owners WHERE id = 1", .rows, false),
    ("UPDATE jobs SET state = (SELECT name FROM states)", .nulled, false),
    ("UPDATE jobs SET state = substr(state, 1, 3)", .merged, false),
    ("DROP TABLE jobs", .rows, false), ("", .rows, false), ("UPDATE", .nulled, false),
    ("DELETE FROM", .rows, false), ("UPDATE jobs SET state", .nulled, false),
  ])
  func `a loss is explicit only if the statement names the table and a condition or constant`(
    sql: String, way: GeneratedFinding.Way, isExplicit: Bool
  ) {
    #expect(
      LossStatement.isExplicit(sql, way: way, table: "JOBS", column: "State") == isExplicit)
  }
}
