import Foundation
import MigratorEngine
import MigratorTestSupport
import Testing

/// Discovered migrations of another user are neither run nor recorded unless they are named.
///
/// Only root can create files for other users and run the program as another user.
@Suite(.enabled(if: geteuid() == 0)) struct OtherOwnerTests {
  private let folder: TemporaryFolder
  private static let user: UInt32 = 65534
  private static let other: UInt32 = 61_234

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("data/README", "")
    try folder.makeDatabase("data/app.sqlite", sql: "CREATE TABLE club (id INTEGER PRIMARY KEY)")
    try folder.write("work/Migrations/1_club.sql", "CREATE TABLE club (id INTEGER PRIMARY KEY);")
    try folder.write("work/Migrations/2_note.sql", "CREATE TABLE note (id INTEGER PRIMARY KEY);")
    try FileManager.default.createDirectory(
      atPath: folder.path("state"), withIntermediateDirectories: false)
    for name in [""] + folder.names() {
      #expect(chown(folder.path(name), Self.user, Self.user) == 0)
    }
  }

  private func give(_ owner: UInt32, _ names: String...) {
    for name in names { #expect(chown(folder.path(name), owner, owner) == 0) }
  }

  /// Runs the program as the user, through a shell, so that remedies can be pasted.
  private func migtui(_ line: String) throws -> Program.Outcome {
    let ids = "\(Self.user)"
    return try Program.run(
      [
        "setpriv", "--reuid", ids, "--regid", ids, "--clear-groups", "sh", "-c",
        "exec '\(BuiltProgram.path)' \(line)",
      ], in: folder.path("work"),
      environment: [
        "HOME": "/nonexistent", "XDG_STATE_HOME": folder.path("state"), "TMPDIR": folder.path,
      ])
  }

  private static let database = "../data/app.sqlite"

  private static let writing = [
    "step --yes \(database)", "step --all --yes --no-dry-run --no-backup \(database)",
    "repair --mark-applied 1_club --yes \(database)", "repair --adopt --yes \(database)",
  ]

  @Test(arguments: writing)
  func `a refused command names the owner and an option, and the option works`(command: String)
    throws
  {
    give(Self.other, "work/Migrations")
    let before = try folder.bytes("data/app.sqlite")
    // Without a baseline the first step would fail, since the table exists.
    let refused = try migtui(command)
    #expect(refused.status == 77, "\(refused)")
    #expect(
      refused.errors.contains(
        "Migrations, found in the current folder, belongs to another user (\(Self.other)). "
          + "No changes were made."), "\(refused)")
    let option = "--migrations Migrations"
    #expect(refused.errors.contains("add to the command: \(option)\n"), "\(refused)")
    #expect(try folder.bytes("data/app.sqlite") == before)
    #expect(!folder.names().contains { $0.contains(".before-") })
    if command.hasPrefix("step") {
      #expect(try migtui("repair --adopt --yes \(Self.database) \(option)").status == 0)
    }
    let done = try migtui("\(command) \(option)")
    #expect(done.status == 0, "\(done)")
  }

  @Test func `read-only commands do not require the folder to be named`() throws {
    give(Self.other, "work/Migrations", "work/Migrations/1_club.sql")
    #expect(try migtui("status \(Self.database)").status == 1)
    #expect(try migtui("repair \(Self.database)").status == 1)
    #expect(try migtui("dry-run \(Self.database)").errors.contains("belongs to") == false)
  }

  @Test func `a file added by another user is detected, and files owned by root are accepted`()
    throws
  {
    #expect(try migtui("repair --adopt --yes \(Self.database)").status == 0)
    give(Self.other, "work/Migrations/2_note.sql")
    let refused = try migtui("step --yes \(Self.database)")
    #expect(refused.status == 77 && refused.errors.contains("Migrations/2_note.sql, found"))
    give(0, "work/Migrations/2_note.sql", "work/Migrations", "work")
    let done = try migtui("step --yes \(Self.database)")
    #expect(done.status == 0, "\(done)")
  }

  @Test func `migrations next to the database are checked as well`() throws {
    try FileManager.default.moveItem(
      atPath: folder.path("work/Migrations"), toPath: folder.path("data/Migrations"))
    give(Self.other, "data/Migrations")
    let refused = try migtui("step --yes \(Self.database)")
    #expect(refused.status == 77, "\(refused)")
    #expect(refused.errors.contains("../data/Migrations, found next to the database, belongs to"))
    #expect(refused.errors.contains("--migrations ../data/Migrations"))
  }
}
