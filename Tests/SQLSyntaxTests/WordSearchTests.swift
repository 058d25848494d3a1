import Testing

@testable import SQLSyntax

struct WordSearchTests {
  private let search = WordSearch(["version_num", "hash", "id"])

  @Test(arguments: [
    "CREATE TABLE a (Version_Num TEXT)", "CREATE TABLE \"HASH\"(b)", "[id]", "a.id", "hash", "x,ID",
    "é \nid\t", "'id'",
  ])
  func `a word is found in any case and next to punctuation`(sql: String) {
    #expect(search.isFound(in: sql))
  }

  @Test(arguments: [
    "", "ids", "_id", "version", "version_numb", "éid", "idé", "ha sh", "vérsion_num",
  ])
  func `a part of a longer word is not found`(sql: String) {
    #expect(!search.isFound(in: sql))
  }
}
