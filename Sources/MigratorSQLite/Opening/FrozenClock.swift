import CSQLite3
import MigratorPlatform

/// A clock for scratch databases, so that their contents do not depend on the time of day.
///
/// It starts at the same moment in each process and advances by a second each time it is read, so
/// that rows with `DEFAULT CURRENT_TIMESTAMP` differ.
///
/// Source: <https://www.sqlite.org/c3ref/vfs.html>.
package enum FrozenClock {
  static let name = "migtui-clock"

  /// The day on which the clock starts; it is in the future, so that no other value contains it.
  package static let day = "2031-05-06"

  /// The first moment, in seconds since 1970.
  package static let start: Int64 = 1_935_792_000

  /// The number of seconds after the start within which a time counts as read from this clock.
  package static let span: Int64 = 10_000_000

  private static let readings = Mutex<Int64>(0)

  /// Registers the VFS once: the default VFS with another clock.
  static let isRegistered: Bool = {
    guard let system = sqlite3_vfs_find(nil) else { return false }
    var vfs = system.pointee
    vfs.pNext = nil
    vfs.zName = UnsafePointer(strdup(name))
    vfs.xCurrentTimeInt64 = { _, time in
      // Milliseconds since noon on November 24, 4714 BC.
      time?.pointee = (FrozenClock.moment() + 210_866_760_000) * 1000
      return SQLITE_OK
    }
    vfs.xCurrentTime = { _, time in
      time?.pointee = Double(FrozenClock.moment()) / 86_400 + 2_440_587.5
      return SQLITE_OK
    }
    let memory = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    memory.initialize(to: vfs)
    return sqlite3_vfs_register(memory, 0) == SQLITE_OK
  }()

  private static func moment() -> Int64 {
    readings.withLock {
      $0 = ($0 + 1) % (span / 2)
      return start + $0
    }
  }
}
