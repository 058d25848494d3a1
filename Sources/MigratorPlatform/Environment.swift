internal import CMigratorPlatform

package enum Environment {
  /// Returns the value of an environment variable; `nil` if it is unset or empty.
  package static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  package static var temporaryFolder: String { variable("TMPDIR") ?? "/tmp" }

  /// The folder for user-specific state: XDG_STATE_HOME, or else `~/.local/state`.
  ///
  /// `nil` if the user has no home folder.
  /// Source: <https://specifications.freedesktop.org/basedir-spec/latest/>.
  package static var stateFolder: String? { userFolder("XDG_STATE_HOME", ".local/state") }

  /// The folder for user-specific settings: XDG_CONFIG_HOME, or else `~/.config`.
  ///
  /// `nil` if the user has no home folder.
  package static var configFolder: String? { userFolder("XDG_CONFIG_HOME", ".config") }

  /// The folder that a variable names, or else a folder in the home folder.
  ///
  /// If HOME is unset, the home folder comes from the user database.
  private static func userFolder(_ name: String, _ standard: String) -> String? {
    // > All paths set in these environment variables must be absolute.
    if let folder = variable(name), folder.hasPrefix("/") { return folder }
    let home = variable("HOME") ?? getpwuid(getuid())?.pointee.pw_dir.map { String(cString: $0) }
    guard let home, home.hasPrefix("/") else { return nil }
    return Paths.join(home, standard)
  }

  package static var processIdentifier: Int32 { getpid() }

  package static var user: UInt32 { geteuid() }

  /// Returns the name of a user, or the ID if the system has no name for it.
  package static func name(ofUser user: UInt32) -> String {
    guard let entry = getpwuid(user), let name = entry.pointee.pw_name else { return String(user) }
    return String(cString: name)
  }

  /// The name of the user, from the environment or the user database; empty if unknown.
  package static var userName: String {
    for name in ["LOGNAME", "USER", "LNAME", "USERNAME"] {
      if let value = variable(name) { return value }
    }
    guard let entry = getpwuid(getuid()), let name = entry.pointee.pw_name else { return "" }
    return String(cString: name)
  }

  /// The name of the host; empty if it has none.
  package static var hostName: String {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return "" }
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The current time in nanoseconds since 1970.
  package static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  package static func pause(milliseconds: Int) {
    poll(nil, 0, Int32(clamping: milliseconds))
  }
}

package enum StandardStream: Int32, Sendable {
  case input = 0
  case output = 1
  case errors = 2

  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Writes bytes until all are written or the reader closes its end.
  ///
  /// Returns the failure if not all bytes were written, or else `nil`.
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
