import CSQLite3

/// A database file that is read through SQLite's own VFS and never written.
///
/// Closing a separate descriptor would drop the locks that SQLite holds on the file in this
/// process: <https://www.sqlite.org/src/artifact?ci=trunk&name=src/os_unix.c>, "Posix Advisory
/// Locking".
final class OriginalFile {
  private let file: OpenDatabaseFile
  private let memory: UnsafeMutableRawPointer
  private let name: UnsafePointer<CChar>

  init(_ path: String) throws {
    guard let system = sqlite3_vfs_find(nil), let open = system.pointee.xOpen,
      let name = sqlite3_create_filename(path, path + "-journal", path + "-wal", 0, nil)
    else { throw DatabaseError(resultCode: .SQLITE_NOMEM) }
    let size = Int(system.pointee.szOsFile)
    memory = .allocate(byteCount: size, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    let file = memory.assumingMemoryBound(to: sqlite3_file.self)
    self.file = OpenDatabaseFile(file)
    self.name = name
    var flags: Int32 = 0
    // SQLite sets the methods if the file must be closed, even after an error.
    let code = open(system, name, file, SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB, &flags)
    guard code == SQLITE_OK, file.pointee.pMethods != nil else {
      throw DatabaseError(resultCode: ResultCode(rawValue: code))
    }
  }

  deinit {
    if let close = file.pointer.pointee.pMethods?.pointee.xClose { _ = close(file.pointer) }
    memory.deallocate()
    sqlite3_free_filename(name)
  }

  func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int32 {
    file.read(buffer, at: offset)
  }

  func size() throws -> Int64 { try file.size() }

  func header() throws -> [UInt8] { try file.header() }

  /// True if the header declares WAL mode.
  ///
  /// Source: <https://www.sqlite.org/fileformat2.html>, "File format version numbers".
  var isWAL: Bool { get throws { try header()[19] == 2 } }
}
