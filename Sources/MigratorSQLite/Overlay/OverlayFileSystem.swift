import CSQLite3
import MigratorPlatform

/// The SQLite VFS through which connections access an overlay.
///
/// The database file is an ``OverlayStore``. All other files belong to the default VFS, and
/// journals of an overlay have no name. The VFS does not support shared memory, so WAL mode
/// requires exclusive locking. Locks have no effect, because only one connection writes.
/// Source: <https://www.sqlite.org/vfs.html>.
enum OverlayFileSystem {
  static let name = "migtui-overlay"
  static let prefix = "/migtui-overlay/"

  static func contains(_ path: String) -> Bool { path.hasPrefix(prefix) }

  private struct Entry: Sendable {
    let store: OverlayStore
    let view: OverlayStore.View
  }

  private static let entries = Mutex<[String: Entry]>([:])
  private static let count = Mutex(0)

  /// Registers a store, and returns the paths of its current and of its held state.
  static func enter(_ store: OverlayStore) throws -> (present: String, held: String) {
    guard isRegistered else { throw DatabaseError(resultCode: .SQLITE_NOMEM) }
    let number = count.withLock {
      $0 += 1
      return $0
    }
    let paths = (present: "\(prefix)\(number)", held: "\(prefix)\(number)/held")
    entries.withLock {
      $0[paths.present] = Entry(store: store, view: .present)
      $0[paths.held] = Entry(store: store, view: .held)
    }
    return paths
  }

  /// Removes the paths; open connections are not affected.
  static func leave(_ paths: (present: String, held: String)) {
    entries.withLock {
      $0[paths.present] = nil
      $0[paths.held] = nil
    }
  }

  private final class OpenFile: Sendable {
    let store: OverlayStore
    let view: OverlayStore.View

    init(_ entry: Entry) { (store, view) = (entry.store, entry.view) }
  }

  /// Registers the VFS once; SQLite keeps its address until the process ends.
  private static let isRegistered: Bool = {
    guard let system = sqlite3_vfs_find(nil) else { return false }
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    methods.initialize(to: fileMethods)
    let parts = UnsafeMutablePointer<Parts>.allocate(capacity: 1)
    parts.initialize(to: Parts(system: system, methods: methods))
    var vfs = system.pointee
    // Version 3 adds methods to override system calls, which belong to the default VFS.
    vfs.iVersion = 2
    vfs.pNext = nil
    vfs.szOsFile = max(vfs.szOsFile, Int32(openFileOffset + MemoryLayout<UnsafeRawPointer>.size))
    vfs.zName = UnsafePointer(strdup(name))
    vfs.pAppData = UnsafeMutableRawPointer(parts)
    install(&vfs)
    let memory = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    memory.initialize(to: vfs)
    return sqlite3_vfs_register(memory, 0) == SQLITE_OK
  }()

  private struct Parts {
    let system: UnsafeMutablePointer<sqlite3_vfs>
    let methods: UnsafeMutablePointer<sqlite3_io_methods>
  }

  private static var openFileOffset: Int { MemoryLayout<sqlite3_file>.stride }

  private static func parts(_ vfs: UnsafeMutablePointer<sqlite3_vfs>?) -> Parts? {
    vfs?.pointee.pAppData.map { $0.assumingMemoryBound(to: Parts.self).pointee }
  }

  private static func entry(_ name: UnsafePointer<CChar>?) -> Entry? {
    name.flatMap { name in entries.withLock { $0[String(cString: name)] } }
  }

  private static func isOurs(_ name: UnsafePointer<CChar>?) -> Bool {
    name.map { contains(String(cString: $0)) } ?? false
  }

