internal import CMigratorPlatform
import CSQLite3

extension SQLiteLibrary {
  /// Gives SQLite room for the names of large schemas; for a program that nobody else shares SQLite with.
  ///
  /// SQLite looks names up in tables for which it asks 1,024 bytes at most, 64 chains, however many names there
  /// are: to open a file would take a time that grows with the square of its tables.
  /// <https://www.sqlite.org/src/file/src/hash.c>, `rehash`. It uses what it gets, though, and may be given more:
  /// > The allocated size is always at least as big as the requested size but may be larger.
  /// <https://www.sqlite.org/c3ref/mem_methods.html>
  ///
  /// To be called while the process has one thread. Once SQLite was used, nothing changes.
  package static func makeRoomForNames() {
    var methods = sqlite3_mem_methods(
      xMalloc: platform_room_allocate, xFree: platform_room_free,
      xRealloc: platform_room_reallocate, xSize: platform_room_size,
      xRoundup: platform_room_rounded, xInit: { _ in SQLITE_OK }, xShutdown: { _ in },
      pAppData: nil)
    _ = migtui_use_memory(&methods)
  }
}
