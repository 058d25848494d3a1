import MigratorEngine
import MigratorTestSupport
import Testing

@testable import MigratorTools

struct WriterRunnerTests {
  @Test func `sources are given for the facts about each tool whose files migtui writes`() throws {
    let folder = try TemporaryFolder()
    try folder.write("empty/.keep", "")
    let tree = try FolderTree(path: folder.path("empty"))
    for tool in MigrationTools.all {
      let new = NewMigration(title: "a", folder: tree, existing: [], now: .now)
      let runner = tool.runner(in: tree)
      // Lighter requires a name for its group of files.
      let isWritten = (try? tool.newFiles(for: new)) != nil || tool.format == .lighter
      #expect(!isWritten || !runner.sources.isEmpty, "\(tool.title)")
      guard isWritten else { continue }
      #expect(runner.transaction != .unknown, "\(tool.title)")
      #expect(runner.sources.allSatisfy { $0.contains("/") || $0.contains(" ") })
    }
  }

  @Test func `facts about a tool can depend on the project`() throws {
    let project = try ToolProject(Diesel(), files: ["1_a/up.sql": "SELECT 1;"])
    #expect(try Diesel().runner(in: project.tree()).foreignKeys != .unknown)
    try project.folder.write("Cargo.toml", "[dependencies]\ndiesel = \"2\"\n")
    #expect(try Diesel().runner(in: project.tree()).foreignKeys == .unknown)
    #expect(Prisma().runner(in: nil).canTurnForeignKeysOff)
    #expect(!D1().runner(in: nil).canTurnForeignKeysOff)
    #expect(GolangMigrate().runner(in: nil).transaction == .perMigration)
  }
}
