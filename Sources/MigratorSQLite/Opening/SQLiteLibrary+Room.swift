internal import CMigratorPlatform
import CSQLite3

extension SQLiteLibrary {
  /// Lets SQLite use larger hash tables for the names of large schemas.
  ///
  /// Call it only in a process that shares SQLite with no other library.
  ///
  /// SQLite's hash tables request at most 1,024 bytes, for 64 chains, whatever the number of names.
  /// Opening a file would take time quadratic in the number of its tables. Source:
  /// <https://www.sqlite.org/src/file/src/hash.c>, `rehash`. However, SQLite uses all the memory it
  /// receives, and an allocator may return more:
  /// > The allocated size is always at least as big as the requested size but may be larger.
  /// <https://www.sqlite.org/c3ref/mem_methods.html>
  ///
  /// Call it while the process has one thread. It has no effect once SQLite is in use.
  package static func makeRoomForNames() {
    var methods = sqlite3_mem_methods(
      xMalloc: platform_room_allocate, xFree: platform_room_free,
      xRealloc: platform_room_reallocate, xSize: platform_room_size,
      xRoundup: platform_room_rounded, xInit: { _ in SQLITE_OK }, xShutdown: { _ in },
      pAppData: nil)
    _ = migtui_use_memory(&methods)
  }
}
