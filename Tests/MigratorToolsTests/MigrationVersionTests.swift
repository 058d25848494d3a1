@testable import MigratorTools
import Testing

struct MigrationVersionTests {
  @Test(arguments: [
    ("001_create_clubs", "1"), ("20240102030405_add-name", "20240102030405"),
    ("ContactsDB-001", "1"), ("ContactsDB-0010-emails", "10"), ("V1.2__first_step", "1.2"),
    ("000", "0"), ("99999999999999999999999999_far", "99999999999999999999999999"),
  ])
  func `a version is read from the name`(name: String, version: String) {
    #expect(DottedVersion(inName: name)?.description == version)
  }

  @Test(arguments: ["create", "create_all_2", "", "-", "players and 2 clubs", "名前"])
  func `a name without a leading number has no version`(name: String) {
    #expect(DottedVersion(inName: name) == nil)
  }

  @Test func `versions of any length are compared as numbers`() {
    let sorted = [
      "10", "9", "002", "1.10", "1.9", "1", "20240102030405", "99999999999999999999999",
    ]
    .compactMap { DottedVersion(inName: $0) }.sorted().map(\.description)
    #expect(
      sorted == [
        "1", "1.9", "1.10", "2", "9", "10", "20240102030405", "99999999999999999999999",
      ])
  }
}
