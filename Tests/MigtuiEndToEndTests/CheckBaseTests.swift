import Foundation
import MigratorTestSupport
import Testing

/// `migtui check --base REF`, in real git repositories.
struct CheckBaseTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try git("init", "-q", "-b", "main")
    try write("001_a.sql", "CREATE TABLE a (x);\n")
    try write("003_c.sql", "CREATE TABLE c (x);\n")
    try commit()
    try git("tag", "base")
  }

  @discardableResult
  private func git(_ arguments: String..., in place: String? = nil) throws -> String {
    let outcome = try Program.run(
      ["git", "-c", "user.name=Ann", "-c", "user.email=ann@example.com"] + arguments,
      in: place ?? folder.path,
      environment: ["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"])
    try #require(outcome.status == 0, "\(arguments): \(outcome.errors)")
    return outcome.output
  }

  private func commit() throws {
    try git("add", "-A")
    try git("commit", "-q", "-m", "work")
  }

  private func write(_ name: String, _ text: String) throws {
    try folder.write("Migrations/\(name)", text)
  }

  private func check(
    _ base: String = "base", _ arguments: String..., in place: String? = nil,
    environment: [String: String] = [:]
  ) throws -> Program.Outcome {
    try BuiltProgram.run(
      ["check", "--base", base] + arguments, in: place ?? folder.path, environment: environment)
  }

  /// The errors and warnings of a check, without remedies and the summary.
  private func findings(_ outcome: Program.Outcome) -> [String] {
    outcome.output.split(separator: "\n").map(String.init).filter { $0.hasSuffix("]") }
  }

  @Test
  func `a migration added at the end causes no finding, whether or not it is committed`() throws {
    try write("004_d.sql", "CREATE TABLE d (x);\n")
    #expect(try check().status == 0)
    try commit()
    #expect(try check().status == 0)
    #expect(try git("status", "--porcelain") == "")
  }

  @Test
  func `a separate down file may change, and findings in it are reported only if it does`() throws {
    try folder.write("m/1_a.up.sql", "CREATE TABLE a (x);\n")
    try folder.write("m/1_a.down.sql", "DROP TABLE b;\n")
    try commit()
    try git("tag", "-f", "base")
    func found() throws -> [String] {
      try findings(check("base", "--migrations", "m", "--format", "sqlx"))
    }
    #expect(try found() == [])
    try folder.write("m/1_a.down.sql", "DROP TABLE c;\n")
    #expect(
      try found() == [
        "m/1_a.down.sql:1:12: warning: The down migration fails: no such table: c. [down-differs]"
      ])
  }

  @Test func `an edited, an inserted and a removed migration cause errors`() throws {
    try write("001_a.sql", "CREATE TABLE a (x, y);\n")
    try write("002_b.sql", "CREATE TABLE b (x);\n")
    let outcome = try check()
    #expect(outcome.status == 1)
    #expect(
      findings(outcome) == [
        "Migrations/001_a.sql: error: 001_a differs from its file at base. [edited]",
        "Migrations/002_b.sql: error: 002_b is new, but it sorts before 003_c, which exists at "
          + "base. [inserted]",
      ])
    try FileManager.default.removeItem(atPath: folder.path("Migrations/003_c.sql"))
    #expect(
      try findings(check()).first
        == "Migrations/003_c.sql: error: 003_c exists at base, but its file was removed. [removed]")
  }

  @Test func `the finding for a renamed migration names the new file`() throws {
    try git("mv", "Migrations/003_c.sql", "Migrations/005_c.sql")
    let outcome = try check()
    #expect(
      findings(outcome) == [
        "Migrations/003_c.sql: error: 003_c exists at base, but its file was renamed to "
          + "005_c.sql. [removed]"
      ])
    #expect(outcome.output.contains("    Restore the previous name.\n"))
    try git("reset", "-q", "--hard")
    #expect(try check().status == 0)
  }

  @Test func `the order of the tool is used, not alphabetical order`() throws {
    try write("10_d.sql", "CREATE TABLE d (x);\n")
    #expect(try check().status == 0)
  }

  @Test func `findings of unchanged files are left out and counted`() throws {
    try write("004_d.sql", "DROP TABLE c;\n")
    try commit()
    try git("tag", "-f", "base")
    let whole = try BuiltProgram.run(["check"], in: folder.path)
    #expect(whole.status == 1)
    let outcome = try check()
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("finding in an unchanged file left out (--base base)."))
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(check("base", "--json").output.utf8))
        as? [String: Any])
    #expect(json["base"] as? String == "base")
    #expect(json["leftOut"] as? Int == 1)
    #expect(JSONSchema.shared.flaws(of: json, as: "check") == [])
    // A failure is never left out: nothing after it was tried.
    try write("005_e.sql", "INSERT INTO nowhere VALUES (1);\n")
    try commit()
    #expect(try check("HEAD").status == 2)
  }

  @Test func `names with spaces, newlines, quotes and a hyphen are compared`() throws {
    let names = ["004_a b.sql", "005_a\nb.sql", "006_ä\"'$(id).sql", "007_-x.sql"]
    for (index, name) in names.enumerated() { try write(name, "CREATE TABLE n\(index) (x);\n") }
    try commit()
    try git("tag", "-f", "base")
    #expect(try check().status == 0)
    for (index, name) in names.enumerated() { try write(name, "CREATE TABLE m\(index) (x);\n") }
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(check("base", "--json").output.utf8))
        as? [String: Any])
    let found = try #require(json["findings"] as? [[String: Any]])
    #expect(found.map { $0["rule"] as? String } == names.map { _ in "edited" })
  }

  @Test func `line endings that git converts are not a change`() throws {
    try folder.write(".gitattributes", "*.sql text eol=crlf\n")
    try commit()
    try git("tag", "-f", "base")
    try write("001_a.sql", "CREATE TABLE a (x);\r\n")
    #expect(try check().status == 0)
    try write("001_a.sql", "CREATE TABLE a (x); \r\n")
    #expect(try findings(check()).count == 1)
  }

  @Test func `a different file mode or a file that is not in the index is not a change`() throws {
    try git("rm", "-q", "--cached", "Migrations/001_a.sql")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("Migrations/003_c.sql"))
    #expect(try check().status == 0)
  }

  @Test func `a subfolder of a repository and a folder named like an option can be compared`()
    throws
  {
    try folder.write("app/-x/001_a.sql", "CREATE TABLE a (x);\n")
    try commit()
    try git("tag", "-f", "base")
    try folder.write("app/-x/001_a.sql", "CREATE TABLE a (y);\n")
    let outcome = try check("base", "--migrations", "./-x", in: folder.path("app"))
    #expect(findings(outcome).count == 1)
    #expect(outcome.output.hasPrefix("./-x/001_a.sql: error: 001_a differs"))
    // In a hook, git names another work tree.
    let hook = try check(
      "base", "--migrations", "./-x", in: folder.path("app"),
      environment: ["GIT_DIR": ".git", "GIT_INDEX_FILE": ".git/index"])
    #expect(findings(hook).count == 1)
  }

  @Test func `changes in the base that a branch does not have yet cause no findings`() throws {
    try git("checkout", "-q", "-b", "work")
    try write("005_w.sql", "CREATE TABLE w (x);\n")
    try commit()
    try git("checkout", "-q", "main")
    try write("004_m.sql", "CREATE TABLE m (x);\n")
    try commit()
    try git("checkout", "-q", "work")
    #expect(try check("main").status == 0)
  }

  @Test func `a shallow clone needs only the commit of the base`() throws {
    try git("checkout", "-q", "-b", "work")
    try write("001_a.sql", "CREATE TABLE a (x, y);\n")
    try commit()
    let clone = try TemporaryFolder()
    try git(
      "clone", "-q", "--depth=1", "--branch", "work", "file://\(folder.path)", clone.path("c"),
      in: clone.path)
    let missing = try check("origin/main", in: clone.path("c"))
    #expect(missing.status == 4)
    #expect(missing.errors.contains("no commit origin/main; it is a shallow clone."))
    let command = "git fetch --depth=1 origin +refs/heads/main:refs/remotes/origin/main"
    #expect(missing.errors.contains(command))
    let words = command.split(separator: " ").dropFirst().map(String.init)
    let fetched = try Program.run(["git"] + words, in: clone.path("c"))
    #expect(fetched.status == 0)
    #expect(try findings(check("origin/main", in: clone.path("c"))).count == 1)
  }

  @Test func `without a repository, git or a commit, the error says what is missing`() throws {
    let plain = try TemporaryFolder()
    try plain.write("Migrations/1_a.sql", "CREATE TABLE a (x);")
    let outside = try check("main", in: plain.path)
    #expect(outside.status == 4)
    #expect(outside.errors.contains("--base requires a git repository"))
    // The test runs the program with setsid.
    let setsid = try Program.run(["which", "setsid"]).output.trimmingCharacters(in: .newlines)
    try FileManager.default.createDirectory(
      atPath: plain.path("bin"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: plain.path("bin/setsid"), withDestinationPath: setsid)
    let noGit = try check("base", environment: ["PATH": plain.path("bin")])
    #expect(noGit.status == 4)
    #expect(noGit.errors.contains("--base requires git, which was not found in PATH."))
    let unknown = try check("nope")
    #expect(unknown.status == 4)
    #expect(unknown.errors.contains("no commit nope."))
    #expect(try check("base:Migrations").status == 4)
    // ArgumentParser takes this for an option; with `=` it reaches the command.
    let option = try BuiltProgram.run(["check", "--base=--output=x"], in: folder.path)
    #expect(option.status == 64)
    #expect(!folder.names().contains("x"))
    let empty = try BuiltProgram.run(["check", "--base="], in: folder.path)
    #expect(empty.status == 64)
  }

  @Test func `Flyway's repeatable files may change, and they follow all versioned files`() throws {
    let names = ["V1__a.sql", "R__view.sql", "V2__b.sql"]
    try FileManager.default.removeItem(atPath: folder.path("Migrations"))
    try folder.write("db/V1__a.sql", "CREATE TABLE a (x);\n")
    try folder.write("db/R__view.sql", "CREATE VIEW v AS SELECT 1;\n")
    try commit()
    try git("tag", "-f", "base")
    try folder.write("db/R__view.sql", "CREATE VIEW v AS SELECT 2;\n")
    try folder.write("db/V2__b.sql", "CREATE TABLE b (x);\n")
    for name in names { #expect(folder.names().contains("db/\(name)")) }
    let outcome = try check("base", "--migrations", "db")
    #expect(!outcome.output.contains("[edited]"))
    #expect(!outcome.output.contains("[inserted]"))
    try folder.write("db/V1_5__c.sql", "CREATE TABLE c (x);\n")
    try commit()
    try git("tag", "-f", "base")
    try folder.write("db/V1_2__d.sql", "CREATE TABLE d (x);\n")
    #expect(
      try findings(check("base", "--migrations", "db")).contains {
        $0.contains("V1_2__d is new, but it sorts before V2__b")
      })
  }

  @Test func `files that Drizzle rewrites may change, and its journal sets the order`() throws {
    func journal(_ tags: [String]) throws {
      let entries = tags.enumerated().map { #"{"idx":\#($0),"when":\#($0 + 1),"tag":"\#($1)"}"# }
      try folder.write(
        "drizzle/meta/_journal.json",
        #"{"dialect":"sqlite","entries":[\#(entries.joined(separator: ","))]}"#)
    }
    try FileManager.default.removeItem(atPath: folder.path("Migrations"))
    try folder.write("drizzle/0000_z.sql", "CREATE TABLE a (x);\n")
    try journal(["0000_z"])
    try commit()
    try git("tag", "-f", "base")
    try folder.write("drizzle/0000_a.sql", "CREATE TABLE b (x);\n")
    try journal(["0000_z", "0000_a"])
    #expect(try check("base", "--migrations", "drizzle").status == 0)
    try journal(["0000_a", "0000_z"])
    #expect(
      try findings(check("base", "--migrations", "drizzle")) == [
        "drizzle/0000_a.sql: error: 0000_a is new, but it sorts before 0000_z, which exists at "
          + "base. [inserted]"
      ])
    // The file still exists, but Drizzle no longer runs it.
    try journal(["0000_a"])
    #expect(
      try findings(check("base", "--migrations", "drizzle")).first?.contains(
        "0000_z exists at base") == true)
  }
}
