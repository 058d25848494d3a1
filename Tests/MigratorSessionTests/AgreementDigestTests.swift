import Foundation
import MigratorEngine
import MigratorSession
import MigratorTestSupport
import Testing

/// A digest accepts the losses of one migration with one file content, and nothing else.
struct AgreementDigestTests {
  private func dropping(_ column: String, in fixture: SessionFixture) throws -> SessionDryRun {
    try fixture.write("012_drop", "ALTER TABLE club DROP COLUMN \(column);")
    return try fixture.session.dryRun().dryRun
  }

  private func refused(_ outcome: StepOutcome) -> [AgreementDigest]? {
    guard case .digestDiffers(let digests)? = outcome.error as? SessionRefusal else { return nil }
    return digests
  }

  @Test func `a phrase accepts an edit that drops another column, but a digest does not`() throws {
    let fixture = try SessionFixture.losing(wal: false)
    try fixture.execute("ALTER TABLE club ADD COLUMN city TEXT; UPDATE club SET city = 'x'")
    let shown = try dropping("motto", in: fixture).agreements
    let words = shown.map(\.phrase)
    let digests = shown.map(\.digest.words)
    #expect(words == ["012: lose 1 column"])
    _ = try dropping("city", in: fixture)
    let before = try fixture.content()

    let prepared = try fixture.prepared()
    #expect(prepared.missing(in: words) == [])
    #expect(prepared.missing(in: digests) == prepared.agreements)
    let held = fixture.session.step(prepared, agreeing: digests)
    #expect(refused(held) == prepared.digests)
    #expect(
      Explanation(try #require(held.error)).sentence
        == "The digest does not match the file or the losses of 012_drop. No changes were made.")
    // A phrase given in addition does not weaken the digest.
    #expect(refused(fixture.session.step(prepared, agreeing: digests + words)) != nil)
    #expect(try fixture.content() == before)
    #expect(fixture.backups == [])
    #expect(fixture.session.step(prepared, agreeing: words).error == nil)
  }

  @Test(arguments: [false, true])
  func `the digest of a dry run accepts all losses of the migration`(isNamed: Bool) throws {
    let fixture = try SessionFixture.losing(wal: true)
    try fixture.write("012_lose", "DROP TABLE score; ALTER TABLE club DROP COLUMN motto;")
    try fixture.write("013_more", "DELETE FROM club WHERE id = 1;")
    let shown = try fixture.session.dryRun(.all).dryRun.agreements
    #expect(shown.map(\.label) == ["012", "012", "013"])
    let first = shown[0].digest
    #expect(first == shown[1].digest)
    #expect(first.digits != shown[2].digest.digits)
    #expect(first.words.wholeMatch(of: #/012:[0-9a-f]{16}(-[0-9a-z.-]+)?/#) != nil)

    let prepared = try fixture.prepared(.all)
    let given = isNamed ? "012_lose: \(first.digits)" : first.words
    #expect(prepared.missing(in: [given]) == [shown[2]])
    #expect(prepared.missing(in: ["013:\(first.digits)", given]) == [shown[2]])
    let outcome = fixture.session.step(
      prepared, agreeing: [given, shown[2].digest.words])
    #expect(outcome.error == nil)
    #expect(try fixture.applied == ["012_lose", "013_more"])
  }

  @Test
  func `a digest is reproducible and depends on names, numbers and the file's contents`() throws {
    func digest(_ sql: String, _ name: String = "012_lose", rows: Int = 3) throws -> String {
      let fixture = try SessionFixture()
      try fixture.execute("ALTER TABLE club ADD COLUMN city TEXT; UPDATE club SET city = 'x'")
      try fixture.execute("DELETE FROM club WHERE id > \(rows)")
      try fixture.write(name, sql)
      return try #require(fixture.prepared().digests.first).digits
    }
    let all = [
      try digest("ALTER TABLE club DROP COLUMN motto;"),
      try digest("ALTER TABLE club DROP COLUMN city;"),
      try digest("ALTER TABLE club DROP COLUMN city; -- really"),
      try digest("ALTER TABLE club DROP COLUMN city;", rows: 2),
      try digest("ALTER TABLE club DROP COLUMN city;", "012_loose"),
      try digest("CREATE TABLE a (b);"),
    ]
    #expect(Set(all).count == all.count)
    // The first published values. Other values would invalidate existing digests.
    #expect(all[0] == "5806d806f63b7abf")
    #expect(all[5] == "2c24853857362996")
  }

  @Test func `a digest is refused after an edit, even if the migration no longer loses anything`()
    throws
  {
    let fixture = try SessionFixture.losing(wal: false)
    let shown = try dropping("motto", in: fixture).agreements.map(\.digest.words)
    try fixture.write("012_drop", "CREATE TABLE other (a);")
    let prepared = try fixture.prepared()
    #expect(prepared.agreements == [])
    #expect(refused(fixture.session.step(prepared, agreeing: shown)) == prepared.digests)
    #expect(fixture.session.step(prepared, agreeing: prepared.digests.map(\.words)).error == nil)
  }

  @Test func `without a dry run, a digest covers only the file`() throws {
    let fixture = try SessionFixture.losing(wal: false)
    let seen = try dropping("motto", in: fixture).agreements.map(\.digest.words)
    let prepared = try fixture.prepared(rehearsal: .none)
    #expect(prepared.agreements.map(\.phrase) == ["012: step unseen"])
    let unseen = prepared.agreements.map(\.digest.words)
    #expect(refused(fixture.session.step(prepared, agreeing: seen)) == prepared.digests)
    #expect(refused(fixture.session.step(prepared, agreeing: seen + ["012: step unseen"])) != nil)
    _ = try dropping("name", in: fixture)
    let edited = try fixture.prepared(rehearsal: .none)
    #expect(refused(fixture.session.step(edited, agreeing: unseen)) == edited.digests)
    #expect(
      fixture.session.step(edited, agreeing: edited.agreements.map(\.digest.words)).error == nil)
  }

  @Test func `a check accepts a digest, but not the digest of another file`() throws {
    let fixture = try SessionFixture.losing(wal: false)
    let shown = try dropping("motto", in: fixture).agreements
    #expect(try fixture.session.check(agreeing: shown.map(\.digest.words)).findings == [])
    try fixture.write("012_drop", "ALTER TABLE club DROP COLUMN motto; -- edited")
    let report = try fixture.session.check(
      agreeing: shown.map(\.digest.words) + shown.map(\.phrase))
    #expect(report.findings.map(\.rule) == [.lostData, .unusedConsent])
  }

  @Test func `the digest of a migration in code covers only the losses`() throws {
    let fixture = try SessionFixture.losing(wal: false)
    func digest(deleting condition: String) throws -> AgreementDigest {
      var migrator = DatabaseMigrator()
      migrator.registerMigration("clean up") {
        try $0.execute(sql: "DELETE FROM club WHERE \(condition)")
      }
      let session = MigrationSession(database: fixture.path, migrations: migrator)
      return try #require(session.dryRun().dryRun.agreements.first).digest
    }
    #expect(try digest(deleting: "id = 1") == digest(deleting: "id = 2"))
    #expect(try digest(deleting: "id = 1") != digest(deleting: "id < 3"))
    #expect(try digest(deleting: "id = 1").words.hasPrefix("clean up:"))
  }
}
