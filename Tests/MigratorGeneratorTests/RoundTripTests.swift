import Foundation
import MigratorEngine
import MigratorRecords
import MigratorTestSupport
import Testing

/// Records of the sample `RulesDB` in a real database.
struct RoundTripTests {
  typealias Everything = RulesDB.Everything

  private let folder: TemporaryFolder
  private let database: RulesDB

  init() throws {
    folder = try TemporaryFolder()
    database = try RulesDB.bootstrap(into: folder.path)
  }

  private func roundTrip<Record: SQLKeyedTableRecord>(
    _ record: Record, changedTo changed: (Record) -> Record, key: (Record) -> Record.Key?
  ) throws {
    try database.write { db in
      let count = try Record.fetchCount(db)
      let inserted = try record.insert(db)
      let rowKey = try #require(key(inserted))
      #expect(try Record.fetchOne(db, key: rowKey) == inserted)
      let updated = try changed(inserted).update(db)
      #expect(try Record.fetchOne(db, key: rowKey) == updated)
      #expect(try inserted.upsert(db) == inserted)
      #expect(try Record.fetchAll(db).contains(inserted))
      #expect(try Record.fetchCount(db) == count + 1)
      #expect(try inserted.delete(db))
      #expect(try !inserted.delete(db))
      #expect(try Record.fetchOne(db, key: rowKey) == nil)
      #expect(throws: RecordError.self) { try inserted.update(db) }
      #expect(try inserted.upsert(db) == inserted)
      #expect(try Record.delete(db, key: rowKey))
    }
  }

  private static func everything(_ random: inout RandomValues) -> Everything {
    Everything(
      flag: random.bool(), small: random.int(), big: random.optional { $0.int() },
      ratio: random.double(), price: random.optional { $0.decimal() }, name: random.text(),
      picture: random.optional { $0.data() }, token: random.uuid(), madeAt: random.date(),
      untyped: random.stored(), state: random.one(of: Everything.State.allCases, or: .open),
      mood: random.optional { $0.one(of: Everything.Mood.allCases, or: .good) })
  }

  @Test func `values of every type round-trip`() throws {
    var random = RandomValues(seed: 1)
    for _ in 0..<300 {
      let record = Self.everything(&random)
      let other = Self.everything(&random)
      let stored = try database.write { try record.insert($0) }
      var expected = record
      expected.id = stored.id
      #expect(stored.doubleRatio == record.ratio * 2)
      #expect(stored.label == record.name + "\(stored.id ?? -1)")
      #expect(stored.databaseValues == expected.databaseValues)
      try roundTrip(
        record,
        changedTo: { old in
          var changed = other
          changed.id = old.id
          return changed
        }, key: \.id)
    }
  }

  @Test func `default values of records are equal to those that SQLite assigns`() throws {
    let token = UUID()
    let made = Date(timeIntervalSince1970: 7)
    let record = try database.write { db in
      try Everything(token: token, madeAt: made).insert(db)
    }
    let other = try database.write { db in
      try db.execute(
        sql: "INSERT INTO everything (token, made_at) VALUES (?, 7)",
        arguments: [token.uuidString])
      return try #require(try Everything.fetchAll(db).last)
    }
    #expect(record.databaseValues.dropFirst() == other.databaseValues.dropFirst())
    #expect(other.name == "it's \"quoted\" \\(1 + 1) \"\"\"#")
    #expect(other.small == -3 && other.flag && other.state == .open && other.ratio == 1.5)
  }

  @Test func `columns whose names look like code are treated as ordinary columns`() throws {
    var random = RandomValues(seed: 2)
    for index in 0..<100 {
      let record = RulesDB.Class(
        initValue: random.int(), selfValue: random.optional { $0.text() }, kind: random.text(),
        func: random.text(), inOut: random.text(), insertValue: random.text(),
        column2fa: random.int(), größe: random.double(), aBC: random.int(), aB: random.int(),
        aBValue: random.int(), column: random.int(), columnValue: random.int(), id: index,
        var: random.int(), databaseValuesValue: random.int(), schema: random.int(),
        hashValue2: random.int())
      #expect(record.lineBreakX == 7)
      try roundTrip(
        record,
        changedTo: { old in
          var changed = old
          changed.func = "more"
          changed.var = nil
          return changed
        }, key: \.id)
    }
  }

