import MigratorEngine
import MigratorTestSupport
import Testing

struct ViolationSearchTests {
  @Test func `a violation is not reported if reading its row cancels the search`() throws {
    let cancellation = Cancellation()
    func configuration(_ body: @escaping @Sendable () -> Void) -> Configuration {
      var configuration = Configuration()
      configuration.foreignKeysEnabled = false
      configuration.prepareDatabase { db in
        db.add(
          function: DatabaseFunction("stopping", argumentCount: 1, pure: true) {
            body()
            return $0[0]
          })
      }
      return configuration
    }
    let folder = try TemporaryFolder()
    let path = folder.path("v.sqlite")
    let queue = try DatabaseQueue(path: path, configuration: configuration {})
    try queue.writeWithoutTransaction {
      try $0.execute(
        sql: """
          CREATE TABLE child (id INTEGER PRIMARY KEY, k REFERENCES nowhere(id), s AS (stopping(k)));
          INSERT INTO child (k) VALUES (1), (2);
          """)
    }
    try queue.close()
    var count = 0
    let error = #expect(throws: DatabaseError.self) {
      let stopping = configuration { cancellation.cancel() }
      try DatabaseInspection(path: path, configuration: stopping).violations(
        cancellation: cancellation,
        onViolation: { _ in
          count += 1
          return true
        })
    }
    #expect(error?.resultCode == .SQLITE_INTERRUPT)
    #expect(count == 0)
  }

  @Test func `a search ends if its closure returns false or it is cancelled`() throws {
    let fixture = try LeagueFixture(
      """
      PRAGMA foreign_keys = OFF;
      CREATE TABLE team (id INTEGER PRIMARY KEY);
      CREATE TABLE player (teamId REFERENCES team(id));
      INSERT INTO player WITH RECURSIVE n(i) AS
        (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) SELECT i FROM n;
      """)
    let inspection = try DatabaseInspection(path: fixture.path)
    var count = 0
    try inspection.violations(onViolation: { _ in
      count += 1
      return count < 3
    })
    #expect(count == 3)
    let cancellation = Cancellation()
    let error = #expect(throws: DatabaseError.self) {
      try inspection.violations(
        cancellation: cancellation,
        onViolation: { _ in
          cancellation.cancel()
          return true
        })
    }
    #expect(error?.resultCode == .SQLITE_INTERRUPT)
    var tables: [String] = []
    try inspection.violations(onViolation: { _ in false }) { table, index, total in
      tables.append("\(table) \(index)/\(total)")
    }
    #expect(tables == ["player 0/1"])
  }
}
