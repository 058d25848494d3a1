internal import CMigratorPlatform
import CSQLite3
import MigratorPlatform

/// The shared memory of databases in WAL mode: the `-shm` file, mapped into memory.
///
/// SQLite writes one byte of each 4,096 of a new `-shm` file, so that the file system allocates the
/// blocks. This is not enough for a file system with smaller blocks: on a full disk, writing to the
/// mapped memory then raises SIGBUS. Here all blocks are allocated when a part of the file is
/// mapped. If this fails, the connection gets the error that SQLite reports on other file systems.
/// Source: <https://www.sqlite.org/src/file/src/os_unix.c>, `unixShmMap`.
enum SharedMemory {
  /// The methods of a file whose shared memory is reserved; SQLite uses only the first member.
  private struct Methods {
    var methods: sqlite3_io_methods
    let original: UnsafePointer<sqlite3_io_methods>
  }

  /// The addresses of methods and of their replacements.
  ///
  /// There are few methods, and they exist until the process ends.
  private static let replacements = Mutex<[UInt: UInt]>([:])

  /// Makes a connection allocate all blocks of its shared memory.
  ///
  /// Must be called before the connection's first read.
  static func reserve(of connection: OpaquePointer) {
    guard platform_can_reserve_mapped() != 0, let file = OpenDatabaseFile(connection)?.pointer,
      let original = file.pointee.pMethods, original.pointee.iVersion >= 2,
      original.pointee.xShmMap != nil
    else { return }
    file.pointee.pMethods = replacement(of: original)
  }

  private static func replacement(
    of original: UnsafePointer<sqlite3_io_methods>
  ) -> UnsafePointer<sqlite3_io_methods>? {
    let address = replacements.withLock { replacements in
      let key = UInt(bitPattern: original)
      if let known = replacements[key] { return known }
      var methods = original.pointee
      methods.xShmMap = map
      let memory = UnsafeMutablePointer<Methods>.allocate(capacity: 1)
      memory.initialize(to: Methods(methods: methods, original: original))
      let address = UInt(bitPattern: memory)
      replacements[key] = address
      return address
    }
    return UnsafePointer(bitPattern: address)
  }

  private static let map:
    @convention(c) (
      UnsafeMutablePointer<sqlite3_file>?, Int32, Int32, Int32,
      UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) -> Int32 = { file, region, size, extends, memory in
      guard let methods = file?.pointee.pMethods, let memory else { return SQLITE_IOERR }
      let original = UnsafeRawPointer(methods).assumingMemoryBound(to: Methods.self).pointee
        .original
      guard let map = original.pointee.xShmMap else { return SQLITE_IOERR }
      let code = map(file, region, size, extends, memory)
      guard code == SQLITE_OK, let address = memory.pointee,
        platform_reserve_mapped(address, Int(size)) != 0
      else { return code }
      // Otherwise SQLite would keep the address and use it the next time.
      memory.pointee = nil
      // Not SQLITE_FULL: the commit is already complete in the `-wal` file when the shared memory
      // grows.
      return ResultCode.SQLITE_IOERR_SHMSIZE.rawValue
    }
}
