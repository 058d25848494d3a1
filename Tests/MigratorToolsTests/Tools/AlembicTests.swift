import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport
import Testing

struct AlembicTests {
  /// A file as written by `alembic revision` of Alembic 1.20.1.
  private static func file(
    _ revision: String, _ message: String, after parents: String, labels: String = "None",
    needs: String = "None"
  ) -> (String, String) {
    let name = message.split(separator: " ").joined(separator: "_")
    let revises = parents.filter { !"()'".contains($0) }
    return (
      "versions/\(revision)_\(name).py",
      """
      \"\"\"\(message)

      Revision ID: \(revision)
      Revises: \(revises == "None" ? "" : revises)
      Create Date: 2026-11-21 18:37:52.290356

      \"\"\"
      from typing import Sequence, Union

      from alembic import op
      import sqlalchemy as sa


      # revision identifiers, used by Alembic.
      revision: str = '\(revision)'
      down_revision: Union[str, Sequence[str], None] = \(parents)
      branch_labels: Union[str, Sequence[str], None] = \(labels)
      depends_on: Union[str, Sequence[str], None] = \(needs)


      def upgrade() -> None:
          \"\"\"Upgrade schema.\"\"\"
          op.execute("CREATE TABLE t_\(revision) (id INTEGER PRIMARY KEY)")


      def downgrade() -> None:
          \"\"\"Downgrade schema.\"\"\"
          pass

      """
    )
  }

  private static let files = Dictionary(uniqueKeysWithValues: [
    file("1a2b3c4d5e6f", "create clubs", after: "None"),
    file("2b3c4d5e6f70", "create players", after: "'1a2b3c4d5e6f'"),
    file("3c4d5e6f7081", "add scores", after: "'2b3c4d5e6f70'", labels: "('scores',)"),
    file("4d5e6f708192", "add transfers", after: "'2b3c4d5e6f70'"),
    file("5e6f708192a3", "more transfers", after: "'4d5e6f708192'"),
    file(
      "6f708192a3b4", "merge scores and transfers", after: "('3c4d5e6f7081', '5e6f708192a3')"),
    file("708192a3b4c5", "add seasons", after: "'6f708192a3b4'"),
    file(
      "8192a3b4c5d6", "audit log", after: "None", labels: "('audit',)", needs: "'2b3c4d5e6f70'"),
    ("env.py", "from alembic import context\n"),
  ])

  /// The table as created by Alembic 1.20.1.
  private static let ledger = """
    CREATE TABLE alembic_version (
    \tversion_num VARCHAR(32) NOT NULL,\u{20}
    \tCONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
    );
    """

  private static func project(at revisions: [String]) throws -> ToolProject {
    try ToolProject(
      Alembic(), files: files,
      sql: ledger
        + revisions.map { "INSERT INTO alembic_version VALUES ('\($0)');" }.joined())
  }

