import CSQLite3

/// A connection to a database in memory that uses only SQLite's own interface.
///
/// The matrix judges the product, so it shares no code with it.
final class PlainConnection {
  /// The error of a statement.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// A value with its storage class.
  enum Value: Hashable, CustomStringConvertible {
    case null
    case integer(Int64)
    case real(UInt64)
    case text([UInt8])
    case blob([UInt8])

    var description: String {
      switch self {
      case .null: "NULL"
      case .integer(let number): "\(number)"
      case .real(let bits): "\(Double(bitPattern: bits))r"
      case .text(let bytes): "'\(String(decoding: bytes, as: UTF8.self))'"
      case .blob(let bytes): "x\(bytes)"
      }
    }
  }

  private let handle: OpaquePointer

  init() throws {
    var handle: OpaquePointer?
    let code = sqlite3_open(":memory:", &handle)
    guard code == SQLITE_OK, let handle else { throw Failure(description: "open: \(code)") }
    self.handle = handle
  }

  deinit { sqlite3_close_v2(handle) }

  /// True outside transactions.
  var isAutocommitting: Bool { sqlite3_get_autocommit(handle) != 0 }

  /// Sets an option that is on or off.
  func set(_ option: Int32, _ isOn: Bool) {
    _ = migtui_db_config_flag(handle, option, isOn ? 1 : 0)
  }

  /// Refuses temporary objects and attached databases, as D1 does.
  func refuseTemporaryObjects() {
    sqlite3_set_authorizer(
      handle,
      { _, action, _, _, _, _ in
        [
          SQLITE_CREATE_TEMP_TABLE, SQLITE_CREATE_TEMP_INDEX, SQLITE_CREATE_TEMP_TRIGGER,
          SQLITE_CREATE_TEMP_VIEW, SQLITE_ATTACH, SQLITE_DETACH,
        ].contains(action) ? SQLITE_DENY : SQLITE_OK
      }, nil)
  }

  /// Allows all statements again.
  func allowAll() { sqlite3_set_authorizer(handle, nil, nil) }

  /// Runs all statements of a string.
  func run(_ sql: String) throws {
    if sqlite3_exec(handle, sql, nil, nil, nil) != SQLITE_OK { throw failure(sql) }
  }

  /// Runs a string that must be one statement, as drivers do that refuse several.
  func runOne(_ sql: String) throws {
    try sql.withCString { start in
      var statement: OpaquePointer?
      var tail: UnsafePointer<CChar>?
      guard sqlite3_prepare_v2(handle, start, -1, &statement, &tail) == SQLITE_OK else {
        throw failure(sql)
      }
      defer { sqlite3_finalize(statement) }
      guard let statement else { return }
      if let tail, !String(cString: tail).allSatisfy(\.isWhitespace) {
        throw Failure(description: "more than one statement: \(sql)")
      }
      var code = SQLITE_ROW
      while code == SQLITE_ROW { code = sqlite3_step(statement) }
      if code != SQLITE_DONE { throw failure(sql) }
    }
  }

  /// Returns the rows of a query.
  func rows(_ sql: String, _ values: [Value] = []) throws -> [[Value]] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw failure(sql)
    }
    defer { sqlite3_finalize(statement) }
    for (index, value) in values.enumerated() { bind(value, Int32(index + 1), statement) }
    var rows: [[Value]] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        rows.append((0..<sqlite3_column_count(statement)).map { Self.value($0, of: statement) })
      case SQLITE_DONE: return rows
      default: throw failure(sql)
      }
    }
  }

  /// Returns the text of the first column of each row.
  func texts(_ sql: String) throws -> [String] {
    try rows(sql).map { row in
      guard case .text(let bytes)? = row.first else { return row.first?.description ?? "" }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  private func failure(_ sql: String) -> Failure {
    Failure(description: "\(String(cString: sqlite3_errmsg(handle))): \(sql.prefix(300))")
  }

  private func bind(_ value: Value, _ index: Int32, _ statement: OpaquePointer) {
    // SQLite copies the bytes.
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .null: sqlite3_bind_null(statement, index)
    case .integer(let number): sqlite3_bind_int64(statement, index, number)
    case .real(let bits): sqlite3_bind_double(statement, index, Double(bitPattern: bits))
    case .text(let bytes):
      _ = bytes.withUnsafeBytes {
        sqlite3_bind_text(
          statement, index, $0.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count),
          transient)
      }
      if bytes.isEmpty { sqlite3_bind_text(statement, index, "", 0, transient) }
    case .blob(let bytes):
      if bytes.isEmpty {
        sqlite3_bind_zeroblob(statement, index, 0)
      } else {
        sqlite3_bind_blob(statement, index, bytes, Int32(bytes.count), transient)
      }
    }
  }

  private static func value(_ index: Int32, of statement: OpaquePointer) -> Value {
    func bytes() -> [UInt8] {
      let start = sqlite3_column_blob(statement, index)
      let count = Int(sqlite3_column_bytes(statement, index))
      return start.map { Array(UnsafeRawBufferPointer(start: $0, count: count)) } ?? []
    }
    switch sqlite3_column_type(statement, index) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, index))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, index).bitPattern)
    case SQLITE_TEXT: return .text(bytes())
    case SQLITE_BLOB: return .blob(bytes())
    default: return .null
    }
  }
}
