import Foundation
import MigratorEngine
import MigratorTestSupport
import Testing

/// `read-only = on` in a settings file applies to every command that changes a database.
struct ReadOnlySettingsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("Migrations/1_club.sql", "CREATE TABLE club (id INTEGER PRIMARY KEY);")
    try folder.write("Migrations/2_note.sql", "CREATE TABLE note (id INTEGER PRIMARY KEY);")
    try folder.makeDatabase(sql: "")
    try FileManager.default.createDirectory(
      atPath: folder.path("config/migtui"), withIntermediateDirectories: true)
  }

  private func migtui(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Program.Outcome {
    let own = ["XDG_CONFIG_HOME": folder.path("config"), "XDG_STATE_HOME": folder.path("state")]
    return try BuiltProgram.run(
      arguments, in: folder.path, environment: own.merging(environment) { $1 })
  }

  /// All commands that change a database.
  ///
  /// Requires an existing backup.
  private static let writing = [
    ["step", "--yes", "app.sqlite"], ["step", "--all", "--yes", "--no-dry-run", "app.sqlite"],
    ["step", "--yes", "--no-backup", "--json", "app.sqlite"], ["restore", "--yes", "app.sqlite"],
    ["restore", "--yes", "--no-backup", "app.sqlite", "app.sqlite.before-1_club"],
    ["repair", "--mark-applied", "2_note", "--yes", "app.sqlite"],
    ["repair", "--mark-applied", "2_note", "--yes", "--no-backup", "app.sqlite"],
  ]

  private func expectRefusal(
    _ arguments: [String], status: Int32 = 77, _ words: String,
    environment: [String: String] = [:]
  ) throws {
    let before = try folder.bytes("app.sqlite")
    let backups = folder.names().filter { $0.contains(".before-") }
    let outcome = try migtui(arguments, environment: environment)
    #expect(outcome.status == status, "\(arguments): \(outcome)")
    #expect(outcome.errors.contains(words), "\(arguments): \(outcome)")
    #expect(outcome.errors.contains("No changes were made."), "\(outcome)")
    #expect(try folder.bytes("app.sqlite") == before)
    #expect(folder.names().filter { $0.contains(".before-") } == backups)
  }

  @Test(arguments: ["config/migtui/migtui.conf", "migtui.conf"])
  func `steps, repairs and restores are refused, and the advice works`(file: String) throws {
    #expect(try migtui(["step", "--yes", "app.sqlite"]).status == 0)
    try folder.write(file, "# production\nread-only = on\n")
    for command in Self.writing {
      try expectRefusal(command, "\(file):2 sets read-only = on, so app.sqlite is read-only.")
    }
    let refused = try migtui(["step", "--yes", "app.sqlite"])
    #expect(refused.errors.contains("`migtui dry-run app.sqlite`"))
    #expect(try migtui(["dry-run", "app.sqlite"]).status == 0)
    #expect(try migtui(["status", "app.sqlite"]).status == 1)
    #expect(refused.errors.contains("remove that line"))
    try folder.write(file, "# production\n")
    #expect(try migtui(["step", "--yes", "app.sqlite"]).status == 0)
    #expect(try migtui(["restore", "--yes", "app.sqlite"]).status == 0)
  }

  @Test func `adopt is refused`() throws {
    try folder.makeDatabase("old.sqlite", sql: "CREATE TABLE club (id INTEGER PRIMARY KEY)")
    try folder.write("migtui.conf", "read-only = on\n")
    let adopt = ["repair", "--adopt", "--yes", "old.sqlite"]
    let refused = try migtui(adopt)
    #expect(refused.status == 77 && refused.errors.contains("migtui.conf:1 sets read-only = on"))
    try FileManager.default.removeItem(atPath: folder.path("migtui.conf"))
    #expect(try migtui(adopt).status == 0)
  }

  @Test func `a step on a database with a hot journal is refused`() throws {
    try folder.makeHotJournalDatabase("killed.sqlite")
    let before = try ["killed.sqlite", "killed.sqlite-journal"].map { try folder.bytes($0) }
    try folder.write("migtui.conf", "read-only = on\n")
    try expectRefusal(["step", "--yes", "killed.sqlite"], "read-only = on")
    #expect(try ["killed.sqlite", "killed.sqlite-journal"].map { try folder.bytes($0) } == before)
  }

  @Test func `a file next to the database does not override the user's settings`() throws {
    try folder.write("config/migtui/migtui.conf", "read-only = on\r\n")
    try folder.write("migtui.conf", "read-only = off\n")
    try expectRefusal(["step", "--yes", "app.sqlite"], "config/migtui/migtui.conf:1")
  }

  @Test func `a link to the database does not bypass the setting`() throws {
    try folder.write("migtui.conf", "read-only = on\n")
    try folder.write("elsewhere/migtui.conf", "read-only = off\n")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("elsewhere/app.sqlite"), withDestinationPath: "../app.sqlite")
    try expectRefusal(["step", "--yes", "elsewhere/app.sqlite"], "migtui.conf:1 sets")
  }

  @Test
  func `the read-only setting in the home folder applies if XDG_CONFIG_HOME is empty`() throws {
    // Uses a variable, since the test must not write to the real home folder.
    try folder.write("home/.config/migtui/migtui.conf", "read-only = on\n")
    try expectRefusal(
      ["step", "--yes", "app.sqlite"], "migtui.conf:1 sets",
      environment: ["XDG_CONFIG_HOME": "", "HOME": folder.path("home")])
  }

  @Test(arguments: [
    ("read-only = yes\n", "migtui.conf:1: Write on or off, not \"yes\"."),
    ("\nreadonly = on\n", "migtui.conf:2: Unknown setting \"readonly\". Use read-only."),
    ("mouse = on\nmouse = off\n", "migtui.conf:2: mouse is already set on line 1"),
  ])
  func `an invalid line causes an error in every command on a database`(
    text: String, words: String
  ) throws {
    #expect(try migtui(["step", "--yes", "app.sqlite"]).status == 0)
    for file in ["config/migtui/migtui.conf", "migtui.conf"] {
      try folder.write(file, text)
      let looking = [
        ["app.sqlite"], ["status", "app.sqlite"], ["dry-run", "app.sqlite"],
        ["history", "app.sqlite"], ["restore", "--list", "app.sqlite"], ["keys", "app.sqlite"],
      ]
      for command in Self.writing + looking {
        try expectRefusal(command, status: 78, words)
      }
      try FileManager.default.removeItem(atPath: folder.path(file))
    }
  }

  @Test(arguments: ["folder", "link", "pipe"])
  func `unreadable settings cause an error`(kind: String) throws {
    let path = folder.path("migtui.conf")
    switch kind {
    case "folder":
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    case "link":
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "nowhere")
    default: #expect(mkfifo(path, 0o600) == 0)
    }
    try expectRefusal(
      ["step", "--yes", "app.sqlite"], status: 78, "Cannot read the settings in migtui.conf")
  }
}
