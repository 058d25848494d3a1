import CSQLite3
import MigratorPlatform

/// A column of a row, readable as any storage class with SQLite's conversions.
public struct StatementColumn {
  private enum Source {
    case statement(OpaquePointer, Int32, any TextEncodingProvider)
    case row(DatabaseValue, TextEncoding)
  }

  private let source: Source

  init(of pointer: OpaquePointer, at index: Int, _ texts: any TextEncodingProvider) {
    source = .statement(pointer, Int32(index), texts)
  }

  init(_ value: DatabaseValue, _ encoding: TextEncoding) {
    source = .row(value, encoding)
  }

  /// True if the column is NULL.
  public var isNull: Bool {
    switch source {
    case .statement(let pointer, let index, _): sqlite3_column_type(pointer, index) == SQLITE_NULL
    case .row(let value, _): value.isNull
    }
  }

  /// The stored value.
  public var databaseValue: DatabaseValue {
    switch source {
    case .statement(let pointer, let index, let texts): DatabaseValue(pointer, column: index, texts)
    case .row(let value, _): value
    }
  }

  /// The column as an integer; text is converted from its longest integer prefix.
  public var int64: Int64 {
    switch source {
    case .statement(let pointer, let index, _): sqlite3_column_int64(pointer, index)
    case .row(let value, let encoding):
      if case .int64(let number) = value.storage {
        number
      } else {
        SQLiteConversion.convert(value, encoding) { sqlite3_column_int64($0, 0) }
      }
    }
  }

  /// The column as a floating-point number; text is converted from its longest numeric prefix.
  public var double: Double {
    switch source {
    case .statement(let pointer, let index, _): sqlite3_column_double(pointer, index)
    case .row(let value, let encoding):
      switch value.storage {
      case .double(let number): number
      case .int64(let number): Double(number)
      default:
        SQLiteConversion.convert(value, encoding) { sqlite3_column_double($0, 0) }
      }
    }
  }

  /// The column as a string, with numbers in SQLite's notation.
  ///
  /// Invalid UTF-8 is replaced with U+FFFD.
  public var text: String {
    switch source {
    case .statement(let pointer, let index, _):
      String(decoding: SQLiteBinding.text(pointer, index), as: UTF8.self)
    case .row(let value, let encoding):
      if case .string(let text) = value.storage {
        text
      } else {
        SQLiteConversion.convert(value, encoding) {
          String(decoding: SQLiteBinding.text($0, 0), as: UTF8.self)
        }
      }
    }
  }

  /// The column as a blob: the bytes of text, or of a number in SQLite's notation.
  public var bytes: [UInt8] {
    switch source {
    case .statement(let pointer, let index, _): SQLiteBinding.bytes(pointer, index)
    case .row(let value, let encoding):
      if case .blob(let bytes) = value.storage {
        bytes
      } else {
        SQLiteConversion.convert(value, encoding) { SQLiteBinding.bytes($0, 0) }
      }
    }
  }
}

// It reads through a connection.
@available(*, unavailable)
extension StatementColumn: Sendable {}

/// Lets SQLite convert values that were read earlier, because its versions format numbers
/// differently.
private final class SQLiteConversion: Sendable {
  /// The statement `SELECT ?` on an empty in-memory database.
  private struct Query {
    let statement: OpaquePointer?

    init(_ encoding: TextEncoding) {
      var (connection, statement): (OpaquePointer?, OpaquePointer?)
      sqlite3_open_v2(":memory:", &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
      sqlite3_exec(connection, "PRAGMA encoding = '\(encoding.rawValue)'", nil, nil, nil)
      sqlite3_prepare_v2(connection, "SELECT ?", -1, &statement, nil)
      self.statement = statement
    }
  }

  private static let utf8 = SQLiteConversion(.utf8)
  private static let utf16LittleEndian = SQLiteConversion(.utf16LittleEndian)
  private static let utf16BigEndian = SQLiteConversion(.utf16BigEndian)

  // The query is used only while the mutex is held, and never freed.
  private let query: Mutex<Query>

  private init(_ encoding: TextEncoding) {
    query = Mutex(Query(encoding))
  }

  static func convert<Result: Sendable>(
    _ value: DatabaseValue, _ encoding: TextEncoding, _ read: (OpaquePointer) -> Result
  ) -> Result {
    let conversion =
      switch encoding {
      case .utf8: utf8
      case .utf16LittleEndian: utf16LittleEndian
      case .utf16BigEndian: utf16BigEndian
      }
    return conversion.query.withLock { query in
      guard let statement = query.statement else { fatalError("out of memory") }
      defer {
        sqlite3_reset(statement)
        sqlite3_clear_bindings(statement)
      }
      SQLiteBinding.bind(value, to: statement, at: 1, in: encoding)
      sqlite3_step(statement)
      return read(statement)
    }
  }
}
