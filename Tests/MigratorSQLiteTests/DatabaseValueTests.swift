import MigratorSQLite
import Testing

struct DatabaseValueTests {
  private static let samples:
    [(value: any DatabaseValueConvertible & Sendable, literal: String?, shown: String?)] =
      [
        (Int64.min, "(-9223372036854775807 - 1)", "-9223372036854775808"),
        (1, "1", "1"),
        (1.0, "1.0", "1.0"),
        (-1e300, "-1e+300", "-1e+300"),
        (Double.infinity, "9e999", "inf"),
        (true, "1", "1"),
        ("O'Brien", "'O''Brien'", #""O'Brien""#),
        ("", "''", #""""#),
        ("a\0b", "('a' || char(0) || 'b')", #""a\0b""#),
        ("\0\0", "(char(0, 0))", #""\0\0""#),
        (String(repeating: "\0", count: 150), nil, nil),
        (String(repeating: "a\0", count: 3_000), nil, nil),
        ([UInt8]("foo".utf8), "X'666F6F'", "Data(3 bytes)"),
        ([UInt8](), "X''", "Data(0 bytes)"),
        (String?.none, "NULL", "NULL"),
      ]

  @Test(arguments: samples.indices)
  func `the literal of a value evaluates to the same value and type`(_ index: Int) throws {
    let sample = Self.samples[index]
    let value = sample.value.databaseValue
    #expect(value.sqlLiteral == sample.literal ?? value.sqlLiteral)
    #expect(value.description == sample.shown ?? value.description)
    let queue = try DatabaseQueue()
    let read = try queue.read { db in
      try Row.fetchOne(db, sql: "SELECT \(value.sqlLiteral) AS a, ? AS b", arguments: [value])
    }
    #expect(read?.databaseValues == [value, value])
  }

  @Test func `NaN is stored as NULL`() {
    #expect(Double.nan.databaseValue == .null)
  }

  @Test func `strings are printed as in Swift, except for the apostrophe`() {
    // Every scalar alone, at the start, at the end, and after an escape.
    for number in stride(from: UInt32(0), through: 0x2FFF, by: 1) {
      guard let scalar = Unicode.Scalar(number) else { continue }
      for text in ["\(scalar)", "a\(scalar)", "\(scalar)a", "\n\(scalar)", "\(scalar)\(scalar)"] {
        let expected = String(reflecting: text).replacing("\\'", with: "'")
        let shown = text.databaseValue.description
        if !shown.unicodeScalars.elementsEqual(expected.unicodeScalars) {
          Issue.record("\(shown) instead of \(expected)")
        }
      }
    }
  }

  @Test(arguments: ["🏳️‍🌈", "👨‍👩‍👧", "é", "e\u{301}", "日本", "\u{1F3FB}", "\u{202E}x", "a\r\nb"])
  func `composed strings are printed as in Swift`(_ text: String) {
    #expect(text.databaseValue.description == String(reflecting: text))
  }

  @Test func `values are converted as in GRDB, where a string is not converted to a number`() {
    #expect(Int.fromDatabaseValue(2.0.databaseValue) == 2)
    #expect(Int.fromDatabaseValue(2.5.databaseValue) == 2)
    #expect(Int.fromDatabaseValue(9.3e18.databaseValue) == nil)
    #expect(Int.fromDatabaseValue("2".databaseValue) == nil)
    #expect(Int32.fromDatabaseValue(Int64.max.databaseValue) == nil)
    #expect(Double.fromDatabaseValue(2.databaseValue) == 2.0)
    #expect(Bool.fromDatabaseValue(2.databaseValue) == true)
    #expect(String.fromDatabaseValue(1.databaseValue) == nil)
    #expect(String.fromDatabaseValue([0xFF].databaseValue) == nil)
    #expect([UInt8].fromDatabaseValue("é".databaseValue) == [0xC3, 0xA9])
    #expect(Int?.fromDatabaseValue(.null) == .some(.none))
    #expect(Int?.fromDatabaseValue("x".databaseValue) == nil)
  }

  @Test func `invalid UTF-8 in the file is repaired, not dropped`() throws {
    let queue = try DatabaseQueue()
    let text = try queue.read { try String.fetchOne($0, sql: "SELECT CAST(X'61FF62' AS TEXT)") }
    #expect(text == "a\u{FFFD}b")
  }

  @Test(arguments: ["UTF-8", "UTF-16le", "UTF-16be"])
  func `a string is written back byte for byte, even if it is invalid`(encoding: String) throws {
    let queue = try DatabaseQueue()
    let bytes =
      switch encoding {
      case "UTF-8": ["FF41", "FE", "41FF", "EFBFBD", "610062", "FF00FE", "E280AE", "F09F98", ""]
      // A high surrogate alone, a low one, one behind a NUL, a pair, and a mark of direction.
      case "UTF-16le": ["410000D8", "00DC", "0000FFDB", "3DD800DE", "2E20", "610000006200"]
      default: ["0041D800", "DC00", "0000DBFF", "D83DDE00", "202E", "006100000062"]
      }
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA encoding = '\(encoding)'; CREATE TABLE t (a, b, c, d)")
      for hex in bytes {
        try db.execute(sql: "INSERT INTO t (a) VALUES (CAST(X'\(hex)' AS TEXT))")
        let value = try #require(try DatabaseValue.fetchOne(db, sql: "SELECT a FROM t"))
        let row = try #require(try Row.fetchOne(db, sql: "SELECT a FROM t")).databaseValues[0]
        #expect(row == value)
        try db.execute(
          sql: """
            UPDATE t SET b = \(value.sqlLiteral), c = ?,
              d = \(value.sqlLiteral { $0.isASCII && $0 != "\0" })
            """,
          arguments: [value])
        let read = try Row.fetchOne(
          db,
          sql:
            "SELECT hex(CAST(a AS BLOB)), hex(CAST(b AS BLOB)), hex(CAST(c AS BLOB)), hex(CAST(d AS BLOB)) FROM t"
        )
        #expect(try #require(read).databaseValues == Array(repeating: hex.databaseValue, count: 4))
        try db.execute(sql: "DELETE FROM t")
      }
    }
  }

  @Test func `invalid strings that are displayed in the same way are different values`() throws {
    let values = try DatabaseQueue().read { db in
      try ["FF41", "FE41", "EFBFBD41"].map {
        try DatabaseValue.fetchOne(db, sql: "SELECT CAST(X'\($0)' AS TEXT)")
      }
    }
    #expect(Set(values).count == 3)
    #expect(Set(values.map { $0?.storage }).count == 1)
  }

  @Test(arguments: ["a\"b", "a b", "", "日本", "a\u{301}\"", "]", "SELECT"])
  func `a quoted identifier refers to the object with the unquoted name`(_ name: String) throws {
    let queue = try DatabaseQueue()
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "CREATE TABLE \(Database.quoted(name)) (a)")
      #expect(try db.objectNames() == [name])
      #expect(try db.tableExists(name))
      #expect(try db.columns(in: name).map(\.name) == ["a"])
    }
  }
}
