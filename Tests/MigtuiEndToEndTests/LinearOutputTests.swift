import MigratorEngine
import MigratorTestSupport
import Testing

/// The console as lines for a screen reader.
struct LinearOutputTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "Migrations/1_club.sql",
      "DELETE FROM club WHERE id = 3; UPDATE club SET name = NULL WHERE id = 2;\n")
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try queue.write {
      try $0.execute(
        sql: """
          CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT);
          INSERT INTO club VALUES (1, 'a'), (2, 'b'), (3, 'c');
          """)
    }
    try queue.close()
  }

  private func talk(_ keys: String) throws -> [Substring] {
    try folder.write("keys", keys)
    let talk = try Program.run(
      ["sh", "-c", "exec '\(BuiltProgram.path)' --linear app.sqlite < keys"], in: folder.path)
    #expect(talk.status == 0)
    return talk.output.split(separator: "\n")
  }

  @Test func `each tab lists its tables and all losses, even if they were read out before`() throws
  {
    let lines = try talk("d\n]\n]\nq\n")
    let losses = try BuiltProgram.run(["dry-run", "app.sqlite"], in: folder.path).output
      .split(separator: "\n").map { $0.drop { $0 == " " } }.filter { $0.hasPrefix("LOSES") }
    #expect(losses.count == 2)
    for tab in ["[Changes]", "[Data]"] {
      let start = try #require(lines.firstIndex { $0.contains(tab) }, "\(tab)")
      let end = lines[(start + 1)...].firstIndex { $0.hasPrefix("Tabs: ") } ?? lines.endIndex
      let shown = lines[start..<end].map { $0.drop { $0 == " " } }
      for loss in losses { #expect(shown.contains(loss), "\(tab): \(loss)") }
      #expect(shown.contains { $0.hasPrefix("club: 3 → 2 rows") }, "\(tab): \(shown)")
    }
  }

  @Test func `a dialog repeats losses that were already read out in the detail`() throws {
    let lines = try talk("d\ns\nesc\nq\n")
    let start = try #require(lines.firstIndex { $0.hasPrefix("Dialog: ") })
    let dialog = lines[start...]
    #expect(dialog.contains { $0.contains("club") && $0.contains("1 row") }, "\(lines)")
  }

  @Test func `returning to a screen reads out its full lists again`() throws {
    let lines = try talk("2\n1\nq\n")
    let lists = lines.indices.filter { lines[$0].hasPrefix("Migrations: 1 row") }
    #expect(lists.count >= 2)
    for index in lists { #expect(lines[index + 1].contains("1_club")) }
  }
}
