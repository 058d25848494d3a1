@testable import MigratorSources
import Testing

struct MigrationVersionTests {
  @Test(arguments: [
    ("001_create_clubs", "001", "1", "create clubs"),
    ("20240102030405_add-name", "20240102030405", "20240102030405", "add name"),
    ("ContactsDB-001", "001", "1", ""),
    ("ContactsDB-0010-emails", "0010", "10", "emails"),
    ("V1.2__first_step", "1.2", "1.2", "first step"),
    ("000", "000", "0", ""),
    (
      "99999999999999999999999999_far", "99999999999999999999999999", "99999999999999999999999999",
      "far"
    ),
  ])
  func `a name has a number, a version and words`(
    identifier: String, number: String, version: String, words: String
  ) {
    let name = MigrationFileName(identifier)
    #expect(name.number == number)
    #expect(name.version?.description == version)
    #expect(name.words == words)
  }

  @Test(arguments: ["create", "create_all_2", "", "-", "players and 2 clubs", "名前"])
  func `a name without a number at its head has no version`(identifier: String) {
    #expect(MigrationFileName(identifier).version == nil)
  }

  @Test func `versions are compared as numbers of any length`() {
    let sorted = [
      "10", "9", "002", "1.10", "1.9", "1", "20240102030405", "99999999999999999999999",
    ]
    .compactMap { MigrationFileName($0).version }.sorted().map(\.description)
    #expect(
      sorted == [
        "1", "1.9", "1.10", "2", "9", "10", "20240102030405", "99999999999999999999999",
      ])
  }
}
