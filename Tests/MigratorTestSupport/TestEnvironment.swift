import Foundation

/// Isolates tests from the developer's files and from inherited signal settings.
enum TestEnvironment {
  /// Sets, once, separate state, settings and cache folders for this process and its children, and
  /// restores the default action of ignored signals.
  static let isPrepared: Bool = {
    let folder = NSTemporaryDirectory() + "migtui-test-state-\(getpid())"
    setenv("XDG_STATE_HOME", folder, 1)
    setenv("XDG_CACHE_HOME", folder + "/caches", 1)
    setenv("XDG_CONFIG_HOME", folder + "/config", 1)
    atexit {
      guard let folder = getenv("XDG_STATE_HOME") else { return }
      try? FileManager.default.removeItem(atPath: String(cString: folder))
    }
    restoreDefaultSignalActions()
    return true
  }()

  /// Restores the default action of every ignored signal.
  ///
  /// Background jobs, `nohup` and profilers ignore signals. Child processes would inherit that, and
  /// tests that end a program by a signal would fail.
  private static func restoreDefaultSignalActions() {
    for number in 1...Int32(64) {
      var action = sigaction()
      guard sigaction(number, nil, &action) == 0 else { continue }
      #if os(Linux)
        let handler = action.__sigaction_handler.sa_handler
      #else
        let handler = action.__sigaction_u.__sa_handler
      #endif
      let isIgnored =
        unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
      if isIgnored { signal(number, SIG_DFL) }
    }
  }
}
