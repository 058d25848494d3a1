#if GRDB
  import GRDBDriver
  import MigratorTestSupport
  import OursDriver
  import PeerModel
  import Testing

  /// Random migrations have the same results in both engines, and in files that both migrate in
  /// turns.
  struct MigrationPropertyTests {
    @Test(arguments: 0..<3)
    func `random migrations have the same results as in GRDB`(part: Int) throws {
      var failures: [Int32?: Int] = [:]
      for seed in RandomCases(30, part: part) {
        var maker = RandomMigrations(seed: seed)
        let scenario = maker.scenario()
        // The APIs alternate, so that every seed tests two of them and a mixed cast.
        let casts = [
          Cast.closures,
          seed % 2 == 0
            ? Cast(peers: [Ours(.scripts)]) : Cast(peers: [Ours(.steps)], reports: true),
          Cast(peers: seed % 4 < 2 ? [GRDBPeer(), Ours(.scripts)] : [Ours(), GRDBPeer()]),
        ]
        let ends = try expectSame(scenario, casts: casts, "seed \(seed)")
        for end in ends { failures[end.failure?.extendedCode, default: 0] += 1 }
      }
      // Each part must contain successful runs and the relevant failures, or it would prove little.
      #expect(failures[nil, default: 0] > 20)
      #expect(failures[787, default: 0] > 0)
      #expect(failures[1, default: 0] > 0)
    }
  }
#endif
