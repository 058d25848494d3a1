import CSQLite3

enum SQLiteBinding {
  /// Makes SQLite copy bound text and blobs.
  static var transient: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  @discardableResult
  static func bind(
    _ value: DatabaseValue, to pointer: OpaquePointer, at index: Int32,
    in encoding: @autoclosure () -> TextEncoding
  ) -> Int32 {
    if let bytes = value.invalidText {
      return bytes.withUnsafeBytes { bind(text: $0, to: pointer, at: index, as: encoding()) }
    }
    switch value.storage {
    case .null: return sqlite3_bind_null(pointer, index)
    case .int64(let number): return sqlite3_bind_int64(pointer, index, number)
    case .double(let number): return sqlite3_bind_double(pointer, index, number)
    case .string(var text):
      return text.withUTF8 { bind(text: UnsafeRawBufferPointer($0), to: pointer, at: index) }
    case .blob(let bytes):
      if bytes.isEmpty { return sqlite3_bind_zeroblob(pointer, index, 0) }
      return bytes.withUnsafeBytes {
        sqlite3_bind_blob64(
          pointer, index, $0.baseAddress, UInt64($0.count), transient)
      }
    }
  }

  /// Binds text, which may be invalid Unicode.
  ///
  /// Returns SQLite's result code.
  @discardableResult
  static func bind(
    text: UnsafeRawBufferPointer, to pointer: OpaquePointer, at index: Int32,
    as encoding: TextEncoding = .utf8
  ) -> Int32 {
    // An empty buffer may have no address, which SQLite would treat as NULL.
    guard let start = text.bindMemory(to: CChar.self).baseAddress else {
      return sqlite3_bind_text(pointer, index, "", 0, transient)
    }
    return sqlite3_bind_text64(
      pointer, index, start, UInt64(text.count), transient, encoding.code)
  }

  /// Returns the bytes of a column as text, valid until the next step of the statement.
  static func text(_ pointer: OpaquePointer, _ index: Int32) -> UnsafeBufferPointer<UInt8> {
    let text = sqlite3_column_text(pointer, index)
    return UnsafeBufferPointer(
      start: text, count: text == nil ? 0 : Int(sqlite3_column_bytes(pointer, index)))
  }

  static func bytes(_ pointer: OpaquePointer, _ index: Int32) -> [UInt8] {
    let blob = sqlite3_column_blob(pointer, index)
    return Array(
      UnsafeRawBufferPointer(
        start: blob, count: blob == nil ? 0 : Int(sqlite3_column_bytes(pointer, index))))
  }
}

extension DatabaseValue {
  init(_ pointer: OpaquePointer, column index: Int32, _ texts: any TextEncodingProvider) {
    switch sqlite3_column_type(pointer, index) {
    case SQLITE_INTEGER: self.init(storage: .int64(sqlite3_column_int64(pointer, index)))
    case SQLITE_FLOAT: self.init(storage: .double(sqlite3_column_double(pointer, index)))
    case SQLITE_TEXT:
      self.init(text: SQLiteBinding.text(pointer, index), of: texts.encoding)
    case SQLITE_BLOB: self.init(storage: .blob(SQLiteBinding.bytes(pointer, index)))
    default: self = .null
    }
  }
}
