// Shared by both engines: the other driver has a symbolic link to this file.
#if OURS || GRDB
  public import Foundation
  public import PeerModel

  #if OURS
    internal import MigratorEngine
  #else
    internal import GRDB
  #endif

  private enum Color: String, DatabaseValueConvertible { case red, green }
  private enum Level: Int, DatabaseValueConvertible { case low = 1, high = 12 }
  private enum Fast: Int, DatabaseValueConvertible, StatementColumnConvertible {
    case low = 1, high = 12
  }
  private enum Kind: String, Codable, DatabaseValueConvertible { case red, green }
  private struct Pair: Codable, DatabaseValueConvertible {
    var a: Int
    var b: String?
  }
  private struct Boxed: Codable, DatabaseValueConvertible {
    var value: Int
    init(value: Int) { self.value = value }
    init(from decoder: any Decoder) throws {
      value = try decoder.singleValueContainer().decode(Int.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }
  private struct Timestamped: Codable, DatabaseValueConvertible {
    var date: Date
    init(date: Date) { self.date = date }
    init(from decoder: any Decoder) throws {
      date = try decoder.singleValueContainer().decode(Date.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(date)
    }
  }
  private struct Listed: Codable, DatabaseValueConvertible {
    var items: [Int]
    init(items: [Int]) { self.items = items }
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      items = []
      while !container.isAtEnd { items.append(try container.decode(Int.self)) }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for item in items { try container.encode(item) }
    }
  }

  /// Converts values by all calls of an engine.
  public enum ValueProbe {
    /// Converts SQL values to Swift types.
    ///
    /// - Parameters:
    ///   - values: SQL expressions.
    ///   - encoding: The text encoding of the database.
    /// - Returns: The result of each value, type and call.
    /// - Throws: An error of the engine.
    public static func results(of values: [String], encoding: String) throws -> [ValueOutcome] {
      let queue = try DatabaseQueue()
      return try queue.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA encoding = '\(encoding)'; CREATE TABLE t (a)")
        return try values.flatMap { value in
          let probe = Probe(db: db, value: value)
          try probe.columns(Int.self)
          try probe.columns(Int8.self)
          try probe.columns(Int16.self)
          try probe.columns(Int32.self)
          try probe.columns(Int64.self)
          try probe.columns(UInt.self)
          try probe.columns(UInt8.self)
          try probe.columns(UInt16.self)
          try probe.columns(UInt32.self)
          try probe.columns(UInt64.self)
          try probe.columns(Double.self)
          try probe.columns(Float.self)
          try probe.columns(Bool.self)
          try probe.columns(String.self)
          try probe.columns(Data.self)
          try probe.columns(Date.self)
          try probe.columns(UUID.self)
          // Converting infinity to `Decimal` crashes in Foundation.
          if !value.hasSuffix("9e999") { try probe.columns(Decimal.self) }
          // A NUL fails an assertion in GRDB.
          if !value.hasPrefix("X'") { try probe.columns(DatabaseDateComponents.self) }
          try probe.columns(Fast.self)
          try probe.values(URL.self)
          try probe.values(Color.self)
          try probe.values(Level.self)
          try probe.values(Kind.self)
          try probe.values(Pair.self)
          try probe.values(Boxed.self)
          try probe.values(Timestamped.self)
          try probe.values(Listed.self)
          try probe.values(DatabaseValue.self)
          try probe.untyped()
          return probe.outcomes
        }
      }
    }

    /// Passes Swift values to SQL.
    ///
    /// - Parameters:
    ///   - dates: Additional dates.
    ///   - decimals: Additional decimals.
    /// - Returns: The values that SQL received.
    /// - Throws: An error of the engine.
    public static func arguments(dates: [Date], decimals: [Decimal]) throws -> [ValueOutcome] {
      var values: [(any DatabaseValueConvertible)?] = [
        nil, Int?.none, String?.none, Int?.some(3), 1, Int.min, Int.max, Int8.min, Int8.max,
        Int16.min, Int16.max, Int32.min, Int32.max, Int64.min, Int64.max, UInt8.max, UInt16.max,
        UInt32.max, UInt(7), UInt64(1) << 62, true, false, 0.1, -0.0, 1e300, Double.infinity,
        -Double.infinity, Double.nan, Float(0.1), Float.infinity, Float.nan, Float(16_777_217), "",
        "é", "e\u{301}", "O'Brien", "日本", Data(), Data([0, 1, 255]), Data("foo".utf8),
        UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"),
        URL(string: "https://a.b/c?d=e#f"),
        URL(string: "a/b", relativeTo: URL(string: "http://x.y/")),
        URL(fileURLWithPath: "/tmp/a b"),
        Color.green, Level.high, Kind.red, Pair(a: 1, b: "x"), Pair(a: 1, b: nil), Boxed(value: 5),
        Timestamped(date: Date(timeIntervalSince1970: 86_400.25)), Listed(items: [1, 2]),
        Listed(items: []), DatabaseValue.null, 5.databaseValue,
        DatabaseDateComponents(DateComponents(year: 2024, month: 2, day: 3), format: .YMD),
        DatabaseDateComponents(DateComponents(hour: 4, minute: 5, second: 6), format: .HMS),
        DatabaseDateComponents(
          DateComponents(year: 24, hour: 4, nanosecond: 7_600_000), format: .YMD_HMSS),
        DatabaseDateComponents(DateComponents(minute: 9), format: .HM),
      ]
      values += dates.map { $0 }
      values += decimals.map { $0 }
      let queue = try DatabaseQueue()
      return try queue.writeWithoutTransaction { db in
        try values.map { value in
          let stored = try String.fetchOne(
            db, sql: "SELECT typeof(?1) || ' ' || quote(?1)", arguments: [value])
          let type = value.map { "\(Swift.type(of: $0))" } ?? "nil"
          return ValueOutcome(
            value: value.map { Probe.words($0) } ?? "nil", type: type, way: "argument",
            result: stored ?? "nil"
          )
        }
      }
    }
  }

  private final class Probe {
    let db: Database
    let value: String
    let inTable: String
    var outcomes: [ValueOutcome] = []

    init(db: Database, value: String) {
      self.db = db
      self.value = value
      inTable = "SELECT a FROM t"
    }

    /// Probes the calls of a type with a fast conversion from SQLite's columns.
    func columns<T: DatabaseValueConvertible & StatementColumnConvertible & SendableMetatype>(
      _ type: T.Type
    ) throws {
      try store()
      note(type, "fetchOne") { try T.fetchOne(db, sql: inTable) }
      note(type, "fetchOne optional") { try T?.fetchOne(db, sql: inTable) ?? nil }
      note(type, "fetchAll") { try T.fetchAll(db, sql: inTable).first }
      note(type, "fetchAll optional") { try T?.fetchAll(db, sql: inTable).first ?? nil }
      note(type, "fetchCursor") { try T.fetchCursor(db, sql: inTable).next() }
      note(type, "fetchOne statement") { try T.fetchOne(db.makeStatement(sql: inTable)) }
      note(type, "fetchOne request") { try SQLRequest<T>(sql: inTable).fetchOne(db) }
      note(type, "cursor row") {
        try Row.fetchCursor(db, sql: inTable).map { try $0.decode(T.self, atIndex: 0) }.next()
      }
      note(type, "cursor row optional") {
        try Row.fetchCursor(db, sql: inTable).map { try $0.decode(T?.self, forColumn: "a") }.next()
          ?? nil
      }
      note(type, "cursor row copied") {
        try Row.fetchCursor(db, sql: inTable).map { try $0.copy().decode(T.self, atIndex: 0) }
          .next()
      }
      try rows(type)
    }

    /// Probes the calls of any other type.
    func values<T: DatabaseValueConvertible & SendableMetatype>(_ type: T.Type) throws {
      try store()
      note(type, "fetchOne") { try T.fetchOne(db, sql: inTable) }
      note(type, "fetchOne optional") { try T?.fetchOne(db, sql: inTable) ?? nil }
      note(type, "fetchAll") { try T.fetchAll(db, sql: inTable).first }
      note(type, "fetchCursor") { try T.fetchCursor(db, sql: inTable).next() }
      note(type, "cursor row") {
        try Row.fetchCursor(db, sql: inTable).map { try $0.decode(T.self, atIndex: 0) }.next()
      }
      note(type, "cursor row optional") {
        try Row.fetchCursor(db, sql: inTable).map { try $0.decode(T?.self, forColumn: "a") }.next()
          ?? nil
      }
      try rows(type)
    }

    func untyped() throws {
      try store()
      note(Any.self, "row untyped") { try Row.fetchOne(db, sql: inTable).flatMap { $0["a"] } }
      note(Any.self, "cursor row untyped") {
        try Row.fetchCursor(db, sql: inTable).map { $0[0] }.next() ?? nil
      }
    }

    private func rows<T: DatabaseValueConvertible & SendableMetatype>(_ type: T.Type) throws {
      note(type, "copied row") {
        try Row.fetchOne(db, sql: inTable).map { try $0.decode(T.self, atIndex: 0) }
      }
      note(type, "copied row optional") {
        try Row.fetchAll(db, sql: inTable).first.map { try $0.decode(T?.self, forColumn: "A") }
          ?? nil
      }
      note(type, "missing column optional") {
        try Row.fetchOne(db, sql: inTable).map { try $0.decode(T?.self, forColumn: "b") } ?? nil
      }
      note(type, "missing column") {
        try Row.fetchOne(db, sql: inTable).map { try $0.decode(T.self, forColumn: "b") }
      }
      db.add(
        function: DatabaseFunction("converted", argumentCount: 1) { values in
          T.fromDatabaseValue(values[0]).map { Self.words($0) }
        })
      note(type, "function argument") {
        try String.fetchOne(db, sql: "SELECT converted(a) FROM t").map { "\($0)" }
      }
    }

    private func store() throws {
      try db.execute(sql: "DELETE FROM t; INSERT INTO t SELECT \(value)")
    }

    private func note<T>(_ type: Any.Type, _ way: String, _ convert: () throws -> T?) {
      let result: String
      do {
        result = try convert().map { Self.words($0) } ?? "nil"
      } catch {
        result = "throws"
      }
      outcomes.append(ValueOutcome(value: value, type: "\(type)", way: way, result: result))
    }

    static func words(_ value: Any) -> String {
      switch value {
      case let data as Data: "Data " + data.map { String($0, radix: 16) }.joined(separator: " ")
      case let date as Date: "Date \(date.timeIntervalSinceReferenceDate)"
      case let value as DatabaseDateComponents:
        "\(value.format) \(value.databaseValue) \(value.dateComponents.timeZone?.secondsFromGMT() ?? 0)"
      case let value as Timestamped: "Stamped \(value.date.timeIntervalSinceReferenceDate)"
      case let text as String:
        "\(Swift.type(of: value)) " + text.utf8.map { String($0, radix: 16) }.joined(separator: " ")
      default: "\(Swift.type(of: value)) \(value)"
      }
    }
  }
#endif
