import MigratorTestSupport
import Testing

/// The command `migtui generate`.
struct GenerateTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("sql/A-001.sql", "CREATE TABLE things (id INTEGER PRIMARY KEY);")
  }

  private func generate(_ arguments: String...) throws -> Program.Outcome {
    try BuiltProgram.run(["generate"] + arguments, in: folder.path)
  }

  @Test func `types are written next to the files or elsewhere, and the path is printed`() throws {
    let made = try generate("sql")
    #expect(made.status == 0 && made.output == "sql/A.swift\n")
    let text = String(decoding: try folder.bytes("sql/A.swift"), as: UTF8.self)
    #expect(text.hasPrefix("// Made by `migtui generate`"))
    #expect(text.contains("struct Thing: SQLKeyedTableRecord, Identifiable {"))
    let again = try generate("sql")
    #expect(again.output == "sql/A.swift (unchanged)\n")
    #expect(try generate("sql", "--into", "a/b").output == "a/b/A.swift\n")
    #expect(try folder.bytes("a/b/A.swift") == folder.bytes("sql/A.swift"))
  }

  @Test func `errors are printed in compiler format, and nothing is written`() throws {
    try folder.write("sql/A-002.sql", "\nCREATE TABEL b (x);")
    let failed = try generate("sql")
    #expect(failed.status == 78)
    #expect(failed.output.isEmpty)
    #expect(failed.errors == "sql/A-002.sql:2:8: error: near \"TABEL\": syntax error\n")
    #expect(try generate("sql", "--json").output.contains("\"line\": 2"))
    #expect(!folder.names().contains("sql/A.swift"))
    #expect(try generate("none").status == 78)
  }

  @Test func `a file that the program did not generate is not replaced`() throws {
    try folder.write("sql/A.swift", "struct A {}")
    let failed = try generate("sql")
    #expect(failed.status == 73)
    #expect(
      failed.errors
        == "sql/A.swift:1:1: error: the file is there already, and was not made by migtui\n")
    #expect(try folder.bytes("sql/A.swift") == Array("struct A {}".utf8))
  }
}
