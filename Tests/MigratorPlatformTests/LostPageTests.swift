import MigratorPlatform
import MigratorTestSupport
import TestTraits
import Testing

/// A mapped page that the file system cannot provide.
///
/// Each test body runs in its own process.
@Suite(.ahead) struct LostPageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func loseAPage(_ path: String) {
    let descriptor = open(path, O_RDWR)
    let memory = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    memory?.storeBytes(of: 1, as: UInt8.self)
  }

  @Test
  func `if a page of a file is lost, the program prints the message and exits`() async throws {
    try folder.write("shm", "")
    let path = folder.path
    let result = await #expect(
      processExitsWith: .exitCode(74), observing: [\.standardErrorContent]
    ) { [path = path as String] in
      Signals.exitWhenPageIsLost(message: "No page.\n", status: 74)
      let scratch = ScratchFiles([path + "/copy"])
      try Files.create(path + "/copy", for: .owner)
      withExtendedLifetime(scratch) { Self.loseAPage(path + "/shm") }
    }
    let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(errors == "No page.\n")
    #expect(folder.names() == ["shm"])
  }

  @Test func `SIGBUS without a message, or from another process, crashes the process`()
    async throws
  {
    try folder.write("shm", "")
    let path = folder.path
    await #expect(processExitsWith: .signal(SIGBUS)) { [path = path as String] in
      Self.loseAPage(path + "/shm")
    }
    await #expect(processExitsWith: .signal(SIGBUS)) {
      Signals.exitWhenPageIsLost(message: "No page.\n", status: 74)
      kill(getpid(), SIGBUS)
      poll(nil, 0, 60_000)
    }
  }
}
