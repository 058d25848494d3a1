#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs closures without root privileges, because root ignores file permissions.
public enum Unprivileged {
  /// True if permissions can be tested: as an ordinary user, or as root on Linux.
  public static var isPossible: Bool {
    #if os(Linux)
      true
    #else
      geteuid() != 0
    #endif
  }

  /// Runs a closure with the file permissions of the user `nobody` if this process is root.
  ///
  /// On Linux the file-system user ID is a property of the thread, so other tests are not affected.
  public static func run<T>(_ body: () throws -> T) rethrows -> T {
    #if os(Linux)
      guard geteuid() == 0, let setUser = function("setfsuid"), let setGroup = function("setfsgid")
      else { return try body() }
      _ = setGroup(65534)
      _ = setUser(65534)
      defer {
        _ = setUser(0)
        _ = setGroup(0)
      }
      return try body()
    #else
      return try body()
    #endif
  }

  #if os(Linux)
    /// Looks up a function that Swift's Glibc module does not export.
    private static func function(_ name: String) -> (@convention(c) (UInt32) -> Int32)? {
      dlsym(nil, name).map { unsafeBitCast($0, to: (@convention(c) (UInt32) -> Int32).self) }
    }
  #endif
}
