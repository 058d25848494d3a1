import CSQLite3
import MigratorPlatform

/// The storage behind the connections of one overlay, with the original under it.
///
/// `@unchecked Sendable` is safe: `pages` and `original`, which no other object uses, are accessed
/// only while `lock` is held. The buffers belong to the caller during a call.
final class OverlayStore: @unchecked Sendable {
  enum View: Hashable, Sendable {
    case present
    case held
  }

  private let lock = Mutex(())
  private var pages: OverlayPages
  private let original: OriginalFile

  /// Creates a store over an original that its owner pins with a read transaction.
  ///
  /// The frames are those of its `-wal` file, or `nil` with a rollback journal.
  ///
  /// The page size is in bytes.
  init(
    _ original: OriginalFile, pageSize: Int, _ frames: WALReader?, _ read: WALReader.Read,
    in folder: String
  ) throws {
    let size = try original.size()
    let pageSize = frames?.usedPageSize ?? pageSize
    var pages = try OverlayPages(size: size, blockSize: pageSize, in: folder)
    func check(_ code: Int32) throws {
      if code != SQLITE_OK { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
    if let frames {
      if frames.pageCount > 0 {
        try check(
          pages.truncate(to: Int64(frames.pageCount) * Int64(pageSize), original.read))
        for (page, offset) in frames.offsets where page <= frames.pageCount {
          let bytes = read(pageSize, offset)
          guard bytes.count == pageSize else {
            throw DatabaseError(resultCode: .SQLITE_IOERR_SHORT_READ)
          }
          try check(
            bytes.withUnsafeBytes {
              try pages.write($0, at: Int64(page - 1) * Int64(pageSize), original.read)
            })
        }
      }
      try check(Self.clearWALMode(&pages, original))
    }
    self.pages = pages
    self.original = original
  }

  /// Takes the database out of WAL mode, because the pages already contain its `-wal` file.
  ///
  /// > File format write version. 1 for legacy; 2 for WAL.
  ///
  /// For an encrypted database, the writing connection does this on opening, because it has the
  /// key.
  private static func clearWALMode(_ pages: inout OverlayPages, _ original: OriginalFile) throws
    -> Int32
  {
    if pages.map.size == 0 { return SQLITE_OK }
    var head = [UInt8](repeating: 0, count: FileHeader.magic.count)
    let code = try head.withUnsafeMutableBytes {
      try pages.read(pages.map, into: $0, at: 0, original.read)
    }
    guard code == SQLITE_OK, FileHeader(head).isPlain else { return code }
    let legacy: [UInt8] = [1, 1]
    return try legacy.withUnsafeBytes { try pages.write($0, at: 18, original.read) }
  }

  /// The disk space used by the written pages, in bytes.
  var byteCount: Int64 { lock.withLock { _ in pages.byteCount } }

  func hold() throws {
    let code = try lock.withLock { _ in
      // A migration may have set WAL mode, which is unreadable without shared memory.
      let code = try Self.clearWALMode(&pages, original)
      pages.hold()
      return code
    }
    if code != SQLITE_OK { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }

  func size(_ view: View) -> Int64 {
    lock.withLock { _ in view == .held ? pages.held?.size ?? 0 : pages.map.size }
  }

  /// Reads bytes; zeros follow the end of the database.
  ///
  /// Returns a result code of SQLite.
  func read(_ view: View, _ buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int32 {
    lock.withLock { _ in
      guard let map = view == .held ? pages.held : pages.map else {
        return ResultCode.SQLITE_IOERR_READ.rawValue
      }
      do throws(SystemFailure) {
        let code = try pages.read(map, into: buffer, at: offset, original.read)
        if code != SQLITE_OK { return code }
      } catch {
        return ResultCode.SQLITE_IOERR_READ.rawValue
      }
      return offset + Int64(buffer.count) > map.size
        ? ResultCode.SQLITE_IOERR_SHORT_READ.rawValue : SQLITE_OK
    }
  }

  func write(_ view: View, _ buffer: UnsafeRawBufferPointer, at offset: Int64) -> Int32 {
    guard view == .present else { return SQLITE_READONLY }
    return lock.withLock { _ in
      do throws(SystemFailure) {
        return try pages.write(buffer, at: offset, original.read)
      } catch {
        return Self.code(of: error)
      }
    }
  }

  func truncate(_ view: View, to size: Int64) -> Int32 {
    guard view == .present else { return SQLITE_READONLY }
    return lock.withLock { _ in
      do throws(SystemFailure) {
        return try pages.truncate(to: size, original.read)
      } catch {
        return Self.code(of: error)
      }
    }
  }

  private static func code(of failure: SystemFailure) -> Int32 {
    failure.isNoSpace ? SQLITE_FULL : ResultCode.SQLITE_IOERR_WRITE.rawValue
  }
}
