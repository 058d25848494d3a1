import Foundation

/// What tests must not touch of the user who runs them.
enum TestEnvironment {
  /// Gives this process, and the programs that it starts, folders of their own for the history of
  /// databases and for caches; once.
  static let isPrepared: Bool = {
    let folder = NSTemporaryDirectory() + "migtui-test-state-\(getpid())"
    setenv("XDG_STATE_HOME", folder, 1)
    setenv("XDG_CACHE_HOME", folder + "/caches", 1)
    atexit {
      guard let folder = getenv("XDG_STATE_HOME") else { return }
      try? FileManager.default.removeItem(atPath: String(cString: folder))
    }
    return true
  }()
}
