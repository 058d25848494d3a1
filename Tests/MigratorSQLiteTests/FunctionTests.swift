import MigratorSQLite
import MigratorTestSupport
import Testing

struct FunctionTests {
  private struct Refusal: Error, CustomStringConvertible {
    let description = "not today"
  }

  private struct Longest: DatabaseAggregate {
    private var longest: String?

    mutating func step(_ values: [DatabaseValue]) throws {
      guard let text = String.fromDatabaseValue(values[0]) else { throw Refusal() }
      if text.count > longest?.count ?? -1 { longest = text }
    }

    func finalize() -> (any DatabaseValueConvertible)? { longest }
  }

  private let queue: DatabaseQueue

  init() throws {
    queue = try DatabaseQueue()
  }

  private func value(_ sql: String, _ functions: DatabaseFunction...) throws -> DatabaseValue? {
    try queue.writeWithoutTransaction { db in
      functions.forEach(db.add(function:))
      return try Row.fetchOne(db, sql: sql)?.databaseValues.first
    }
  }

  @Test(arguments: [
    "NULL", "1", "-9223372036854775808", "1.5", "'O''Brien'", "''", "X'00FF'", "X''",
    "CAST(X'61006200' AS TEXT)", "CAST(X'FF41' AS TEXT)",
  ])
  func `a function can return its argument unchanged`(_ literal: String) throws {
    let echo = DatabaseFunction("echo", argumentCount: 1) { $0[0] }
    #expect(try value("SELECT echo(\(literal)) IS \(literal)", echo) == true.databaseValue)
    #expect(
      try value("SELECT typeof(echo(\(literal))) = typeof(\(literal))") == true.databaseValue)
  }

  @Test func `a function takes its declared number of arguments, or any number`() throws {
    let count = DatabaseFunction("n") { $0.count }
    #expect(try value("SELECT n() || n(1) || n(1, 2, 3)", count) == "013".databaseValue)
    let one = DatabaseFunction("one", argumentCount: 1) { _ in 1 }
    let error = #expect(throws: DatabaseError.self) { try value("SELECT one(1, 2)", one) }
    #expect(error?.message == "wrong number of arguments to function one()")
  }

  @Test func `an error in a function becomes the error of the statement that calls it`() throws {
    let plain = DatabaseFunction("plain", argumentCount: 0) { _ in throw Refusal() }
    let error = #expect(throws: DatabaseError.self) { try value("SELECT plain()", plain) }
    #expect(error?.description == "SQLite error 1: not today - while executing `SELECT plain()`")
    let coded = DatabaseFunction("coded", argumentCount: 0) { _ in
      throw DatabaseError(resultCode: .SQLITE_CONSTRAINT_CHECK, message: "too long")
    }
    let second = #expect(throws: DatabaseError.self) { try value("SELECT coded()", coded) }
    #expect(second?.extendedResultCode == .SQLITE_CONSTRAINT_CHECK)
    #expect(second?.message == "too long")
  }

  @Test func `an aggregate handles each group separately, including an empty one`() throws {
    let longest = DatabaseFunction("longest", argumentCount: 1, aggregate: Longest.self)
    #expect(
      try value(
        """
        SELECT group_concat(found) FROM (
          SELECT longest(column2) AS found
          FROM (VALUES (1, 'a'), (2, 'xyz'), (1, 'bb'), (2, 'x')) GROUP BY column1)
        """, longest) == "bb,xyz".databaseValue)
    #expect(try value("SELECT longest(1) FROM (SELECT 1) WHERE 0") == .null)
    let error = #expect(throws: DatabaseError.self) {
      try value("SELECT longest(column1) FROM (VALUES ('a'), (NULL), ('b'))")
    }
    #expect(error?.message == "not today")
  }

  @Test func `a function can be replaced and removed`() throws {
    let first = DatabaseFunction("f", argumentCount: 0) { _ in 1 }
    let second = DatabaseFunction("F", argumentCount: 0) { _ in 2 }
    #expect(try value("SELECT f()", first) == 1.databaseValue)
    #expect(try value("SELECT f()", second) == 2.databaseValue)
    try queue.writeWithoutTransaction { $0.remove(function: first) }
    let error = #expect(throws: DatabaseError.self) { try value("SELECT f()") }
    #expect(error?.message == "no such function: f")
  }

  @Test(arguments: [true, false])
  func `only pure functions can be called from an untrusted schema`(_ isPure: Bool)
    throws
  {
    let function = DatabaseFunction("f", argumentCount: 1, pure: isPure) {
      $0[0].storage.value
    }
    try queue.writeWithoutTransaction { db in
      db.add(function: function)
      try db.execute(
        sql: """
          PRAGMA trusted_schema = OFF;
          CREATE TABLE t (a);
          CREATE TRIGGER tr AFTER INSERT ON t BEGIN SELECT f(new.a); END
          """)
    }
    let result = Result { try queue.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") } }
    switch result {
    case .success: #expect(isPure)
    case .failure(let error):
      #expect(!isPure)
      #expect((error as? DatabaseError)?.message == "unsafe use of f()")
    }
  }

  @Test
  func `an invalid function causes an error at its first use or when the file is opened`() throws {
    let name = String(repeating: "x", count: 300)
    let function = DatabaseFunction(name) { _ in nil }
    let error = #expect(throws: DatabaseError.self) { try value("SELECT 1", function) }
    #expect(error?.resultCode == .SQLITE_MISUSE)
    #expect(error?.message?.hasPrefix("could not register or remove function xxx") == true)
    #expect(try value("SELECT 1") == 1.databaseValue)
    var configuration = Configuration()
    configuration.prepareDatabase {
      $0.add(function: DatabaseFunction("f", argumentCount: .max) { _ in nil })
    }
    #expect(throws: DatabaseError.self) { try DatabaseQueue(configuration: configuration) }
  }

  @Test func `functions are released with their connection`() throws {
    final class Marker: Sendable {}
    weak var marker: Marker?
    do {
      let kept = Marker()
      marker = kept
      let other = try DatabaseQueue()
      try other.writeWithoutTransaction {
        $0.add(function: DatabaseFunction("f") { _ in withExtendedLifetime(kept) { 1 } })
      }
      #expect(marker != nil)
    }
    #expect(marker == nil)
  }
}
