#if GRDB
  import GRDBDriver
  import OursDriver
  import PeerModel
  import Testing

  /// Made-up migrations end alike in both engines, and in files that both engines migrate in turns.
  @Suite(.timeLimit(.minutes(15)))
  struct RandomMigrationTests {
    @Test(arguments: 0..<12)
    func `made-up migrations end alike`(part: Int) throws {
      var failures: [Int32?: Int] = [:]
      for seed in part * 50..<(part + 1) * 50 {
        var maker = RandomMigrations(seed: seed)
        let scenario = maker.scenario()
        // The entrances take turns, so that every seed is a test of two of them and of a crossing.
        let casts = [
          Cast.closures,
          seed % 2 == 0
            ? Cast(peers: [Ours(.scripts)]) : Cast(peers: [Ours(.steps)], reports: true),
          Cast(peers: seed % 4 < 2 ? [GRDBPeer(), Ours(.scripts)] : [Ours(), GRDBPeer()]),
        ]
        let ends = try expectSame(scenario, casts: casts, "seed \(seed)")
        for end in ends { failures[end.failure?.extendedCode, default: 0] += 1 }
      }
      // Each part has to see runs that end well and the failures that matter, or it proves little.
      #expect(failures[nil, default: 0] > 40)
      #expect(failures[787, default: 0] > 3)
      #expect(failures[1, default: 0] > 3)
    }
  }
#endif
