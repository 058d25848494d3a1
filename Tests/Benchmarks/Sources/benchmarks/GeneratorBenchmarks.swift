internal import Foundation
internal import MigratorEngine
internal import MigratorGenerator

/// Measures how long it takes to generate the types for a database with many tables.
///
/// The peer is the shell, which runs the same file in memory and lists the columns and foreign keys
/// of all tables. A generator has to read at least these.
struct GeneratorBenchmarks {
  let bench: Workbench
  let subjects: [Subject]
  let rounds: Int

  func run() throws {
    let folder = bench.newPath()
    let count = 1_000
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let script = Self.script(count)
    try script.write(toFile: folder + "/Large.sql", atomically: true, encoding: .utf8)
    var tasks = [
      (
        name: "ours",
        prepare: {
          Measurement.Task {
            let read = try GeneratorFolder(folder)
            let made = try Generator.outputs(of: read.groups, read.settings).files
            guard made.first?.text.contains("struct Item\(count - 1):") == true else {
              throw WrongAnswer()
            }
          }
        }
      )
    ]
    if subjects.contains(where: { $0.name == "sqlite3" }) {
      tasks.append(
        (
          name: "sqlite3",
          prepare: {
            Measurement.Task { try Subject.run([":memory:"], input: script + Self.listing) }
          }
        ))
    }
    let title = "types of \(count.formatted()) tables"
    try Measurement(title, rounds: rounds, tasks)
      .show(subjects.map(\.name), goal: .seconds(2), in: bench.goals)
  }

  private static let listing = """
    SELECT * FROM sqlite_master m, pragma_table_xinfo(m.name) WHERE m.type = 'table';
    SELECT * FROM sqlite_master m, pragma_foreign_key_list(m.name) WHERE m.type = 'table';
    """

  private static func script(_ count: Int) -> String {
    (0..<count).map { number in
      """
      CREATE TABLE item\(number) (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        state TEXT NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'done')),
        price DECIMAL(10, 2),
        made_at TIMESTAMP NOT NULL,
        owner_id INTEGER REFERENCES item\(number / 2) (id)
      );

      """
    }.joined()
  }
}
