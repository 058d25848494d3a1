import Foundation

/// What tests must not touch of the user who runs them, nor take over from whatever started them.
enum TestEnvironment {
  /// Gives this process, and the programs that it starts, folders of their own for the history of
  /// databases, for settings and for caches, and every signal; once.
  static let isPrepared: Bool = {
    let folder = NSTemporaryDirectory() + "migtui-test-state-\(getpid())"
    setenv("XDG_STATE_HOME", folder, 1)
    setenv("XDG_CACHE_HOME", folder + "/caches", 1)
    setenv("XDG_CONFIG_HOME", folder + "/config", 1)
    atexit {
      guard let folder = getenv("XDG_STATE_HOME") else { return }
      try? FileManager.default.removeItem(atPath: String(cString: folder))
    }
    takeEverySignal()
    return true
  }()

  /// What a shell's background, `nohup` or a profiler has ignored would stay so in every program that
  /// a test ends by a signal.
  private static func takeEverySignal() {
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