  @Test func `rows are found by composite keys, from both sides of a foreign key`() throws {
    try database.write { db in
      let clubs = try ["A", "B"].map { try RulesDB.Club(name: $0).insert(db) }
      let first = try #require(clubs[0].id)
      let second = try #require(clubs[1].id)
      let member = try RulesDB.Membership(clubID: first, playerID: 7).insert(db)
      let fee = try RulesDB.Fee(club: first, player: 7, cents: 100).insert(db)
      #expect(fee.number == 1)
      #expect(
        try RulesDB.Membership.fetchOne(db, key: .init(clubID: first, playerID: 7)) == member)
      #expect(try RulesDB.Membership.fetchOne(db, key: .init(clubID: 7, playerID: first)) == nil)
      #expect(try fee.fetchMembership(db) == member)
      #expect(try member.fetchFees(db) == [fee])
      #expect(try RulesDB.Fee.fetchAll(db, club: first, player: 7) == [fee])
      #expect(try RulesDB.Fee.fetchAll(db, club: first, player: 8) == [])
      // Inserted by the sample's trigger.
      #expect(try RulesDB.Journal.fetchAll(db).map(\.line) == ["fee; \"of\" 100"])
      #expect(throws: DatabaseError.self) {
        try RulesDB.Fee(club: second, player: 7, cents: 1).insert(db)
      }

      let match = try RulesDB.Match(id: "m", homeClubID: nil, guestClubID: second).insert(db)
      #expect(try match.fetchHomeClub(db) == nil)
      #expect(try match.fetchGuestClub(db) == clubs[1])
      #expect(try clubs[1].fetchMatchesByGuestClub(db) == [match])
      #expect(try clubs[1].fetchMatchesByHomeClub(db) == [])
      #expect(try RulesDB.ClubSize.fetchAll(db).map(\.id) == [first])
    }
  }

  @Test func `a record with a NULL in its key identifies no row`() throws {
    try database.write { db in
      let club = try RulesDB.Club(name: "A").insert(db)
      let match = RulesDB.Match(guestClubID: try #require(club.id))
      _ = try match.insert(db)
      let error = try #require(throws: RecordError.self) { try match.update(db) }
      #expect(error.kind == .noKey)
      #expect(
        error.description == "the record of match has a NULL in its key (NULL), so it does not "
          + "identify a row")
      #expect(throws: RecordError.self) { try match.delete(db) }
    }
  }

  @Test func `rows of tables with UNIQUE keys, values of any type or no key round-trip`() throws {
    var random = RandomValues(seed: 3)
    for index in 0..<100 {
      let value = random.stored()
      try roundTrip(
        RulesDB.Setting(name: "n\(index)", value: value),
        changedTo: { RulesDB.Setting(name: $0.name, value: 7.databaseValue) }, key: \.name)
      try roundTrip(
        RulesDB.StrictOne(code: index, amount: value, note: ClubNote(rawValue: random.text())),
        changedTo: { RulesDB.StrictOne(code: $0.code, note: ClubNote(rawValue: "x")) }, key: \.code)
      try database.write { db in
        let at = random.date()
        _ = try RulesDB.Journal(at: at, line: "\(index)").insert(db)
        #expect(
          try RulesDB.Journal.fetchOne(db, where: ["line": "\(index)".databaseValue])?.at == at)
      }
    }
    #expect(RulesDB.Tag.self as Any is any SQLKeyedTableRecord.Type == false)
    #expect(RulesDB.Token.self as Any is any SQLKeyedTableRecord.Type == false)
  }

  @Test func `virtual tables are written and read`() throws {
    try database.write { db in
      let page = RulesDB.Page(title: "a".databaseValue, body: "b".databaseValue)
      let stored = try page.insert(db)
      #expect(stored == page)
      #expect(try RulesDB.Page.fetchAll(db) == [page])
    }
  }

  @Test func `a value of an unexpected type causes an error only when it is fetched`() throws {
    try database.write { db in
      try db.execute(sql: "INSERT INTO classes VALUES ('abc')")
      #expect(throws: RowDecodingError.self) { try RulesDB.ClassRecord.fetchAll(db) }
      #expect(try RulesDB.ClassRecord.fetchCount(db) == 1)
    }
  }
}
