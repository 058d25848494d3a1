import MigratorEngine
import MigratorTestSupport
import Testing

@testable import MigratorSession

struct SituationTests {
  /// What each situation says, and the command that it leads to.
  private static let table: [(Situation, words: String, command: String?)] = [
    (.complete, "up to date", nil),
    (
      .violated(rows: 1), "up to date, but 1 row breaks a foreign key",
      "migtui violations \"my app.sqlite\" --migrations db"
    ),
    (.noMigrations, "no migrations were found", nil),
    (.superseded(["9_x", "10_y"]), "the database has 2 migrations that are not here", nil),
    (
      .unusable(StepObstacle("1.sql:1:1: it is empty.", remedy: "Write it."), migration: "1"),
      "1.sql:1:1: it is empty.", nil
    ),
    (
      .blocked(StepObstacle("sqlx stops: version 3 failed.", remedy: "Fix it.", migration: "3")),
      "sqlx stops: version 3 failed.", "migtui repair \"my app.sqlite\" --migrations db"
    ),
    (
      .untried(first: "1_a", count: 1, canTryAll: true), "1_a is pending",
      "migtui dry-run \"my app.sqlite\" --migrations db"
    ),
    (
      .untried(first: "1_a", count: 3, canTryAll: true), "3 pending, first 1_a",
      "migtui dry-run \"my app.sqlite\" --migrations db --all"
    ),
    (
      .untried(first: "1_a", count: 3, canTryAll: false), "3 pending, first 1_a",
      "migtui dry-run \"my app.sqlite\" --migrations db"
    ),
    (
      .failing(MigrationFailure(identifier: "1_a", phase: .body, message: "no such table: x")),
      "1_a failed: no such table: x", nil
    ),
    (
      .hindered(migration: "1_a", oldViolations: 39), "1_a is blocked by 39 old violations",
      "migtui violations \"my app.sqlite\" --migrations db --fix"
    ),
    (.losing(migration: "1_a", Losses(of: [])), "1_a ", nil),
    (
      .tried(migration: "1_a", count: 4), "4 tried, nothing lost",
      "migtui step \"my app.sqlite\" --migrations db --yes"
    ),
  ]

  @Test func `each situation is described with the next command`() {
    for (situation, words, command) in Self.table {
      #expect(situation.words == words)
      #expect(
        situation.next?.command(for: "my app.sqlite", options: ["--migrations", "db"]) == command)
      // Without a command, only a person can go on; a sentence says how. A loss is described above.
      if command == nil, let next = situation.next, next.kind != .reviewLosses {
        #expect(situation.advice != nil, "\(situation)")
      }
    }
  }
}
