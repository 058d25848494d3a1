import MigratorSQLite
import Testing

struct CursorTests {
  private func numbers(_ count: Int = 5) -> AnyCursor<Int> { AnyCursor(1...count) }

  @Test func `cursors have the same transformations as sequences`() throws {
    let list = Array(1...5)
    #expect(try Array(numbers().filter { $0 % 2 == 0 }) == [2, 4])
    #expect(try Array(numbers().compactMap { $0 > 3 ? "\($0)" : nil }) == ["4", "5"])
    #expect(try Array(numbers(3).flatMap { 0..<$0 }) == [0, 0, 1, 0, 1, 2])
    #expect(try Array(numbers(2).flatMap { AnyCursor([$0, -$0]) }) == [1, -1, 2, -2])
    #expect(try Array(numbers(2).enumerated()).map { "\($0)" } == ["(0, 1)", "(1, 2)"])
    #expect(try Array(numbers().prefix(2)) == Array(list.prefix(2)))
    #expect(try Array(numbers().prefix { $0 < 3 }) == [1, 2])
    #expect(try Array(numbers().dropFirst()) == Array(list.dropFirst()))
    #expect(try Array(numbers().dropFirst(9)) == [])
    #expect(try Array(numbers().drop { $0 < 3 }) == [3, 4, 5])
    #expect(try numbers().suffix(2) == [4, 5])
    #expect(try numbers().dropLast(2) == [1, 2, 3])
    #expect(try numbers().first { $0 > 2 } == 3)
    #expect(try numbers().contains(5) && !numbers().contains(6))
    #expect(try numbers().reduce(0, +) == 15)
    #expect(try numbers().reduce(into: "") { $0 += "\($1)" } == "12345")
    #expect(try numbers().min() == 1)
    #expect(try numbers().max() == 5)
    #expect(try AnyCursor<Int>([]).max() == nil)
    #expect(try numbers().map { "\($0)" }.joined(separator: " ") == "1 2 3 4 5")
    #expect(try Dictionary(grouping: numbers()) { $0 % 2 } == [0: [2, 4], 1: [1, 3, 5]])
    #expect(try Dictionary(uniqueKeysWithValues: numbers(1).map { ($0, "a") }) == [1: "a"])
    #expect(throws: DatabaseError.self) {
      try Dictionary(uniqueKeysWithValues: numbers().map { ($0 % 2, $0) })
    }
    #expect(try Set([9]).union(numbers(2)) == [1, 2, 9])
    var some = [0]
    try some.append(contentsOf: numbers(2))
    #expect(some == [0, 1, 2])
  }

  @Test func `lazy transformations fetch no more elements than needed`() throws {
    try DatabaseQueue().read { db throws in
      let cursor = try Int.fetchCursor(
        db, sql: "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n")
      #expect(try Array(cursor.filter { $0 % 10 == 0 }.prefix(2)) == [10, 20])
      #expect(try cursor.next() == 21)
    }
  }

  /// A cursor that supports only `forEach`, not iteration by `next`.
  private final class Whole: Cursor {
    func next() throws -> Int? {
      Issue.record("one by one")
      return nil
    }

    func forEach(_ body: (Int) throws -> Void) throws {
      for number in 1...4 { try body(number) }
    }
  }

  @Test func `methods that read all remaining elements use the cursor's own forEach`() throws {
    #expect(try Array(Whole()) == [1, 2, 3, 4])
    #expect(try Set(Whole().map { $0 * 2 }) == [2, 4, 6, 8])
    #expect(try Array(Whole().filter { $0 > 2 }) == [3, 4])
    #expect(try Array(AnyCursor(Whole()).enumerated()).map(\.0) == [0, 1, 2, 3])
    let cursor = AnyCursor([1, 2, 3, 4]).filter { $0 > 1 }
    #expect(try cursor.next() == 2)
    var rest: [Int] = []
    try cursor.forEach { rest.append($0) }
    #expect(rest == [3, 4])
    #expect(try cursor.next() == nil)
  }

  @Test func `table names are derived from type names`() {
    struct Player: TableRecord {}
    struct HTTPRequest: TableRecord {}
    struct TOEFL: TableRecord {}
    struct Team: TableRecord { static let databaseTableName = "teams" }
    enum Columns: String, ColumnExpression { case id, teamName }
    #expect(Player.databaseTableName == "player")
    #expect(HTTPRequest.databaseTableName == "httpRequest")
    #expect(TOEFL.databaseTableName == "toefl")
    #expect(Team.databaseTableName == "teams")
    #expect(Columns.teamName.name == "teamName")
    let row: Row = ["teamName": "Reds"]
    #expect(row[Columns.teamName] == "Reds")
  }
}
