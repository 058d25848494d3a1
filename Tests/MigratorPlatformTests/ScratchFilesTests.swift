import MigratorPlatform
import MigratorTestSupport
import TestTraits
import Testing

/// Each test body runs in its own process, which a signal ends.
@Suite(.ahead) struct ScratchFilesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Creates a folder with one of two registered scratch files in it.
  private static func scratch(in path: String) throws -> ScratchFiles {
    let scratch = ScratchFiles([path + "/copy/file", path + "/copy/other"], folder: path + "/copy")
    try Files.createFolder(path + "/copy", for: .owner)
    try Files.create(path + "/copy/file", [1, 2, 3], for: .owner)
    return scratch
  }

  /// Sends this process a signal.
  ///
  /// The threads that run tests block the signal, so another thread handles it.
  private static func receive(_ number: Int32) {
    _ = kill(getpid(), number)
    poll(nil, 0, 60_000)
  }

  @Test func `a signal removes the scratch files and then terminates the process`() async throws {
    let path = folder.path
    for number in [SIGQUIT, SIGTERM, SIGINT, SIGHUP, SIGPIPE, SIGUSR1, SIGALRM] {
      await #expect(processExitsWith: .signal(number)) {
        [path = path as String, number = number as Int32] in
        let scratch = try Self.scratch(in: path)
        withExtendedLifetime(scratch) {
          Self.receive(number)
        }
      }
      #expect(folder.names() == [])
    }
  }

  @Test
  func `a signal that the program handles or ignores does not remove scratch files`() async throws {
    let path = folder.path
    await #expect(processExitsWith: .exitCode(3)) { [path = path as String] in
      signal(SIGUSR1) { _ in _exit(3) }
      signal(SIGUSR2, SIG_IGN)
      let scratch = try Self.scratch(in: path)
      withExtendedLifetime(scratch) {
        kill(getpid(), SIGUSR2)
        Self.receive(SIGUSR1)
      }
    }
    #expect(folder.names() == ["copy", "copy/file"])
  }

  @Test func `a crash handler runs after the scratch files are removed, and the process ends`()
    async throws
  {
    let path = folder.path
    await #expect(processExitsWith: .signal(SIGSEGV)) { [path = path as String] in
      signal(SIGSEGV) { _ in mkdir("reported", 0o700) }
      chdir(path)
      let scratch = try Self.scratch(in: path)
      withExtendedLifetime(scratch) { Self.receive(SIGSEGV) }
    }
    #expect(folder.names() == ["reported"])
  }

  @Test func `SIGSEGV and SIGBUS are unblocked while a crash handler runs`() async throws {
    let path = folder.path
    await #expect(processExitsWith: .signal(SIGILL)) { [path = path as String] in
      // Swift's backtracer probes memory in a thread that inherits this signal mask.
      signal(SIGILL) { _ in
        var blocked = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &blocked)
        let isTold = sigismember(&blocked, SIGSEGV) == 0 && sigismember(&blocked, SIGBUS) == 0
        mkdir(isTold ? "told" : "untold", 0o700)
      }
      chdir(path)
      let scratch = try Self.scratch(in: path)
      withExtendedLifetime(scratch) { Self.receive(SIGILL) }
    }
    #expect(folder.names() == ["told"])
  }

  @Test func `files are kept after their ScratchFiles value is released`() async throws {
    let path = folder.path
    await #expect(processExitsWith: .signal(SIGQUIT)) { [path = path as String] in
      do { _ = try Self.scratch(in: path) }
      Self.receive(SIGQUIT)
    }
    #expect(folder.names() == ["copy", "copy/file"])
  }

  @Test
  func `files beyond the limit are created, but a signal does not remove them`() async throws {
    let path = folder.path
    await #expect(processExitsWith: .signal(SIGQUIT)) { [path = path as String] in
      let many = ScratchFiles((0..<600).map { "\(path)/\($0)" })
      try withExtendedLifetime(many) {
        for number in 0..<600 { try Files.create("\(path)/\(number)", for: .owner) }
        Self.receive(SIGQUIT)
      }
    }
    #expect(folder.names().count == 600 - 512)
  }

  @Test func `while the files are removed, no other thread ends the process`() async throws {
    let path = folder.path
    for _ in 0..<10 {
      await #expect(processExitsWith: .signal(SIGQUIT)) { [path = path as String] in
        let scratch = try Self.scratch(in: path)
        kill(getpid(), SIGQUIT)
        // Code that fails because its file was removed would exit with its own status.
        try Limit.wait(for: "the removal") { !Files.isTaken(path + "/copy/file") }
        withExtendedLifetime(scratch) { if getpid() > 0 { exit(66) } }
      }
    }
  }
}
