import Foundation
import MigratorTestSupport
import Testing

/// Arguments of `--agree` that accept nothing, for example because a digest does not match.
struct UnusedAgreeTests {
  private let folder: TemporaryFolder
  private static let rows = "INSERT INTO club VALUES (1, 'a'), (2, 'b'), (3, 'c')"

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "Migrations/1_club.sql", "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT);")
    try folder.write("Migrations/2_drop.sql", "DELETE FROM club WHERE id < 3;")
    try folder.write("Migrations/3_more.sql", "CREATE TABLE more (a);")
    try folder.makeDatabase(sql: "")
    #expect(try migtui("step", "--yes", "app.sqlite").status == 0)
    try folder.makeDatabase("app.sqlite", sql: Self.rows)
  }

  @discardableResult
  private func migtui(_ arguments: String...) throws -> Program.Outcome {
    try BuiltProgram.run(
      arguments, in: folder.path, environment: ["XDG_STATE_HOME": folder.path("state")])
  }

  private func object(_ text: String) throws -> [String: Any] {
    #expect(JSONSchema.shared.flaws(ofOutput: text) == [])
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func digest(_ database: String = "app.sqlite") throws -> String {
    let json = try object(migtui("dry-run", database, "--json").output)
    return try #require((json["agreeDigests"] as? [String])?.first)
  }

  private static let unused = [
    ("2: lose 3 rows", "the losses of 2_drop are \"2: lose 2 rows\""),
    ("1: lose 1 row", "1_club is already applied"), ("9: lose 1 row", "does not name one of the"),
    ("lose 2 rows", "does not name one of the migrations"),
    ("3: lose 1 row", "3_more loses no data"),
    ("2: 5f2c1d0a9b3e4c7d", "it does not match 2_drop (the digest does not contain"),
  ]

  @Test(arguments: unused)
  func `an unused --agree is a finding of check, and a warning of dry-run and step`(
    argument: String, words: String
  ) throws {
    let options = ["--agree", argument, "--agree", "2: lose 2 rows"]
    func run(_ arguments: String...) throws -> Program.Outcome {
      try BuiltProgram.run(
        arguments + ["app.sqlite"] + options, in: folder.path,
        environment: ["XDG_STATE_HOME": folder.path("state")])
    }
    let isDigest = argument.hasSuffix("7d")
    let check = try run("check", "--generate", "none")
    #expect(check.output.contains("accepts nothing: "), "\(check)")
    #expect(check.output.contains(words), "\(check)")
    #expect(check.output.components(separatedBy: "[unused-consent]").count == 2, "\(check)")
    #expect(check.status == (isDigest ? 1 : 0))
    #expect(try run("check", "--generate", "none", "--strict").status == 1)
    let dryRun = try run("dry-run", "--all")
    #expect(dryRun.errors.hasPrefix("migtui: warning: --agree "), "\(dryRun)")
    #expect(dryRun.errors.contains(words), "\(dryRun)")
    #expect(dryRun.status == (isDigest ? 1 : 0))
    for command in [["check"], ["dry-run", "--all"], ["step", "--all", "--yes"]] {
      let text = try BuiltProgram.run(
        command + ["app.sqlite", "--json"] + options, in: folder.path,
        environment: ["XDG_STATE_HOME": folder.path("state")]
      ).output
      let found = try object(text)["unusedAgree"] as? [[String: Any]]
      #expect(found?.count == 1, "\(text)")
      #expect(found?.first?["given"] as? String == argument)
      #expect((found?.first?["message"] as? String)?.contains(words) == true)
    }
  }

  @Test
  func `a step warns before it runs, and a dry run whose losses are accepted succeeds`() throws {
    #expect(try migtui("dry-run", "app.sqlite").status == 1)
    let accepted = try migtui("dry-run", "app.sqlite", "--agree", "2: lose 2 rows")
    #expect(accepted.status == 0)
    #expect(!accepted.output.contains("To accept"))
    let other = try migtui(
      "step", "app.sqlite", "--yes", "--agree", "3: lose 1 row", "--agree", "2: lose 2 rows")
    #expect(other.status == 0)
    #expect(other.errors.contains("accepts nothing: 3_more is not in this run."), "\(other)")
    #expect(try migtui("step", "app.sqlite", "--yes").status == 0)
    let late = try migtui("step", "app.sqlite", "--yes", "--agree", "2: lose 2 rows")
    #expect(late.status == 0)
    #expect(late.errors.contains("accepts nothing: 2_drop is already applied."), "\(late)")
  }

  @Test func `a failed run gives no warning about migrations that it did not reach`() throws {
    try folder.write("Migrations/3_more.sql", "SELECT nothing;")
    try folder.write("Migrations/4_last.sql", "DROP TABLE club;")
    let outcome = try migtui(
      "check", "app.sqlite", "--agree", "3: lose 1 row", "--agree", "4: lose 3 rows")
    #expect(outcome.status == 2)
    #expect(!outcome.output.contains("unused-consent"))
  }

  @Test func `if a digest was printed by check for other rows, a step reports the difference`()
    throws
  {
    try folder.makeDatabase("staging.sqlite", sql: "")
    try migtui("step", "--yes", "staging.sqlite")
    try folder.makeDatabase("staging.sqlite", sql: "INSERT INTO club VALUES (1, 'a')")
    let given = try digest("staging.sqlite")
    let check = try migtui("check", "staging.sqlite", "--agree", given, "--generate", "none")
    #expect(check.status == 0, "\(check)")
    #expect(!check.output.contains("unused-consent"))
    let before = try folder.bytes("app.sqlite")
    let step = try migtui("step", "app.sqlite", "--yes", "--agree", given)
    #expect(step.status == 1)
    #expect(
      step.errors.contains(
        """
        difference from the digest of 2_drop:
          larger: 2 rows of club, deleted; accepted: 1

        """), "\(step)")
    #expect(!step.errors.contains("warning"))
    let json = try object(migtui("step", "app.sqlite", "--yes", "--json", "--agree", given).output)
    let unused = (json["unusedAgree"] as? [[String: Any]])?.first
    let difference = unused?["difference"] as? [String: Any]
    let larger = (difference?["larger"] as? [[String: Any]])?.first
    #expect(difference?["fileDiffers"] as? Bool == false)
    #expect(larger?["table"] as? String == "club")
    #expect(larger?["count"] as? Int == 2)
    #expect(larger?["accepted"] as? Int == 1)
    #expect(try folder.bytes("app.sqlite") == before)
    // The same difference in check and dry-run.
    #expect(
      try migtui("check", "app.sqlite", "--agree", given).output.contains(
        "(larger: 2 rows of club, deleted; accepted: 1)"))
    #expect(
      try migtui("dry-run", "app.sqlite", "--agree", given).errors.contains(
        "(larger: 2 rows of club, deleted; accepted: 1)"))
  }
}