  private static func install(_ vfs: inout sqlite3_vfs) {
    vfs.xOpen = { vfs, name, file, flags, outFlags in
      guard let parts = OverlayFileSystem.parts(vfs), let file else { return SQLITE_CANTOPEN }
      guard OverlayFileSystem.isOurs(name) else {
        return parts.system.pointee.xOpen(parts.system, name, file, flags, outFlags)
      }
      guard flags & SQLITE_OPEN_MAIN_DB != 0 else {
        let temporary =
          SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXCLUSIVE
          | SQLITE_OPEN_DELETEONCLOSE | SQLITE_OPEN_TEMP_JOURNAL
        return parts.system.pointee.xOpen(parts.system, nil, file, temporary, outFlags)
      }
      file.pointee.pMethods = nil
      guard let entry = OverlayFileSystem.entry(name) else { return SQLITE_CANTOPEN }
      let reference = Unmanaged.passRetained(OpenFile(entry)).toOpaque()
      UnsafeMutableRawPointer(file)
        .storeBytes(
          of: reference, toByteOffset: OverlayFileSystem.openFileOffset,
          as: UnsafeMutableRawPointer.self)
      file.pointee.pMethods = UnsafePointer(parts.methods)
      outFlags?.pointee = flags
      return SQLITE_OK
    }
    vfs.xDelete = { vfs, name, synchronously in
      guard let parts = OverlayFileSystem.parts(vfs), !OverlayFileSystem.isOurs(name) else {
        return SQLITE_OK
      }
      return parts.system.pointee.xDelete(parts.system, name, synchronously)
    }
    vfs.xAccess = { vfs, name, question, answer in
      guard let parts = OverlayFileSystem.parts(vfs), !OverlayFileSystem.isOurs(name) else {
        answer?.pointee = OverlayFileSystem.entry(name) == nil ? 0 : 1
        return SQLITE_OK
      }
      return parts.system.pointee.xAccess(parts.system, name, question, answer)
    }
    vfs.xFullPathname = { vfs, name, count, target in
      guard let parts = OverlayFileSystem.parts(vfs), let name, let target else {
        return SQLITE_CANTOPEN
      }
      guard OverlayFileSystem.isOurs(name) else {
        return parts.system.pointee.xFullPathname(parts.system, name, count, target)
      }
      let length = strlen(name)
      guard length < count else { return SQLITE_CANTOPEN }
      target.update(from: name, count: length + 1)
      return SQLITE_OK
    }
  }

  private static func open(_ file: UnsafeMutablePointer<sqlite3_file>?) -> OpenFile? {
    OverlayFileSystem.reference(file).map {
      Unmanaged<OpenFile>.fromOpaque($0).takeUnretainedValue()
    }
  }

  private static func reference(
    _ file: UnsafeMutablePointer<sqlite3_file>?
  ) -> UnsafeMutableRawPointer? {
    file.map {
      UnsafeRawPointer($0).load(fromByteOffset: openFileOffset, as: UnsafeMutableRawPointer.self)
    }
  }

  private static var fileMethods: sqlite3_io_methods {
    var methods = sqlite3_io_methods()
    methods.iVersion = 1
    methods.xClose = { file in
      if let reference = OverlayFileSystem.reference(file) {
        Unmanaged<OpenFile>.fromOpaque(reference).release()
      }
      return SQLITE_OK
    }
    methods.xRead = { file, buffer, count, offset in
      guard let file = OverlayFileSystem.open(file), let buffer else { return SQLITE_IOERR }
      return file.store.read(
        file.view, UnsafeMutableRawBufferPointer(start: buffer, count: Int(count)), at: offset)
    }
    methods.xWrite = { file, buffer, count, offset in
      guard let file = OverlayFileSystem.open(file), let buffer else { return SQLITE_IOERR }
      return file.store.write(
        file.view, UnsafeRawBufferPointer(start: buffer, count: Int(count)), at: offset)
    }
    methods.xTruncate = { file, size in
      guard let file = OverlayFileSystem.open(file) else { return SQLITE_IOERR }
      return file.store.truncate(file.view, to: size)
    }
    methods.xFileSize = { file, size in
      guard let file = OverlayFileSystem.open(file) else { return SQLITE_IOERR }
      size?.pointee = file.store.size(file.view)
      return SQLITE_OK
    }
    methods.xSync = { _, _ in SQLITE_OK }
    methods.xLock = { _, _ in SQLITE_OK }
    methods.xUnlock = { _, _ in SQLITE_OK }
    methods.xCheckReservedLock = { _, answer in
      answer?.pointee = 0
      return SQLITE_OK
    }
    methods.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
    methods.xSectorSize = { _ in 4096 }
    methods.xDeviceCharacteristics = { _ in 0 }
    return methods
  }
}
