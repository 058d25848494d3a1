import MigratorTestSupport
import Testing

@testable import MigratorEngine

struct ScratchFolderTests {
  @Test func `a copy larger than the free space is refused with the sizes`() throws {
    let parent = try TemporaryFolder()
    let folder = try ScratchFolder(in: parent.path)
    try folder.require(1)
    let error = #expect(throws: MigrationError.self) { try folder.require(.max) }
    guard case .notEnoughSpace(let place, let needed, let available) = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(place == parent.path)
    #expect(needed == .max)
    #expect(available > 0)
    #expect(error?.remedy.sentence.contains("TMPDIR") == true)
  }

  @Test
  func `the folder and SQLite's files in it are deleted when the value goes out of scope`() throws {
    let parent = try TemporaryFolder()
    do {
      let folder = try ScratchFolder(in: parent.path)
      for suffix in ["", "-wal", "-shm", "-journal"] {
        try parent.write(
          String((folder.databasePath + suffix).dropFirst(parent.path.count + 1)), "rest")
      }
      #expect(parent.names().count == 5)
    }
    #expect(parent.names().isEmpty)
  }
}