  /// The table contents after `alembic upgrade` of Alembic 1.20.1, and the first characters of the
  /// revisions that had run.
  ///
  /// Each revision had created a table.
  @Test(arguments: [
    (["1a2b3c4d5e6f"], "1"),
    (["2b3c4d5e6f70"], "12"),
    (["3c4d5e6f7081"], "123"),
    (["8192a3b4c5d6"], "128"),
    (["8192a3b4c5d6", "3c4d5e6f7081"], "1238"),
    (["3c4d5e6f7081", "5e6f708192a3"], "12345"),
    (["3c4d5e6f7081", "8192a3b4c5d6", "5e6f708192a3"], "123458"),
    (["6f708192a3b4"], "123456"),
    (["8192a3b4c5d6", "708192a3b4c5"], "12345678"),
  ])
  func `migrations that Alembic ran are shown as applied`(revisions: [String], applied: String)
    throws
  {
    let project = try Self.project(at: revisions)
    let status = try project.status()
    #expect(
      status.migrations.filter { $0.state == .applied }.compactMap(\.identifier.first).sorted()
        == Array(applied))
    #expect(status.count(of: .code) == 8 - applied.count)
    #expect(
      status.migrations.filter { $0.note == "The database is at this revision." }
        .map { String($0.identifier.prefix(12)) }.sorted() == revisions.sorted())
  }

  /// Alembic searches subfolders of `versions` only if it is configured to.
  @Test(arguments: ["versions/", ""])
  func `files in subfolders of the revisions folder are ignored`(place: String) throws {
    var files = Dictionary(
      uniqueKeysWithValues: Self.files.map { file, text in
        (file.replacing("versions/", with: place), text)
      })
    let (_, text) = Self.file("99999999999a", "old", after: "'1a2b3c4d5e6f'")
    files["\(place)old/99999999999a_old.py"] = text
    let project = try ToolProject(Alembic(), files: files, sql: Self.ledger)
    #expect(try project.status().count(of: .code) == 8)
    try project.folder.write("alembic.ini", "[alembic]\nrecursive_version_locations = true\n")
    #expect(try project.status().count(of: .code) == 9)
  }

  @Test func `parents precede their children, and the heads match Alembic's`() throws {
    let project = try Self.project(at: [])
    let order = try Self.order(project.toolFolder())
    #expect(
      order == [
        "1a2b3c4d5e6f", "2b3c4d5e6f70", "3c4d5e6f7081", "4d5e6f708192", "5e6f708192a3",
        "6f708192a3b4", "708192a3b4c5", "8192a3b4c5d6",
      ])
    // `alembic heads`: 708192a3b4c5 (scores) (head), 8192a3b4c5d6 (audit) (head)
    #expect(
      Alembic().notes(on: try project.tree()) == [
        "There are 2 heads: 708192a3b4c5, 8192a3b4c5d6. `alembic upgrade head` refuses this, "
          + "but `alembic upgrade heads` does not."
      ])
    #expect(
      try project.status().obstacle?.description
        == "This migration is written in Python. Only Alembic can run it. "
        + "Run `alembic upgrade 1a2b3c4d5e6f` in the project.")
    #expect(throws: MigrationError.self) { try project.step() }
  }

  @Test func `a recorded revision without a file blocks every step`() throws {
    let project = try Self.project(at: ["0123456789ab", "2b3c4d5e6f70"])
    #expect(try project.states()["0123456789ab"] == .unregistered)
    #expect(try project.states()["2b3c4d5e6f70_create_players"] == .applied)
    #expect(
      try project.status().obstacle?.message
        == "Alembic stops: the database is at revision 0123456789ab, but no file has this "
        + "revision.")
    // A label in the table is not a revision.
    #expect(try Self.project(at: ["audit"]).states()["audit"] == .unregistered)
  }

  @Test func `no repair is offered if the ledger cannot be written`() throws {
    for revisions in [[], ["2b3c4d5e6f70"]] {
      let made = try Self.project(at: revisions)
      let project = try Project(
        databasePath: made.databasePath,
        request: ProjectDetection.Request(folder: made.folder.path("migrations")))
      #expect(project.folder.tool.format == .alembic)
      #expect(
        try project.repairs(
          databasePath: made.databasePath, selected: "708192a3b4c5_add_seasons"
        ).isEmpty)
    }
  }

  @Test func `old and unusual spellings of a revision are read`() throws {
    let project = try ToolProject(
      Alembic(),
      files: [
        "a.py": "revision = \"a1\"; down_revision = None\n",
        "b.py": "revision = ('b' # comment\n   '1')\ndown_revision = [r'a1',]\ndepends_on=None\n",
        "c.py": "\u{FEFF}revision: 'str' = '''c1'''\r\ndown_revision: \\\r\n  str = u'b1'\r\n",
        "d.py":
          "\"\"\"\nrevision = 'no'\n\"\"\"\nif True:\n  revision = 'no'\nrevision = 'd1'\n"
          + "down_revision = {'c1',}\nbranch_labels = {'late'}\n",
        "e.py": "revision = 'e1'\ndown_revision = None\ndepends_on = ['late', 'b1']\n",
        "__init__.py": "",
      ], sql: Self.ledger + "INSERT INTO alembic_version VALUES ('e1')")
    #expect(try Self.order(project.toolFolder()) == ["a1", "b1", "c1", "d1", "e1"])
    #expect(try project.status().count(of: .applied) == 5)
  }

  @Test(arguments: [
    (["a.py": "down_revision = None"], SourceProblem.Kind.badDeclaration),
    (["a.py": "revision = name()\ndown_revision = None"], .badDeclaration),
    (["a.py": "revision = 'a'\ndown_revision = 'x' + y"], .badDeclaration),
    (["a.py": "revision = 'a'\ndown_revision = f'{y}'"], .badDeclaration),
    (["a.py": "revision = 'a'\ndown_revision = 'x'"], .badDependency),
    (["a.py": "revision = 'a'\ndown_revision = 'a'"], .badDependency),
    (
      ["a.py": "revision = 'a'\ndown_revision = 'b'", "b.py": "revision='b'\ndown_revision='a'"],
      .badDependency
    ),
    (
      ["a.py": "revision = 'a'\ndown_revision = None", "b.py": "revision='a'\ndown_revision=None"],
      .duplicateVersion
    ),
  ])
  func `files that Alembic cannot load are reported`(
    files: [String: String], kind: SourceProblem.Kind
  ) throws {
    let project = try ToolProject(Alembic(), files: files)
    let failure = #expect(throws: SourceFailure.self) { try project.toolFolder() }
    #expect(failure?.problems.map(\.kind) == [kind])
  }

  @Test(arguments: 0..<10)
  func `random graphs give the same result as a simple transitive closure`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<12 {
      let count = Int.random(in: 1...9, using: &random)
      var names = (0..<count).map { String(format16($0 &* 7919 &+ 17)) }
      names.shuffle(using: &random)
      var befores: [String: Set<String>] = [:]
      var parents: Set<String> = []
      var files: [String: String] = [:]
      for (index, name) in names.enumerated() {
        let earlier = names[..<index]
        let down = earlier.shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random))
        let needs = earlier.shuffled(using: &random).prefix(
          Int.random(in: 0...3, using: &random) == 0 ? 1 : 0)
        befores[name] = Set(down).union(needs)
        parents.formUnion(down)
        files["\(name)_x.py"] =
          "revision = '\(name)'\ndown_revision = \(Self.python(Array(down), using: &random))\n"
          + "depends_on = \(Self.python(Array(needs), using: &random))\n"
      }
      let project = try ToolProject(Alembic(), files: files)
      let folder = try project.toolFolder()
      let order = Self.order(folder)
      #expect(order.sorted() == names.sorted())
      for (index, name) in order.enumerated() {
        #expect(befores[name]?.isSubset(of: order[..<index]) ?? false)
      }
      let heads = names.filter { !parents.contains($0) }.sorted()
      #expect(
        Alembic().notes(on: try project.tree()).first?.contains(heads.joined(separator: ", "))
          ?? (heads.count == 1))
      for _ in 0..<5 {
        let current = Set(
          names.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random)))
        var closed = current
        while true {
          let grown = closed.union(closed.flatMap { befores[$0] ?? [] })
          if grown == closed { break }
          closed = grown
        }
        let rows = current.map { ["version_num": $0.databaseValue] }
        let reading = folder.ledger.state(
          LedgerRows(tables: [
            "alembic_version": LedgerRows.Table(rows: rows.map { LedgerRows.Row($0) })
          ]))
        #expect(Set(reading.appliedIdentifiers) == Set(closed.map { "\($0)_x" }))
        #expect(reading.obstacle == nil)
      }
    }
  }

  private static func order(_ folder: ToolFolder) -> [String] {
    (folder.ledger as? AlembicLedger)?.revisions.map(\.revision) ?? []
  }

  private func format16(_ number: Int) -> String { String(number, radix: 16) }

  /// Formats names in a random Python syntax.
  private static func python(_ names: [String], using random: inout SeededGenerator) -> String {
    if names.isEmpty { return Bool.random(using: &random) ? "None" : "()" }
    if names.count == 1, Bool.random(using: &random) { return "\"\(names[0])\"" }
    let list = names.map { "'\($0)'" }.joined(
      separator: Bool.random(using: &random) ? ", " : ",\n ")
    return Bool.random(using: &random) ? "[\(list)]" : "(\(list),)"
  }
}
