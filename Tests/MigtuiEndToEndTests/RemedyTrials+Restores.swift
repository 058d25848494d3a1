import Foundation
import MigratorEngine
import MigratorTestSupport
import Testing

extension RemedyTrial {
  /// The output of the sqlite3 shell for a damaged copy; `nil` if it is not installed.
  private static func saved(by command: String) throws -> Program.Outcome? {
    let shell = try Program.run(["sh", "-c", "command -v sqlite3"])
    guard shell.status == 0 else { return nil }
    let project = try RemedyProject(
      """
      CREATE TABLE gone (text); INSERT INTO gone VALUES ('lost');
      CREATE TABLE note (text); INSERT INTO note VALUES ('kept');
      """)
    var bytes = try project.folder.bytes("app.sqlite")
    bytes.replaceSubrange(4_096..<4_128, with: [UInt8](repeating: 0x67, count: 32))
    try project.folder.write("COPY", bytes: bytes)
    return try project.paste("sqlite3 COPY \(command)")
  }

  /// The trials with backups and damaged files.
  static let restores = [
    RemedyTrial("SessionRefusal+Text: restore DB FILE") {
      let project = try RemedyProject("CREATE TABLE note (text); INSERT INTO note VALUES ('new')")
      try project.folder.makeDatabase(
        "FILE", sql: "CREATE TABLE note (text); INSERT INTO note VALUES ('old')")
      let command = try project.offer("migtui restore", in: project.migtui("restore", "app.sqlite"))
      #expect(try project.paste(command).status == 1)
      #expect(try project.rows("SELECT * FROM note") == ["new"])
      #expect(try project.paste(command, adding: "--yes --agree 'undo all since'").status == 0)
      #expect(try project.rows("SELECT * FROM note") == ["old"])
    },
    RemedyTrial("Remedy: restore path") {
      let project = try RemedyProject(
        "CREATE TABLE note (text); INSERT INTO note VALUES ('kept')",
        ["1_a": "CREATE TABLE a (b);", "2_b": "CREATE TABLE b (b);"])
      try project.migtui("step", "app.sqlite", "--yes")
      var bytes = try project.folder.bytes("app.sqlite")
      // The page of the table, but not the schema.
      bytes.replaceSubrange(4_096..<4_128, with: [UInt8](repeating: 0x67, count: 32))
      try project.folder.write("app.sqlite", bytes: bytes)
      let command = try project.offer(
        "migtui restore", in: project.migtui("step", "app.sqlite", "--yes"))
      let restore = try project.paste(command, adding: "--yes --agree 'undo all since'")
      #expect(restore.status == 0, "\(restore)")
      #expect(try project.rows("SELECT * FROM note") == ["kept"])
      #expect(try project.tables() == ["note"])
    },
    RemedyTrial("Remedy: sqlite3 COPY .recover") {
      let saved = try Self.saved(by: ".recover")
      // Shells without the virtual table sqlite_dbpage cannot recover, such as that of Debian 12.
      #expect(saved == nil || saved?.status == 1 || saved?.output.contains("'kept'") == true)
    },
    RemedyTrial("Remedy: sqlite3 COPY .dump") {
      let saved = try Self.saved(by: ".dump")
      #expect(saved == nil || saved?.output.contains("'kept'") == true, "\(saved as Any)")
    },
    RemedyTrial("Remedy: status DB") {
      let project = try RemedyProject("CREATE TABLE note (text)", ["1_a": "CREATE TABLE a (b);"])
      try project.migtui("step", "app.sqlite", "--yes")
      let failure = MigrationFailure(
        identifier: "1_a", phase: .commit, message: "x", databaseState: .unknown)
      let status = try project.paste(#require(failure.remedy(on: .database).command))
      #expect(status.status == 0 && status.output.contains("applied  1_a"))
    },
    RemedyTrial("Remedy: restore DB --list") {
      let project = try RemedyProject("CREATE TABLE note (text)", ["1_a": "CREATE TABLE a (b);"])
      try project.migtui("step", "app.sqlite", "--yes")
      let refusal = try project.migtui("restore", "app.sqlite", "app.sqlite")
      let list = try project.paste(project.offer("migtui restore", in: refusal))
      #expect(list.status == 0)
      let backup = try #require(list.output.split(separator: ",").first.map(String.init))
      #expect(try project.migtui("restore", "app.sqlite", backup, "--yes").status == 0)
      #expect(try project.tables() == ["note"])
    },
    RemedyTrial("RestoreObstacle: restore database --list") {
      let project = try RemedyProject(
        "CREATE TABLE note (text); INSERT INTO note VALUES ('kept')",
        ["1_a": "CREATE TABLE a (b);"])
      try project.migtui("step", "app.sqlite", "--yes")
      try project.folder.write("app.sqlite", bytes: [UInt8](repeating: 0x58, count: 8_192))
      let refusal = try project.migtui("restore", "app.sqlite")
      let list = try project.paste(project.offer("migtui restore", in: refusal))
      let newest = try #require(list.output.split(separator: ",").first.map(String.init))
      #expect(refusal.errors.contains("The newest is \(newest)."))
      // By hand, as the remedy says.
      try FileManager.default.removeItem(atPath: project.folder.path("app.sqlite"))
      try FileManager.default.copyItem(
        atPath: newest, toPath: project.folder.path("app.sqlite"))
      #expect(try project.rows("SELECT * FROM note") == ["kept"])
      #expect(try project.migtui("plan", "app.sqlite").output.contains("1_a"))
    },
  ]
}
