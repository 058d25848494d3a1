import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport
import Testing

/// Flyway projects with classes next to the SQL files, or with settings that relax the validation.
struct FlywayProjectTests {
  private static let table = """
    CREATE TABLE flyway_schema_history (installed_rank INT NOT NULL PRIMARY KEY, version, description,
      type, script, checksum INT, installed_by, installed_on, execution_time, success);
    """

  private static func row(
    _ rank: Int, _ version: String, _ text: String?, type: String = "SQL"
  ) -> String {
    "INSERT INTO flyway_schema_history VALUES (\(rank), '\(version)', 'x', '\(type)', "
      + (type == "SQL" ? "'V\(version)__x.sql'" : "'db.migration.V\(version)__x'")
      + ", \(text.map { String(CRC32.ofLines($0)) } ?? "NULL"), '', '', 1, 1);"
  }

  private static let one = "CREATE TABLE one (id);"
  private static let files = ["V1__x.sql": one, "V3__x.sql": "CREATE TABLE three (id);"]

  @Test(arguments: [("", false), ("*:future", false), ("*:missing", true), ("*:*", false)])
  func `a version newer than every file is accepted if the settings ignore future versions`(
    patterns: String, isRefused: Bool
  ) throws {
    let project = try ToolProject(
      Flyway(), files: Self.files,
      sql: Self.table + Self.row(1, "1", Self.one) + Self.row(2, "9", nil))
    let setting = patterns.isEmpty ? "" : "\nflyway.ignoreMigrationPatterns=\(patterns)"
    try project.folder.write("flyway.conf", "flyway.outOfOrder=true" + setting)
    #expect((try project.status().obstacle != nil) == isRefused)
  }

  @Test(arguments: ["JDBC", "SPRING_JDBC"])
  func `a row for a Java or Kotlin class is not reported as a missing file`(type: String) throws {
    let project = try ToolProject(
      Flyway(), files: Self.files,
      sql: Self.table + Self.row(1, "1", Self.one) + Self.row(2, "2", nil, type: type))
    let status = try project.status()
    #expect(status.obstacle == nil)
    #expect(status.next?.identifier == "V3__x")
    #expect(
      status.migrations.first { $0.state == .unregistered }?.note
        == "A Java or Kotlin class, not a file in this folder.")
    try project.stepAll()
    #expect(try project.status().newer == [])
    #expect(
      try project.rows("SELECT version FROM flyway_schema_history") == ["'1'", "'2'", "'3'"])
  }

  @Test(arguments: [("java", "V2__x.java", "Java"), ("kotlin", "V2__x.kt", "Kotlin")])
  func `a class next to the resources is listed as code, whether applied or not`(
    folder: String, file: String, language: String
  ) throws {
    let made = try TemporaryFolder()
    try made.write("build.gradle.kts", "")
    for (name, text) in Self.files {
      try made.write("src/main/resources/db/migration/\(name)", text)
    }
    try made.write("src/main/\(folder)/db/migration/\(file)", "class V2__x")
    func status(_ sql: String) throws -> StatusReport {
      try made.makeDatabase(sql: sql)
      defer { DatabaseCopy.remove(made.path("app.sqlite")) }
      let project = try Project(
        databasePath: made.path("app.sqlite"), currentFolder: made.path("nowhere"))
      return try DatabaseInspection.inspect(path: made.path("app.sqlite")) {
        try $0.status(of: project.migrator())
      }
    }
    let applied = try status(
      Self.table + Self.row(1, "1", Self.one) + Self.row(2, "2", nil, type: "JDBC"))
    #expect(applied.lines == ["applied V1__x", "applied V2__x", "pending V3__x"])
    let pending = try status(Self.table + Self.row(1, "1", Self.one))
    #expect(pending.lines == ["applied V1__x", "code V2__x", "pending V3__x"])
    #expect(pending.obstacle?.message == "\(file) is a \(language) migration.")
    #expect(try status("").stop()?.identifier == "V2__x")
  }

  @Test func `a Kotlin file next to the SQL files is listed as code`() throws {
    var files = Self.files
    files["V2__x.kt"] = "class V2__x"
    let project = try ToolProject(Flyway(), files: files)
    #expect(try project.status().lines == ["pending V1__x", "code V2__x", "pending V3__x"])
  }

  @Test(arguments: [
    ("flyway.mixed=true", "V1__x.sql", "PRAGMA foreign_keys = OFF;\nCREATE TABLE a (id);"),
    ("flyway.placeholderReplacement = false", "V1__x.sql", "CREATE TABLE a ('${x}');"),
  ])
  func `a file that is refused by default runs if flyway.conf permits it`(
    line: String, file: String, text: String
  ) throws {
    let project = try ToolProject(Flyway(), files: [file: text])
    #expect(try project.status().next == nil)
    try project.folder.write("flyway.conf", "# theirs\n\(line)\n")
    #expect(try project.status().next?.identifier == "V1__x")
    try project.stepAll()
    #expect(try project.status().migrations.map(\.state) == [.applied])
  }

  @Test(arguments: [
    ("outOfOrder = true", MigrationStatus.State.outOfOrder),
    ("ignoreMigrationPatterns = [\"*:ignored\"]", .skipped),
    ("validateOnMigrate = false", .skipped),
  ])
  func `settings that relax Flyway's validation are followed`(
    line: String, state: MigrationStatus.State
  ) throws {
    let project = try ToolProject(
      Flyway(), files: Self.files,
      sql: Self.table + Self.row(1, "3", "CREATE TABLE three (id);"))
    #expect(try project.status().obstacle?.message.contains("a higher version is") == true)
    try project.folder.write("flyway.toml", "[flyway]\n\(line)\n\n[environments.x]\ntable = 'y'\n")
    #expect(try project.status().obstacle == nil)
    #expect(try project.states()["V1__x"] == state)
  }

  @Test func `a missing file is ignored if the settings say so`() throws {
    let project = try ToolProject(
      Flyway(), files: Self.files,
      sql: Self.table + Self.row(1, "1", Self.one) + Self.row(2, "2", "gone"))
    #expect(try project.status().obstacle?.message.contains("file is missing") == true)
    try project.folder.write("flyway.conf", "flyway.ignoreMigrationPatterns=*:missing,*:future")
    #expect(try project.status().next?.identifier == "V3__x")
  }

  @Test func `a setting that only Flyway supports blocks every step`() throws {
    let project = try ToolProject(Flyway(), files: Self.files)
    try project.folder.write("application.properties", "spring.flyway.init-sql=SELECT 1\n")
    #expect(
      try project.status().obstacle?.message
        == "application.properties sets initSql, which only Flyway supports.")
  }

  @Test func `a Gradle build file is found from a folder at any depth`() throws {
    let made = try TemporaryFolder()
    try made.write("build.gradle.kts", "")
    try made.write("a/b/c/d/e/f/g/V1__x.sql", Self.one)
    let tree = try FolderTree(path: made.path("a/b/c/d/e/f/g"))
    #expect(Flyway().evidence(in: tree)?.strength == .certain)
  }
}
