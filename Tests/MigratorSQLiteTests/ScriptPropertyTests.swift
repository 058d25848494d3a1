import CSQLite3
import MigratorTestSupport
import Testing

@testable import MigratorSQLite

/// Compares the splitter with SQLite's own compiler on random scripts.
struct ScriptPropertyTests {
  private static let statements = [
    "SELECT 1", "select ';'", "SELECT 'it''s;', \";\" FROM (SELECT 1 AS \";\")",
    "SELECT x'3b', `a;` , [b;] FROM (SELECT 1 AS \"a;\", 2 AS \"b;\")",
    "SELECT CASE WHEN 1 THEN ';' ELSE 2 END",
    "CREATE TABLE IF NOT EXISTS a (x, \"end\", [begin] DEFAULT ';')",
    "CREATE TEMP TRIGGER IF NOT EXISTS g AFTER INSERT ON a BEGIN SELECT 1; SELECT ';END;'; END",
    """
    EXPLAIN QUERY PLAN CREATE TRIGGER IF NOT EXISTS h AFTER UPDATE OF x ON a
    WHEN CASE new.x WHEN 1 THEN 0 END BEGIN
      UPDATE a SET x = CASE WHEN 1 THEN CASE 2 WHEN 2 THEN 1 END END; -- END;
      /* END; */ DELETE FROM a WHERE x = ';'; END
    """,
    "EXPLAIN SELECT 1", "SELECT 1 - -2 -- ;\n", "SELECT 4/2 /* ; ' \" */", "VALUES (1), ('é👨‍👩‍👧;')",
    "BEGIN", "COMMIT", "SAVEPOINT end_", "RELEASE end_", "SELECT 1 AS end",
    "DROP TRIGGER IF EXISTS g",
    "SELECT $a(;), :b, @c::d(;), ?1", "PRAGMA user_version", "SELECT 1\u{C}\u{B}+ \u{B}2",
  ]
  private static let gaps = [
    ";", "; ", ";;", ";\r\n", "; -- c;\n", ";/* ; */", ";\u{FEFF}", ";\t;\n\n", "; /**/ ; --\n",
    ";/* ' */ \u{C}\u{B}", ";\u{C}\n",
  ]

  private func script(_ numbers: inout SeededGenerator) -> String {
    var text = ["", "\u{FEFF}", "-- head; '\n", " ;; "].randomElement(using: &numbers) ?? ""
    for _ in 0..<Int.random(in: 1...8, using: &numbers) {
      text += Self.statements.randomElement(using: &numbers) ?? ""
      text += Self.gaps.randomElement(using: &numbers) ?? ""
    }
    return Bool.random(using: &numbers) ? text + (Self.statements.first ?? "") : text
  }

  /// The ends of the statements as `sqlite3_prepare_v3` finds them.
  private func tails(_ text: String, _ db: Database) throws -> [Int] {
    try text.withCString { start in
      var ends: [Int] = []
      var next: UnsafePointer<CChar>? = start
      while let position = next, position.pointee != 0 {
        do {
          let statement = try db.compile(position, tail: &next)
          if let next, statement != nil { ends.append(next - start) }
        } catch DatabaseError.SQLITE_ERROR {
          // An error such as a missing table. SQLite sets the tail anyway.
          guard let next, next > position else { throw DatabaseError(message: "no tail: \(text)") }
          ends.append(next - start)
        }
      }
      return ends
    }
  }

  @Test(arguments: 0..<8)
  func `the splitter finds the same statements as SQLite's compiler`(_ seed: Int) throws {
    var numbers = SeededGenerator(seed: UInt64(seed))
    let queue = try DatabaseQueue()
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "CREATE TABLE a (x, \"end\", [begin])")
      for _ in 0..<500 {
        let text = script(&numbers)
        let found = try SQLScript(file: "a.sql", text: text).statements()
        let ends = found.map { $0.location.offset + $0.sql.utf8.count }
        let expected = try tails(text, db)
        // SQLite extends a last statement without semicolon to the end of the script.
        let isSame =
          ends.dropLast() == expected.dropLast() && ends.count == expected.count
          && (ends.last ?? 0) <= (expected.last ?? 0)
        // Records only failures, because an expectation costs more than the comparison.
        if !isSame { Issue.record("\(ends) and not \(expected) in \(text)") }
      }
    }
  }

  @Test(arguments: 0..<8)
  func `statements and the gaps between them reproduce the script, and gaps contain no statements`(
    _ seed: Int
  ) throws {
    var numbers = SeededGenerator(seed: UInt64(seed + 100))
    let queue = try DatabaseQueue()
    try queue.read { db in
      for _ in 0..<500 {
        let text = script(&numbers)
        let bytes = Array(text.utf8)
        var position = 0
        var rebuilt: [UInt8] = []
        for statement in try SQLScript(file: "a.sql", text: text).statements() {
          let gap = bytes[position..<statement.location.offset]
          if try !tails(String(decoding: gap, as: UTF8.self), db).isEmpty {
            Issue.record("a statement in a gap of \(text)")
          }
          rebuilt += gap + Array(statement.sql.utf8)
          position = statement.location.offset + statement.sql.utf8.count
        }
        #expect(try tails(String(decoding: bytes[position...], as: UTF8.self), db).isEmpty)
        #expect(rebuilt + bytes[position...] == bytes)
      }
    }
  }

  private static let words = [
    "CREATE", "create", "TEMP", "temporary", "TRIGGER", "trigger", "END", "end", "EXPLAIN", "QUERY",
    "PLAN", "BEGIN", "SELECT", "a", "1", "x'", "'", "''", "\"", "`", "[", "]", "--", "/*", "*/",
    "*",
    "-", "/", ";", ";", ";", "(", ")", ",", "\n", " ", "\"end\"", "_end", "END_", "é",
  ]

  @Test(arguments: 0..<4)
  func `a statement ends where sqlite3_complete first returns 1`(_ seed: Int) {
    var numbers = SeededGenerator(seed: UInt64(seed + 200))
    for _ in 0..<2_000 {
      let count = Int.random(in: 0...25, using: &numbers)
      let text = (0..<count).map { _ in
        let word = Self.words.randomElement(using: &numbers) ?? ""
        return Bool.random(using: &numbers) ? word + " " : word
      }.joined()
      guard let statements = try? SQLScript(file: "a.sql", text: text).statements() else {
        continue
      }
      for statement in statements {
        let bytes = Array(statement.sql.utf8)
        let ends = bytes.indices.filter { index in
          bytes[index] == UInt8(ascii: ";")
            && sqlite3_complete(String(decoding: bytes[...index], as: UTF8.self)) == 1
        }
        // The last statement needs no semicolon.
        let expected = bytes.last == UInt8(ascii: ";") ? [bytes.count - 1] : []
        if ends != expected { Issue.record("\(ends) and not \(expected) in \(statement.sql)") }
      }
    }
  }
}
