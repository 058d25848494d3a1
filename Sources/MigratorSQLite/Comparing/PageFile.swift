import CSQLite3

struct PageFile {
  struct Unreadable: Error {}

  /// The size of a page, and its usable size, in bytes.
  let pageSize, usableSize: Int
  let pageCount: Int64
  private let db: Database
  private let file: UnsafeMutablePointer<sqlite3_file>

  /// Reads the header of a connection's file.
  ///
  /// Throws unless the connection is to an overlay, whose pages are all in one file.
  init(_ db: Database) throws(Unreadable) {
    guard OverlayFileSystem.contains(db.path), let file = OpenDatabaseFile(db.connection),
      let header = try? file.header(), let size = try? file.size()
    else { throw Unreadable() }
    // > The value 1 represents a page size of 65536.
    let field = Int(header[16]) << 8 | Int(header[17])
    pageSize = field == 1 ? 65_536 : field
    usableSize = pageSize - Int(header[20])
    guard usableSize >= 480, pageSize & (pageSize - 1) == 0 else { throw Unreadable() }
    pageCount = size / Int64(pageSize)
    self.db = db
    self.file = file.pointer
  }

  /// Reads a page; throws SQLITE_INTERRUPT if the connection is cancelled.
  func read(_ page: UInt32, into buffer: UnsafeMutableRawBufferPointer) throws {
    if db.monitor?.isCancelled == true { throw DatabaseError(resultCode: .SQLITE_INTERRUPT) }
    guard page > 0, Int64(page) <= pageCount, let read = file.pointee.pMethods?.pointee.xRead,
      read(file, buffer.baseAddress, Int32(pageSize), Int64(page - 1) * Int64(pageSize))
        == SQLITE_OK
    else { throw Unreadable() }
  }

  /// Reads a big-endian number from a page; throws if it is not within the page.
  func number<T: FixedWidthInteger>(
    in page: UnsafeMutableRawBufferPointer, at place: Int, _ type: T.Type
  ) throws(Unreadable) -> T {
    guard place >= 0, place + MemoryLayout<T>.size <= usableSize else { throw Unreadable() }
    return T(
      bigEndian: UnsafeRawBufferPointer(page).loadUnaligned(fromByteOffset: place, as: T.self))
  }
}
