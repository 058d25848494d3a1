#if GRDB
  import Foundation
  import GRDBDriver
  import MigratorTestSupport
  import OursDriver
  import PeerModel
  import Testing

  /// A dry run predicts the effects of GRDB's migrations on the real file.
  struct PredictionPropertyTests {
    @Test(arguments: 20..<22)
    func `a dry run predicts the effects that the migrations have in GRDB`(part: Int) throws {
      var failures: [Bool: Int] = [:]
      for seed in RandomCases(30, part: part) {
        let folder = try Folder()
        let path = folder.newFile()
        var maker = RandomMigrations(seed: seed)
        let scenario = maker.scenario()
        let before = try Scenario([scenario.actions[0]], options: scenario.options)
          .play(path, by: [GRDBPeer()])[0]
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        // The last list omits the bad migrations, the previous one contains them.
        for case .migrate(let list, nil) in scenario.actions.dropFirst() {
          let style: Ours.Style = seed % 2 == 0 ? .closures : .scripts
          let predicted = try Ours(style).predict(path, scenario.options, list)
          #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes, "seed \(seed)")
          let copy = folder.newFile()
          try FileManager.default.copyItem(atPath: path, toPath: copy)
          let end = try Scenario([.migrate(list)], options: scenario.options)
            .play(copy, by: [GRDBPeer()])[0]
          expect(predicted, of: end, after: before, "seed \(seed)")
          failures[end.failure != nil, default: 0] += 1
        }
      }
      #expect(failures[true, default: 0] > 5)
      #expect(failures[false, default: 0] > 5)
    }

    private func expect(
      _ predicted: Prediction, of end: Scenario.Entry, after before: Scenario.Entry, _ seed: Comment
    ) {
      let old = Set(before.dump.ledger ?? [])
      let new = (end.dump.ledger ?? []).filter { !old.contains($0) }
      #expect(predicted.applied == new, seed)
      #expect(predicted.failure?.extendedCode == end.failure?.extendedCode, seed)
      // The report of a failed check also contains the number of violations.
      let (words, report) = (end.failure?.message ?? "", predicted.failure?.message ?? "")
      #expect(report.hasPrefix(words), seed)
      let schema = end.dump.schema.filter { row in
        guard case .text(let name) = row[1] else { return false }
        return !name.hasPrefix("sqlite_") && row[2] != .text("grdb_migrations")
      }
      #expect(predicted.schema == Set(schema), seed)
      for (table, rows) in predicted.rows {
        // A later migration may rename or drop the table.
        guard let found = end.dump.tables[table] else { continue }
        #expect(found.count == rows, seed)
      }
      for (table, rows) in before.dump.tables where table != "grdb_migrations" {
        guard let found = end.dump.tables[table], found.count != rows.count else { continue }
        #expect(predicted.rows[table] == found.count, seed)
      }
    }
  }
#endif
