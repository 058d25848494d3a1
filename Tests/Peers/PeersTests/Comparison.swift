#if GRDB
  import Foundation
  import GRDBDriver
  import OursDriver
  import PeerModel
  import Testing

  /// The engines that run a scenario: a single one, or two that alternate.
  struct Cast: CustomStringConvertible {
    let peers: [any Peer]
    /// True if errors are only available as reports without their statement.
    var reports = false

    var description: String { peers.map(\.name).joined(separator: " and ") }

    /// GRDB, the reference for all others.
    static var grdb: Cast { Cast(peers: [GRDBPeer()]) }

    /// This engine with migrations in Swift.
    static var closures: Cast { Cast(peers: [Ours(.closures)]) }

    /// All casts that must have the same results as GRDB.
    static var all: [Cast] {
      [
        closures,
        Cast(peers: [Ours(.scripts)]),
        Cast(peers: [Ours(.steps)], reports: true),
        Cast(peers: [GRDBPeer(), Ours(.closures)]),
        Cast(peers: [Ours(.scripts), GRDBPeer()]),
      ]
    }
  }

  /// Runs a scenario with GRDB, with each API of this engine, and with both in turns, and expects
  /// equal results.
  ///
  /// Compares the failures, answers and databases after each action.
  ///
  /// - Returns: GRDB's result after each action, for further expectations.
  @discardableResult
  func expectSame(
    _ scenario: Scenario, casts: [Cast] = Cast.all, _ comment: @autoclosure () -> String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [Scenario.Entry] {
    let folder = try Folder()
    let expected = try scenario.play(folder.newFile(), by: [GRDBPeer()])
    for cast in casts {
      let found = try scenario.play(folder.newFile(), by: cast.peers)
      #expect(found.count == expected.count)
      for (index, pair) in zip(expected, found).enumerated() {
        let differences = differences(pair.0, pair.1, isReport: cast.reports)
        #expect(
          differences.isEmpty, "\(comment()) after action \(index), by \(cast)",
          sourceLocation: sourceLocation)
      }
    }
    return expected
  }

  /// Does the same with a list that is migrated once on an empty file.
  @discardableResult
  func expectSame(
    _ list: MigrationList, options: PeerOptions = PeerOptions(), upTo target: String? = nil,
    after setup: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Scenario.Entry {
    try #require(
      try expectSame(
        Scenario([.execute(setup), .migrate(list, upTo: target)], options: options),
        sourceLocation: sourceLocation
      ).last, sourceLocation: sourceLocation)
  }

  func differences(
    _ expected: Scenario.Entry, _ found: Scenario.Entry, isReport: Bool = false
  ) -> [String] {
    var list: [String] = []
    func compare<T: Equatable>(_ what: String, _ first: T, _ second: T) {
      if first != second { list.append("\(what): GRDB \(first), ours \(second)") }
    }
    if isReport {
      compare("code", expected.failure?.extendedCode, found.failure?.extendedCode)
      let (words, report) = (expected.failure?.message ?? "", found.failure?.message ?? "")
      // The report of a failed check also contains the number of violations.
      if !report.hasPrefix(words) { compare("message", words, report) }
    } else {
      compare("failure", expected.failure, found.failure)
    }
    compare("answers", expected.answers, found.answers)
    let (first, second) = (expected.dump.withoutEmptyLedger, found.dump.withoutEmptyLedger)
    compare("schema", first.schema, second.schema)
    compare("ledger", first.ledger, second.ledger)
    for table in Set(first.tables.keys).union(second.tables.keys).sorted() {
      compare("rows of \(table)", first.tables[table], second.tables[table])
    }
    for pragma in first.pragmas.keys.sorted() {
      compare("PRAGMA \(pragma)", first.pragmas[pragma], second.pragmas[pragma])
    }
    return list
  }

  /// A folder for the files of one test, removed on deinitialization.
  final class Folder {
    let path: String
    private var count = 0

    /// Creates a folder, or uses an existing one of that name.
    init(named name: String = UUID().uuidString) throws {
      let url = FileManager.default.temporaryDirectory
        .appendingPathComponent("migtui-peers-\(name)")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      path = url.path
    }

    deinit {
      // A leftover folder is harmless.
      try? FileManager.default.removeItem(atPath: path)
    }

    func newFile() -> String {
      count += 1
      return "\(path)/\(count).sqlite"
    }
  }
#endif
