import MigratorEngine
import MigratorTestSupport
import Testing

@testable import MigratorSession

/// What a step reports about a digest that it does not accept.
struct AgreementDifferenceTests {
  private static let start = "ALTER TABLE club ADD COLUMN city TEXT; UPDATE club SET city = 'x';"
  private let fixture: SessionFixture

  init() throws {
    fixture = try SessionFixture.losing(wal: false)
    try fixture.execute(Self.start)
  }

  private func digest(_ sql: String) throws -> String {
    try fixture.write("012_lose", sql)
    return try #require(fixture.prepared().digests.first).words
  }

  private func lines(_ given: String, _ sql: String) throws -> [String] {
    try fixture.write("012_lose", sql)
    let unused = try fixture.prepared().unusedAgreements(in: [given])
    return try #require(unused.first?.difference).lines
  }

  @Test
  func `deleting more rows is a larger loss, and deleting fewer rows is a smaller one`() throws {
    let sql = "DELETE FROM club WHERE id < 3;"
    let given = try digest(sql)
    try fixture.execute("INSERT INTO club (id, name) VALUES (0, 'a'), (-1, 'b')")
    #expect(
      try lines(given, sql) == ["larger: 4 rows of club, deleted; accepted: 2"])
    try fixture.execute("DELETE FROM club WHERE id < 2")
    #expect(
      try lines(given, sql) == ["smaller: 1 row of club, deleted; accepted: 2"])
  }

  @Test func `an edited file, new losses and losses that are gone are reported`() throws {
    let given = try digest("ALTER TABLE club DROP COLUMN motto; DROP TABLE score;")
    let found = try lines(given, "ALTER TABLE club DROP COLUMN city;")
    let count = try fixture.strings("SELECT count(*) FROM score")[0]
    let values = try fixture.strings("SELECT count(motto) FROM club")[0]
    #expect(found.first == "the contents of the file are different")
    #expect(found.contains { $0.hasPrefix("new: column city of club, with ") }, "\(found)")
    #expect(
      Set(found.filter { $0.hasPrefix("gone: ") }) == [
        "gone: \(Format.count(try #require(Int64(count)), "row")) of score", "gone: table score",
        "gone: column club.motto, with \(Format.count(try #require(Int64(values)), "value"))",
      ], "\(found)")
  }

  @Test func `an edit that does not change the losses is reported as such`() throws {
    let given = try digest("DELETE FROM club WHERE id = 1;")
    #expect(
      try lines(given, "DELETE FROM club WHERE id = 1; -- really") == [
        "the contents of the file are different", "the losses are the same",
      ])
  }

  @Test
  func `a loss in a table that does not exist in the database is counted but not named`() throws {
    try fixture.execute("CREATE TABLE other (a); INSERT INTO other VALUES (1)")
    let given = try digest("DELETE FROM other;")
    try fixture.execute("DROP TABLE other")
    #expect(
      try lines(given, "DELETE FROM club WHERE id = 1;").contains(
        "gone: a loss in a table or column that does not exist here"))
  }

  @Test
  func `differences are not guessed if the digest has no details or there is no dry run`() throws {
    let sql = "DELETE FROM club WHERE id = 1;"
    let given = try digest(sql)
    let short = given.prefix(20)
    #expect(short.wholeMatch(of: #/012:[0-9a-f]{16}/#) != nil)
    #expect(try fixture.prepared().missing(in: [String(short)]).isEmpty)
    #expect(
      try lines(String(short), "DELETE FROM club;") == [
        "the digest does not contain the losses that it accepts"
      ])
    let unseen = try fixture.prepared(rehearsal: .none).unusedAgreements(in: [given])
    #expect(
      unseen.first?.difference?.lines == [
        "the contents of the file are different", "without a dry run, the losses are unknown",
      ])
  }

  @Test(arguments: [
    "", "-", "-3fa9c", "-3fa9c1-", "-3fa9c1-9f3e2a.-1", "-3fa9c1-9f3e2a.z", "-3fa9c1-9f3e2a.1.2",
    "3fa9c1", "-3fa9c1--0", "-3fa9cg",
  ])
  func `text that is not the end of a digest is rejected`(text: String) {
    #expect(AgreementDetails(suffix: text[...]) == nil)
  }

  @Test func `a digest's details can be parsed, and are omitted if there are many losses`() throws {
    let all: [Loss] = [
      .rows(table: "a", count: 2, way: .deleted), .rows(table: "a", count: 3, way: .cascade),
      .table(name: "b", isEmpty: true), .table(name: "c", isEmpty: false),
      .column(table: "a", name: "x", values: nil), .unseen(table: "d", reason: nil),
    ]
    for losses in [[], Array(all.prefix(1)), all].map(Losses.init) + [nil] {
      let details = AgreementDetails(text: "SELECT 1", losses: losses)
      #expect(AgreementDetails(suffix: details.suffix[...]) == details)
    }
    let counts = AgreementDetails(text: "", losses: Losses(all)).losses?.values
    #expect(counts?.contains(.count(5)) == true)
    let many = (0..<33).map { Loss.rows(table: "t\($0)", count: 1, way: .deleted) }
    #expect(AgreementDetails(text: "", losses: Losses(many)).losses == nil)
  }
}
