import Foundation
import MigratorSQLite
import Testing

/// A subscript cannot throw, so a value that does not convert fails the access and rolls it back.
struct ConversionTests {
  private enum Color: String, CaseIterable, DatabaseValueConvertible { case red, green }

  private let queue: DatabaseQueue

  init() throws {
    queue = try DatabaseQueue()
    try queue.write { db throws in
      try db.execute(
        sql: """
          CREATE TABLE old (id, amount, day);
          INSERT INTO old VALUES (1, '12', '3'), (2, 1.5, '4'), (3, 7, 5);
          CREATE TABLE new (id TEXT, amount INTEGER, day INTEGER);
          """)
    }
  }

  private func stored() throws -> [String] {
    try queue.read { try Row.fetchAll($0, sql: "SELECT * FROM new").map(\.description) }
  }

  @Test func `values of a cursor's rows are converted to the requested types`() throws {
    try queue.write { db throws in
      let rows = try Row.fetchCursor(db, sql: "SELECT * FROM old")
      while let row = try rows.next() {
        let id: String? = row["id"]
        let amount: Int? = row["amount"]
        let day: Int? = row["day"]
        try db.execute(sql: "INSERT INTO new VALUES (?, ?, ?)", arguments: [id, amount, day])
      }
    }
    #expect(
      try stored() == [
        #"[id:"1" amount:12 day:3]"#, #"[id:"2" amount:1 day:4]"#, #"[id:"3" amount:7 day:5]"#,
      ])
  }

  @Test func `a value that cannot be converted rolls back all changes`() throws {
    let error = #expect(throws: RowDecodingError.self) {
      try queue.write { db throws in
        for row in try Row.fetchAll(db, sql: "SELECT * FROM old ORDER BY id DESC") {
          let amount: Int? = row["amount"]
          try db.execute(sql: "INSERT INTO new (amount) VALUES (?)", arguments: [amount])
        }
      }
    }
    #expect(
      error?.description == """
        could not decode Optional<Int> from database value "12" - column: "amount", column index: 1, row: \
        [id:1 amount:"12" day:"3"]
        """)
    #expect(try stored().isEmpty)
    try queue.write { try $0.execute(sql: "INSERT INTO new VALUES (1, 2, 3)") }
    #expect(try stored().count == 1)
  }

  @Test func `a caught or later error does not hide the conversion error`() throws {
    struct Later: Error {}
    #expect(throws: RowDecodingError.self) {
      try queue.write { db throws in
        let row = try Row.fetchOne(db, sql: "SELECT 'x' AS a")
        let a: Int? = row?["a"]
        try? db.execute(sql: "INSERT INTO new (amount) VALUES (?)", arguments: [a])
        try? db.inSavepoint {
          try db.execute(sql: "INSERT INTO new (amount) VALUES (?)", arguments: [a])
          return .commit
        }
      }
    }
    #expect(throws: RowDecodingError.self) {
      try queue.writeWithoutTransaction { db in
        let row = try Row.fetchOne(db, sql: "SELECT 'x' AS a")
        let a: Int? = row?["a"]
        if a == nil { throw Later() }
      }
    }
    #expect(try stored().isEmpty)
  }

  @Test func `a result computed from a failed conversion is not returned`() throws {
    let row = try #require(
      try queue.read { try Row.fetchOne($0, sql: "SELECT NULL AS a, X'' AS b") })
    func check<Value: DatabaseValueConvertible>(_ type: Value.Type) {
      for name in ["a", "b", "missing"] {
        guard (try? row.decode(type, forColumn: name)) == nil else { continue }
        #expect(throws: RowDecodingError.self) {
          try queue.read { _ in
            let value: Value = row[name]
            _ = value
          }
        }
      }
    }
    check(Int.self)
    check(UInt8.self)
    check(Double.self)
    check(Bool.self)
    check(String.self)
    check(Data.self)
    check(Date.self)
    check(UUID.self)
    check(URL.self)
    check(Decimal.self)
    check(Color.self)
    check(DatabaseDateComponents.self)
    #expect(throws: RowDecodingError.self) { try queue.read { _ in row[2] as Int } }
    #expect(throws: RowDecodingError.self) { try queue.read { _ in row[2] == nil } }
    #expect(throws: DatabaseError.self) {
      try queue.write { try $0.execute(sql: "SELECT ?", arguments: [UInt64.max]) }
    }
  }

  @Test func `an untyped subscript returns the stored value`() throws {
    let row = try #require(
      try queue.read {
        try Row.fetchOne($0, sql: "SELECT 1 AS a, 1.5 AS b, 'x' AS c, X'00' AS d, NULL AS e")
      })
    #expect(row["a"] as? Int64 == 1)
    #expect(row["b"] as? Double == 1.5)
    #expect(row[2] as? String == "x")
    #expect(row[Column("d")] as? Data == Data([0]))
    #expect(row["e"] == nil)
    #expect(row["missing"] == nil)
    #expect(row["a"] != nil)
  }

  @Test func `a name matches the leftmost column in any case`() throws {
    let row: Row = ["A": 1, "a": 2, "É": 3]
    #expect(row["a"] as Int == 1)
    #expect(row[Column("é")] as Int == 3)
    #expect(row.map { "\($0)=\($1)" } == ["A=1", "a=2", "É=3"])
    #expect(row.hasColumn("e") == false)
    #expect(row.count == 3)
    #expect(row.coalesce(["x", "a"]) == 1)
    #expect(row == ["A": 1, "a": 2, "É": 3])
    #expect(Row().isEmpty)
  }

  @Test func `after rows are fetched, a statement does not keep its table locked`() throws {
    try queue.write { db throws in
      let statement = try db.cachedStatement(sql: "SELECT id FROM old WHERE id >= ? ORDER BY id")
      try statement.setArguments([2])
      #expect(try Int.fetchOne(statement) == 2)
      #expect(try Int.fetchAll(statement) == [2, 3])
      #expect(throws: DatabaseError.self) { try statement.setArguments([1, 2]) }
      #expect(throws: DatabaseError.self) { try statement.setArguments([]) }
      #expect(statement.arguments == [2])
      #expect(try Int.fetchAll(statement) == [2, 3])
      #expect(try Int.fetchAll(statement, arguments: [3]) == [3])
      #expect(try Row.fetchSet(statement, arguments: [1]).count == 3)
      let cursor = try Int.fetchCursor(statement, arguments: [1])
      #expect(try cursor.next() == 1)
      // A cached statement that is in use is not returned again.
      let other = try db.cachedStatement(sql: "SELECT id FROM old WHERE id >= ? ORDER BY id")
      #expect(try Int.fetchOne(other, arguments: [3]) == 3)
      #expect(try cursor.next() == 2)
    }
    try queue.write { db throws in
      #expect(try Int.fetchOne(db, SQLRequest<Int>(sql: "SELECT id FROM old", cached: true)) == 1)
      try db.execute(sql: "DROP TABLE old")
    }
    try queue.close()
  }

  @Test func `requests contain their arguments`() throws {
    let request: SQLRequest<String> = "SELECT id FROM old WHERE id IN \([1, 3]) ORDER BY id"
    try queue.read { db throws in
      #expect(try request.fetchAll(db) == ["1", "3"])
      #expect(try request.fetchCount(db) == 2)
      #expect(try Int.fetchSet(db, request) == [1, 3])
      let rows = SQLRequest(sql: "SELECT day FROM old WHERE id = :id", arguments: ["id": 3])
      #expect(try rows.fetchOne(db) == ["day": 5])
      let both = SQLRequest<Int>(literal: SQL(sql: "SELECT ? + ", arguments: [1]) + "\(2)")
      #expect(try both.fetchOne(db) == 3)
      #expect(throws: DatabaseError.self) {
        try SQLRequest<Int>(sql: "SELECT ?", arguments: [1, 2]).fetchOne(db)
      }
    }
  }
}
