#if GRDB
  import Foundation
  import GRDBDriver
  import OursDriver
  import PeerModel
  import TestTraits
  import Testing

  /// Misuse at which GRDB traps and this engine throws.
  @Suite(.ahead) struct TrapTests {
    private static let list: MigrationList = [
      PeerMigration("a", sql: "CREATE TABLE a (x)"), PeerMigration("b", sql: "CREATE TABLE b (x)"),
    ]

    /// Returns this engine's error for a sequence of actions.
    private func refusal(_ actions: [Scenario.Action]) throws -> String? {
      let folder = try Folder()
      var messages: Set<String?> = []
      for style in Ours.Style.allCases {
        let ends = try Scenario(actions).play(folder.newFile(), by: [Ours(style)])
        #expect(ends.last?.failure?.kind == .refused)
        #expect(ends.last?.dump.schema == ends.dropLast().last?.dump.schema ?? [])
        messages.insert(ends.last?.failure?.message)
      }
      #expect(messages.count == 1)
      return messages.first ?? nil
    }

    @Test func `an unknown target is refused`() async throws {
      // The trapping process cannot remove the folder.
      let place = try Folder(named: "target-\(getpid())")
      defer { withExtendedLifetime(place) {} }
      let result = try await #require(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        let folder = try Folder(named: "target-\(getppid())")
        let scenario = Scenario([.migrate(TrapTests.list, upTo: "c")])
        _ = try scenario.play(folder.newFile(), by: [GRDBPeer()])
      }
      #expect(
        String(decoding: result.standardErrorContent, as: UTF8.self)
          .contains("undefined migration: \"c\""))
      #expect(
        try refusal([.migrate(Self.list, upTo: "c")])
          == "No registered migration is called \"c\".")
    }

    @Test func `a target before the applied migrations is refused`() async throws {
      // The trapping process cannot remove the folder.
      let place = try Folder(named: "behind-\(getpid())")
      defer { withExtendedLifetime(place) {} }
      let result = try await #require(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        let folder = try Folder(named: "behind-\(getppid())")
        let scenario = Scenario([.migrate(TrapTests.list), .migrate(TrapTests.list, upTo: "a")])
        _ = try scenario.play(folder.newFile(), by: [GRDBPeer()])
      }
      #expect(
        String(decoding: result.standardErrorContent, as: UTF8.self)
          .contains("database is already migrated beyond migration \"a\""))
      #expect(
        try refusal([.migrate(Self.list), .migrate(Self.list, upTo: "a")])
          == "The database is already migrated beyond \"a\": \"b\" is applied.")
    }

    @Test func `an identifier registered twice is refused`() async throws {
      // The trapping process cannot remove the folder.
      let place = try Folder(named: "twice-\(getpid())")
      defer { withExtendedLifetime(place) {} }
      let result = try await #require(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        let folder = try Folder(named: "twice-\(getppid())")
        let twice = MigrationList(TrapTests.list.migrations + TrapTests.list.migrations)
        _ = try Scenario([.migrate(twice)]).play(folder.newFile(), by: [GRDBPeer()])
      }
      #expect(
        String(decoding: result.standardErrorContent, as: UTF8.self)
          .contains("already registered migration: \"a\""))
      let twice = MigrationList(Self.list.migrations + Self.list.migrations)
      #expect(
        try refusal([.migrate(Self.list), .migrate(twice)])
          == "Two migrations have the identifier \"a\".")
    }
  }
#endif
