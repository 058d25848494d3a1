import MigratorPlatform
import MigratorTestSupport
import Testing

struct FilesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a new file is written completely, with the permissions requested`() throws {
    // More than a single write to a pipe accepts, so that the write loop runs.
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
    try Files.create(folder.path("a"), bytes, for: .owner)
    #expect(try folder.bytes("a") == bytes)
    #expect(FolderState(of: folder.path).entries["a"]?.permissions == 0o600)
  }

  @Test func `creating a file does not replace an existing file or follow a link`() throws {
    try folder.write("a", "kept")
    symlink(folder.path("a"), folder.path("link"))
    symlink(folder.path("nowhere"), folder.path("dangling"))
    for name in ["a", "link", "dangling"] {
      let failure = #expect(throws: SystemFailure.self) {
        try Files.create(folder.path(name), [1], for: .everyone)
      }
      #expect(failure?.isTaken == true)
      #expect(failure?.code == EEXIST)
      #expect(Files.isTaken(folder.path(name)))
    }
    #expect(try folder.bytes("a") == Array("kept".utf8))
    #expect(Files.kind(of: folder.path("nowhere")) == nil)
  }

  @Test func `creating a file in a missing folder fails and creates nothing`() throws {
    let failure = #expect(throws: SystemFailure.self) {
      try Files.create(folder.path("missing/a"), "text".utf8, for: .owner)
    }
    #expect(failure?.code == ENOENT)
    #expect(folder.names() == [])
  }

  @Test func `missing parent folders are created`() throws {
    try Files.createFolders(folder.path("a/b/c"))
    try Files.createFolders(folder.path("a/b/c"))
    #expect(folder.names() == ["a", "a/b", "a/b/c"])
    try folder.write("file", "")
    #expect(throws: SystemFailure.self) { try Files.createFolders(folder.path("file/b")) }
  }

  @Test func `a folder listing omits the folder itself, and listing a file is an error`() throws {
    try folder.write("b", "")
    try folder.write("a/c", "")
    #expect(try Files.names(in: folder.path).sorted() == ["a", "b"])
    let failure = #expect(throws: SystemFailure.self) { try Files.names(in: folder.path("b")) }
    #expect(failure?.code == ENOTDIR)
    #expect(failure?.description == "Not a directory")
  }

  @Test func `a file is read up to a limit, and reading a pipe is refused`() throws {
    try folder.write("a", "12345")
    mkfifo(folder.path("pipe"), 0o600)
    #expect(try Files.bytes(of: folder.path("a"), limit: 5).count == 5)
    let failure = #expect(throws: SystemFailure.self) {
      try Files.bytes(of: folder.path("a"), limit: 4)
    }
    #expect(failure?.isTooLarge == true)
    #expect(Files.head(of: folder.path("a"), limit: 2) == Array("12".utf8))
    #expect(throws: SystemFailure.noRegularFile) {
      try Files.bytes(of: folder.path("pipe"), limit: 4)
    }
    #expect(Files.head(of: folder.path("pipe"), limit: 2) == [])
  }

  @Test func `a file has one identity under all its paths, and changing it changes its version`()
    throws
  {
    try folder.write("a/b", "1")
    #expect(
      Files.identity(of: folder.path("a/b")) == Files.identity(of: folder.path("a/../a/./b")))
    #expect(Files.identity(of: folder.path("a")) != Files.identity(of: folder.path("a/b")))
    let before = try FileStatus(of: folder.path("a/b"))
    #expect(before.kind == .file)
    #expect(before.size == 1)
    try folder.write("a/b", "12")
    #expect(try FileStatus(of: folder.path("a/b")).version != before.version)
    symlink("a", folder.path("link"))
    #expect(try FileStatus(of: folder.path("link")).kind == .folder)
    #expect(try FileStatus(of: folder.path("link"), followsLinks: false).kind == .link)
  }

  @Test func `renaming a file replaces no other file`() throws {
    try folder.write("a", "1")
    try folder.write("b", "2")
    #expect(throws: SystemFailure(code: EEXIST)) {
      try Files.rename(folder.path("a"), toNew: folder.path("b"))
    }
    try Files.rename(folder.path("a"), toNew: folder.path("c"))
    #expect(folder.names() == ["b", "c"])
  }
}

struct PathsTests {
  @Test(arguments: [
    ("a/b.c", "a", "b.c"), ("b", ".", "b"), ("/b", "/", "b"), ("a/", "a", ""), ("//a", "/", "a"),
  ])
  func `a path is split at its last slash`(path: String, folder: String, name: String) {
    #expect(Paths.folder(of: path) == folder)
    #expect(Paths.name(of: path) == name)
  }

  @Test func `paths are joined, and file names are split at their last extension`() {
    #expect(["", ".", "a", "a/"].map { Paths.join($0, "b") } == ["b", "b", "a/b", "a/b"])
    #expect(["a.b.c", ".c", "a"].map { Paths.stem(of: $0) } == ["a.b", ".c", "a"])
    #expect(["a.b.c", ".c", "a"].map { Paths.ending(of: $0) } == ["c", "c", nil])
    // Unicode combines the accent with the slash. In the file system the accent begins a name.
    #expect(Paths.name(of: "a/\u{301}b") == "\u{301}b")
  }
}

struct EncodingsTests {
  // Source: RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func `base64 matches the test vectors of RFC 4648`(text: String, encoded: String) {
    #expect(Encodings.base64(text.utf8) == encoded)
  }

  @Test func `a random UUID has version 4`() {
    let uuid = Encodings.randomUUID()
    #expect(uuid.contains(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/))
    #expect(uuid != Encodings.randomUUID())
  }

  @Test func `several threads append complete lines, and an incomplete last line is ended first`()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.write("log", "torn")
    let path = folder.path("log")
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          for number in 0..<50 {
            let line = "\(writer) \(number) " + String(repeating: "x", count: 9_000)
            // The counts below detect a failed append.
            try? Files.append(path, line: line.utf8)
          }
        }
      }
    }
    let lines = String(decoding: try folder.bytes("log"), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first == "torn" && lines.last == "")
    let whole = lines.dropFirst().dropLast()
    #expect(whole.count == 200)
    #expect(whole.allSatisfy { $0.hasSuffix(String(repeating: "x", count: 9_000)) })
    #expect(Set(whole).count == 200)
  }
}
