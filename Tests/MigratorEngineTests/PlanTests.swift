import MigratorEngine
import Testing

struct PlanTests {
  private let migrator = DatabaseMigrator(["a": "", "b": "", "c": "", "d": ""])

  private func plan(upTo target: String? = nil, applied: Set<String>) throws -> [String] {
    try migrator.plan(upTo: target, appliedIdentifiers: applied).map(\.identifier)
  }

  @Test func `pending migrations run in the order of registration`() throws {
    #expect(try plan(applied: []) == ["a", "b", "c", "d"])
    #expect(try plan(applied: ["a", "b"]) == ["c", "d"])
    #expect(try plan(applied: ["a", "b", "c", "d"]).isEmpty)
  }

  @Test func `an out-of-order migration runs`() throws {
    #expect(try plan(applied: ["a", "c"]) == ["b", "d"])
  }

  @Test func `unregistered identifiers are ignored`() throws {
    #expect(try plan(applied: ["a", "elsewhere"]) == ["b", "c", "d"])
  }

  @Test
  func `a run includes its target, and does nothing if the target is already applied`() throws {
    #expect(try plan(upTo: "b", applied: []) == ["a", "b"])
    #expect(try plan(upTo: "b", applied: ["a", "b"]).isEmpty)
  }

  @Test func `an unknown target is refused`() {
    #expect(throws: MigrationError(.unknownTarget("z"))) { try plan(upTo: "z", applied: []) }
  }

  @Test func `a target before an applied migration is refused`() {
    #expect(throws: MigrationError(.targetBehindApplied(target: "a", applied: "c"))) {
      try plan(upTo: "a", applied: ["a", "c"])
    }
    // As in GRDB, only the position counts: an out-of-order migration cannot be a target either.
    #expect(throws: MigrationError(.targetBehindApplied(target: "b", applied: "c"))) {
      try plan(upTo: "b", applied: ["a", "c"])
    }
  }

  @Test func `an identifier registered twice is refused by every run`() throws {
    var migrator = migrator
    migrator.registerMigration("b") { _ in }
    #expect(migrator.migrations == ["a", "b", "c", "d"])
    let expected = MigrationError(.duplicateIdentifier("b"))
    #expect(throws: expected) { try migrator.validate() }
    #expect(throws: expected) { try migrator.plan(appliedIdentifiers: []) }
    let queue = try DatabaseQueue()
    #expect(throws: expected) { try migrator.migrate(queue) }
    #expect(throws: expected) { try migrator.step(queue) }
    #expect(try queue.count("SELECT count(*) FROM sqlite_master") == 0)
  }

  @Test func `a migration must not be registered if another one merges it`()
    throws
  {
    var earlier = migrator
    earlier.registerMigration("e", merging: ["c", "b", "x"]) { _, _ in }
    let expected = MigrationError(.mergesRegistered(identifier: "e", merged: "b"))
    #expect(throws: expected) { try earlier.validate() }
    let queue = try DatabaseQueue()
    #expect(throws: expected) { try earlier.migrate(queue) }
    #expect(try queue.count("SELECT count(*) FROM sqlite_master") == 0)

    var later = DatabaseMigrator()
    later.registerMigration("e", merging: ["e", "x"]) { _, _ in }
    try later.validate()
    later.registerMigration("x") { _ in }
    #expect(throws: MigrationError(.mergesRegistered(identifier: "e", merged: "x"))) {
      try later.validate()
    }
  }

  @Test func `changing a copy of a migrator does not affect the original`() throws {
    var copy = migrator
    copy.registerMigration("e") { _ in }
    #expect(migrator.migrations.count == 4)
    #expect(copy.migrations.count == 5)
  }

  @Test func `a merged migration runs, or only removes the records that it replaces`() throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1") { _ in }
    migrator.registerMigration("v4", merging: ["v2", "v3", "v4"]) { _, _ in }
    #expect(
      try migrator.plan(appliedIdentifiers: ["v1", "v2"]) == [
        PlannedStep(identifier: "v4", action: .run(merged: ["v2"]))
      ])
    #expect(
      try migrator.plan(appliedIdentifiers: ["v1", "v3", "v4"]) == [
        PlannedStep(identifier: "v4", action: .forget(merged: ["v3"]))
      ])
    #expect(try migrator.plan(appliedIdentifiers: ["v1", "v4"]).isEmpty)
  }

  @Test func `each error has a message and a remedy`() {
    let kinds: [MigrationError.Kind] = [
      .duplicateIdentifier("a"), .mergesRegistered(identifier: "a", merged: "b"),
      .unknownTarget("a"),
      .targetBehindApplied(target: "a", applied: "b"), .reentrant,
      .unexpectedNext(expected: "a", found: "b"), .unexpectedNext(expected: "a", found: nil),
      .databaseChanged, .leftTransactionOpen(identifier: "a"), .insideTransaction,
      .notEnoughSpace(folder: "/tmp", needed: 2, available: 1),
      .file(path: "/x", action: "open", errno: 2),
    ]
    for kind in kinds {
      let error = MigrationError(kind)
      #expect(error.message.hasSuffix(".") && error.remedy.sentence.hasSuffix("."))
      #expect(error.description == "\(error.message) \(error.remedy)")
    }
  }
}
