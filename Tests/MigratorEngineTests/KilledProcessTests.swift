import Foundation
import MigratorEngine
import MigratorTestSupport
import TestTraits
import Testing

@Suite(.ahead) struct KilledProcessTests {
  /// The moment at which the process is killed, and the migrations applied when it is reopened.
  private static let moments: [(moment: String, mode: String, applied: [String])] =
    ["delete", "wal"].flatMap { mode in
      [
        ("began 2", mode, ["1"]), ("statement 2 1", mode, ["1"]), ("checking 2", mode, ["1"]),
        ("committed 2", mode, ["1", "2"]),
      ]
    }

  @Test(arguments: 0..<8)
  func `a process killed at any moment leaves only complete migrations, and the next run continues`(
    index: Int
  ) async throws {
    let (moment, mode, applied) = Self.moments[index]
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(journalMode: mode)
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = path as String, moment = moment as String] in
      let queue = try DatabaseQueue(path: path)
      try queue.writeWithoutTransaction {
        // With such a small cache, uncommitted pages are written to the disk early.
        try $0.execute(sql: "PRAGMA cache_size = 2")
      }
      try Self.migrator.migrate(queue, upTo: nil) { event in
        let here =
          switch event {
          case .began(let id, _, _, _): "began \(id)"
          case .statement(let id, let index, _, _): "statement \(id) \(index)"
          case .checking(let id): "checking \(id)"
          case .committed(let id, _): "committed \(id)"
          default: ""
          }
        if here == moment { kill(getpid(), SIGKILL) }
      }
    }
    let queue = try DatabaseQueue(path: path)
    #expect(try queue.strings("PRAGMA integrity_check") == ["ok"])
    #expect(try queue.ledger() == applied)
    #expect(
      try queue.count("SELECT count(*) FROM player") == (applied.count == 2 ? 40_000 : 20_000))
    try await Self.migrator.migrate(queue)
    #expect(try queue.ledger() == ["1", "2", "3"])
    #expect(try queue.count("SELECT count(*) FROM player") == 40_001)
  }

  private static let migrator = DatabaseMigrator([
    "1": rows(20_000), "2": "UPDATE player SET name = 'B';" + rows(20_000),
    "3": "INSERT INTO player (name) VALUES ('last')",
  ])

  private static func rows(_ count: Int) -> String {
    """
    INSERT INTO player (name)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      SELECT 'player ' || i FROM n
    """
  }
}
