import CSQLite3

/// A database file that SQLite has open, read through SQLite.
///
/// Closing a separate descriptor would drop the locks that SQLite holds on the file in this
/// process: <https://www.sqlite.org/howtocorrupt.html>, section 2.2.
struct OpenDatabaseFile {
  let pointer: UnsafeMutablePointer<sqlite3_file>

  init(_ pointer: UnsafeMutablePointer<sqlite3_file>) { self.pointer = pointer }

  init?(_ connection: OpaquePointer) {
    var file: UnsafeMutablePointer<sqlite3_file>?
    sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    guard let file, file.pointee.pMethods != nil else { return nil }
    pointer = file
  }

  private var methods: sqlite3_io_methods? { pointer.pointee.pMethods?.pointee }

  /// Reads bytes, with zeros beyond the end of the file, and returns a result code.
  func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int32 {
    guard let read = methods?.xRead else { return SQLITE_IOERR }
    // > SQLITE_IOERR_SHORT_READ: the rest of the buffer is filled with zeros
    let code = read(pointer, buffer.baseAddress, Int32(buffer.count), offset)
    return code == ResultCode.SQLITE_IOERR_SHORT_READ.rawValue ? SQLITE_OK : code
  }

  func size() throws(DatabaseError) -> Int64 {
    var size: sqlite3_int64 = 0
    try Self.check(methods?.xFileSize?(pointer, &size) ?? SQLITE_IOERR)
    return size
  }

  /// The first hundred bytes of the file, with zeros if it is shorter.
  func header() throws(DatabaseError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 100)
    try Self.check(bytes.withUnsafeMutableBytes { read($0, at: 0) })
    return bytes
  }

  /// Reads the whole file in parts.
  ///
  /// - Parameter body: Receives each part, from the first to the last; the bytes are valid during
  ///   the call.
  /// - Throws: ``DatabaseError``; errors thrown by `body`.
  func forEachChunk(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    let size = try size()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { buffer.deallocate() }
    var offset: Int64 = 0
    while offset < size {
      let count = Int(min(Int64(buffer.count), size - offset))
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
      try Self.check(read(part, at: offset))
      try body(UnsafeRawBufferPointer(part))
      offset += Int64(count)
    }
  }

  private static func check(_ code: Int32) throws(DatabaseError) {
    guard code == SQLITE_OK else {
      throw DatabaseError(resultCode: ResultCode(rawValue: code))
    }
  }
}
