import CSQLite3
import MigratorPlatform

/// `random()` and `randomblob()` for scratch databases, so that their contents are the same in each
/// run.
///
/// The connections of one scratch database share it, so that no blob of eight or more bytes repeats.
///
/// Source: <https://www.sqlite.org/lang_corefunc.html#random>.
package final class SeededRandom: Sendable {
  private let state: Mutex<SeededNumbers>

  /// Starts with a seed.
  package init(seed: UInt64) { state = Mutex(SeededNumbers(seed: seed)) }

  /// The numbers that follow.
  package var numbers: SeededNumbers {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  /// Replaces the functions of a connection.
  ///
  /// Like the original functions, they are innocuous, so triggers and default values can call them.
  /// They are not deterministic, so indexes and generated columns cannot.
  func replaceFunctions(of database: Database) throws {
    func add(
      _ name: String, argumentCount: Int32,
      _ function:
        @escaping @convention(c) (
          OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?
        ) -> Void
    ) throws {
      // SQLite always releases the reference, even if it rejects the function.
      try database.check(
        sqlite3_create_function_v2(
          database.connection, name, argumentCount, SQLITE_UTF8 | Int32(SQLITE_INNOCUOUS),
          Unmanaged.passRetained(self).toOpaque(), function, nil, nil,
          { reference in
            if let reference { Unmanaged<SeededRandom>.fromOpaque(reference).release() }
          }))
    }
    try add("random", argumentCount: 0) { context, _, _ in
      SeededRandom.of(context)?.setNumber(of: context)
    }
    try add("randomblob", argumentCount: 1) { context, _, values in
      SeededRandom.of(context)?.setBlob(of: context, length: sqlite3_value_int64(values?[0]))
    }
  }

  private static func of(_ context: OpaquePointer?) -> SeededRandom? {
    sqlite3_user_data(context).map { Unmanaged<SeededRandom>.fromOpaque($0).takeUnretainedValue() }
  }

  private func setNumber(of context: OpaquePointer?) {
    let number = Int64(bitPattern: state.withLock { $0.next() })
    // SQLite avoids the lowest number too, because abs() fails on it.
    sqlite3_result_int64(context, number < 0 ? -(number & .max) : number)
  }

  private func setBlob(of context: OpaquePointer?, length: Int64) {
    // > If N is less than 1 then a 1-byte random blob is returned.
    let length = max(1, length)
    let limit = sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LENGTH, -1)
    guard length <= limit else { return sqlite3_result_error_toobig(context) }
    guard let bytes = sqlite3_malloc64(UInt64(length)) else {
      return sqlite3_result_error_nomem(context)
    }
    state.withLock { numbers in
      var offset = 0
      while offset < Int(length) {
        withUnsafeBytes(of: numbers.next().littleEndian) { word in
          for byte in word.prefix(Int(length) - offset) {
            bytes.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
            offset += 1
          }
        }
      }
    }
    sqlite3_result_blob64(context, bytes, UInt64(length), sqlite3_free)
  }
}
