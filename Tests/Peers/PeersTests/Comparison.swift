#if GRDB
  import Foundation
  import GRDBDriver
  import OursDriver
  import PeerModel
  import Testing

  /// Who plays a scenario: one engine alone, or two that hand the file to each other.
  struct Cast: CustomStringConvertible {
    let peers: [any Peer]
    /// Whether errors are known as reports only, without their statement.
    var reports = false

    var description: String { peers.map(\.name).joined(separator: " and ") }

    /// GRDB alone, which all others are compared with.
    static var grdb: Cast { Cast(peers: [GRDBPeer()]) }

    /// This engine alone, by migrations in Swift.
    static var closures: Cast { Cast(peers: [Ours(.closures)]) }

    /// All that must end like GRDB alone.
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

  /// Plays a scenario by GRDB, by this engine through each of its entrances, and by both in turns,
  /// and expects the same failures, answers and databases after each action.
  ///
  /// - Returns: What GRDB left after each action, for expectations of the test's own.
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

  /// What differs, in words; empty when all is the same.
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
      // The report of a failed check tells the number of violations as well.
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

  /// A folder for the files of one test, removed with the value.
  final class Folder {
    let path: String
    private var count = 0

    /// Makes a folder, or takes the one that has the name already.
    init(named name: String = UUID().uuidString) throws {
      let url = FileManager.default.temporaryDirectory
        .appendingPathComponent("migtui-peers-\(name)")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      path = url.path
    }

    deinit {
      // A leftover folder fails no test.
      try? FileManager.default.removeItem(atPath: path)
    }

    /// Returns a path at which there is no file yet.
    func newFile() -> String {
      count += 1
      return "\(path)/\(count).sqlite"
    }
  }
#endif
