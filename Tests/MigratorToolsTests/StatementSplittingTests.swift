import MigratorEngine
import MigratorTestSupport
import Testing

@testable import MigratorTools

/// Statements that a tool splits in another way than SQLite.
struct StatementSplittingTests {
  private func problems(
    _ tool: any MigrationTool, _ files: [String: String], of identifier: String,
    package: String? = nil
  ) throws -> [String] {
    let project = try ToolProject(tool, files: files)
    if let package { try project.folder.write("package.json", package) }
    let folder = try ToolFolder(tool: tool, folder: project.tree())
    let prefix = project.folder.path("migrations/")
    return folder.splitting(identifier).map {
      $0.placedMessage.replacing(prefix, with: "")
    }
  }

  private func drizzle(_ sql: String, package: String? = nil) throws -> [String] {
    try problems(
      Drizzle(),
      [
        "0000_a.sql": sql,
        "meta/_journal.json":
          #"{"dialect":"sqlite","entries":[{"idx":0,"when":1,"tag":"0000_a"}]}"#,
      ], of: "0000_a", package: package)
  }

  @Test
  func `statements without a breakpoint are reported if Drizzle uses better-sqlite3`() throws {
    let two = "CREATE TABLE a (x);\nCREATE TABLE b (x);\n"
    let found = try drizzle(two)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("0000_a.sql:2:1: Drizzle passes this statement to") == true)
    #expect(try drizzle(two, package: #"{"devDependencies":{"better-sqlite3":"^11"}}"#).count == 1)
    #expect(
      try drizzle("CREATE TABLE a (x);\n--> statement-breakpoint\nCREATE TABLE b (x);\n") == [])
    #expect(
      try drizzle(
        "CREATE TABLE a (x);--> statement-breakpoint\nCREATE TABLE b (x);\nCREATE TABLE c (x);"
      ).first?.hasPrefix("0000_a.sql:3:1:") == true)
    // Other drivers are not known to refuse it.
    for name in ["@libsql/client", "bun-types", "expo-sqlite"] {
      #expect(try drizzle(two, package: #"{"dependencies":{"\#(name)":"1"}}"#) == [])
    }
    #expect(
      try drizzle(two, package: #"{"dependencies":{"better-sqlite3":"1","sql.js":"1"}}"#) == [])
  }

  private func d1(_ sql: String) throws -> [String] {
    try problems(D1(), ["0001_a.sql": sql], of: "0001_a.sql")
  }

  private static let table = "CREATE TABLE a (x);\n"

  @Test(arguments: [
    table + "CREATE TRIGGER t AFTER INSERT ON a BEGIN\n  DELETE FROM a;\nEND;\n" + table,
    table
      + "CREATE TRIGGER t AFTER INSERT ON a\nBEGIN\n UPDATE a SET x = (CASE 1 WHEN 1 THEN 2 END);\nEND;\n",
    "INSERT INTO a VALUES ('; BEGIN '); -- ; BEGIN it's\nSELECT 1 /* ; */;\nSELECT ';';\n",
    "CREATE TABLE a (x);", "CREATE TABLE [begin] (x); SELECT 1;",
  ])
  func `files are not reported if D1 splits them as SQLite does`(sql: String) throws {
    #expect(try d1(sql) == [])
  }

  @Test func `for D1's server, BEGIN must be in capitals and CASE in parentheses`() throws {
    let lower = "create trigger t after insert on a\nbegin\n  delete from a;\nend;\nselect 1;\n"
    #expect(
      try d1(Self.table + lower).map { String($0.prefix(60)) } == [
        "0001_a.sql:3:1: D1's server ends the trigger at its first se"
      ])
    let bare =
      "CREATE TRIGGER t AFTER INSERT ON a BEGIN\n  SELECT CASE WHEN new.x THEN 1 END;\nEND;\n"
    let found = try d1(Self.table + bare)
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("0001_a.sql:3:33: D1's server mistakes this END of a CASE") == true)
    #expect(
      try d1(Self.table + bare.replacing("CASE", with: "(CASE").replacing("1 END", with: "1 END)"))
        == [])
  }

  @Test func `a name in brackets that makes wrangler split a trigger is reported`() throws {
    let sql = """
      CREATE TRIGGER t AFTER INSERT ON a
      BEGIN
       UPDATE x SET [ END ] = 1;
       UPDATE y SET z = 2;
      END;
      SELECT 1;
      """
    #expect(
      try d1(sql).map { String($0.prefix(75)) } == [
        "0001_a.sql:1:1: wrangler 4.125.0 ends this statement at the semicolon on li"
      ])
  }

  @Test func `a CASE whose END makes wrangler join statements is reported`() throws {
    let sql = "INSERT INTO a SELECT CASE WHEN 1 THEN 2 END, 3;\nSELECT 1;\nSELECT 2;\n"
    let found = try d1(sql)
    #expect(found.first?.hasPrefix("0001_a.sql:1:1: wrangler 4.125.0 does not end this") == true)
    #expect(found.count == 2)
    #expect(try d1("INSERT INTO a SELECT CASE WHEN 1 THEN 2 END , 3;\nSELECT 1;\n") == [])
  }

  @Test
  func `triggers that old versions of sqlparse split in yoyo migrations are reported`() throws {
    func yoyo(_ sql: String) throws -> [String] {
      try problems(Yoyo(), ["1_a.sql": "-- depends:\n" + sql], of: "1_a")
    }
    let two = """
      CREATE TRIGGER t AFTER INSERT ON a BEGIN
        UPDATE a SET x = (CASE WHEN 1 THEN 2 END);
        UPDATE a SET x = (CASE WHEN 1 THEN 2 END);
      END;
      """
    #expect(try yoyo(two).first?.hasPrefix("1_a.sql:4:21: yoyo splits with sqlparse") == true)
    let condition =
      "CREATE TRIGGER t AFTER INSERT ON a WHEN CASE new.x WHEN 1 THEN 1 END BEGIN\n"
      + " DELETE FROM a;\nEND;"
    #expect(try yoyo(condition).first?.contains("before 0.5.4") == true)
    #expect(
      try yoyo("CREATE TRIGGER t AFTER INSERT ON a BEGIN\n SELECT CASE 1 WHEN 1 THEN 2 END;\nEND;")
        == [])
  }

  @Test func `nothing is reported for tools that pass whole files to SQLite`() throws {
    let sql = "create trigger t after insert on a begin\n select case when 1 then 2 end;\nend;\n"
    #expect(try problems(Sqlx(), ["1_a.sql": sql], of: "1_a") == [])
    #expect(try problems(GolangMigrate(), ["1_a.up.sql": sql], of: "1_a") == [])
  }
}
