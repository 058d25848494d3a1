internal import Foundation

/// A child process, started and awaited with system calls.
///
/// Foundation polls for its end at intervals longer than some of the measured times.
struct Child {
  let identifier: pid_t

  /// Starts a program found in `PATH`.
  ///
  /// Input, output and errors default to `/dev/null`.
  ///
  /// - Throws: ``ProgramFailure`` if it cannot be started.
  init(
    _ words: [String],
    environment: [String: String] = ProcessInfo.processInfo.environment,
    files: (input: Int32?, output: Int32?, errors: Int32?) = (nil, nil, nil)
  ) throws {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, file) in [files.input, files.output, files.errors].enumerated() {
      if let file {
        posix_spawn_file_actions_adddup2(&actions, file, Int32(number))
      } else {
        posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", O_RDWR, 0)
      }
    }
    let arguments = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for pointer in arguments + variables { free(pointer) } }
    var identifier: pid_t = 0
    let code = posix_spawnp(&identifier, words[0], &actions, nil, arguments, variables)
    guard code == 0 else { throw ProgramFailure(words: words, status: code) }
    self.identifier = identifier
  }

  /// Waits for the end and returns the exit status; 128 plus the number for a signal.
  func end() -> Int32 {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    return Self.status(status)
  }

  /// Returns the exit status if the process has ended, which works once; `nil` while it runs.
  func endIfOver() -> Int32? {
    var status: Int32 = 0
    return waitpid(identifier, &status, WNOHANG) == identifier ? Self.status(status) : nil
  }

  /// The processor time of all awaited children.
  static var processorSeconds: Double {
    #if canImport(Darwin)
      let children = RUSAGE_CHILDREN
    #else
      let children = RUSAGE_CHILDREN.rawValue
    #endif
    var usage = rusage()
    getrusage(children, &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
    }
  }

  /// Runs the sqlite3 shell to its end and returns its processor time.
  ///
  /// - Throws: ``ProgramFailure`` if it fails.
  static func shellSeconds(_ arguments: [String]) throws -> Double {
    let start = processorSeconds
    let words = ["sqlite3", "-bail"] + arguments
    let status = try Child(words).end()
    guard status == 0 else { throw ProgramFailure(words: words, status: status) }
    return processorSeconds - start
  }

  private static func status(_ status: Int32) -> Int32 {
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}

struct ProgramFailure: Error {
  let words: [String]
  let status: Int32
}
