internal import CMigratorPlatform

/// Where the process runs, and who runs it.
package enum Environment {
  /// Returns the value of an environment variable; `nil` when it is not set or empty.
  package static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// The folder for temporary files: TMPDIR, otherwise `/tmp`.
  package static var temporaryFolder: String { variable("TMPDIR") ?? "/tmp" }

  /// The folder for what programs remember of a user from run to run: XDG_STATE_HOME, otherwise
  /// `~/.local/state`; `nil` when the user has no folder.
  ///
  /// - Source: <https://specifications.freedesktop.org/basedir-spec/latest/>.
  package static var stateFolder: String? { userFolder("XDG_STATE_HOME", ".local/state") }

  /// The folder for what a user sets: XDG_CONFIG_HOME, otherwise `~/.config`; `nil` when the user has
  /// no folder.
  package static var configFolder: String? { userFolder("XDG_CONFIG_HOME", ".config") }

  /// A folder that a variable names, otherwise one in the home folder, which the system knows even if the
  /// environment does not.
  private static func userFolder(_ name: String, _ standard: String) -> String? {
    // > All paths set in these environment variables must be absolute.
    if let folder = variable(name), folder.hasPrefix("/") { return folder }
    let home = variable("HOME") ?? getpwuid(getuid())?.pointee.pw_dir.map { String(cString: $0) }
    guard let home, home.hasPrefix("/") else { return nil }
    return Paths.join(home, standard)
  }

  /// The number of this process.
  package static var processIdentifier: Int32 { getpid() }

  /// The number of the user whose permissions the process has.
  package static var user: UInt32 { geteuid() }

  /// The name of a user, or the number if the system has no name for it.
  package static func name(ofUser user: UInt32) -> String {
    guard let entry = getpwuid(user), let name = entry.pointee.pw_name else { return String(user) }
    return String(cString: name)
  }

  /// The name of the user, as the environment or else the system has it; empty when neither does.
  package static var userName: String {
    for name in ["LOGNAME", "USER", "LNAME", "USERNAME"] {
      if let value = variable(name) { return value }
    }
    guard let entry = getpwuid(getuid()), let name = entry.pointee.pw_name else { return "" }
    return String(cString: name)
  }

  /// The name of the machine; empty when it has none.
  package static var hostName: String {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return "" }
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The time now, in nanoseconds since 1970.
  package static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// Waits.
  package static func pause(milliseconds: Int) {
    poll(nil, 0, Int32(clamping: milliseconds))
  }
}

/// The standard streams of the process.
package enum StandardStream: Int32, Sendable {
  case input = 0
  case output = 1
  case errors = 2

  /// Whether a person may be at its other end.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Writes bytes, as many as the reader takes before it goes away; returns why the rest could not
  /// be written, or `nil` when all was.
  @discardableResult
  package func write(_ bytes: some Collection<UInt8>) -> SystemFailure? {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { platform_write(rawValue, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return .last }
      rest = rest.dropFirst(count)
    }
    return nil
  }
}
