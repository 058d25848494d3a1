#if os(Linux)
  import Glibc
  import MigratorEngine
  import MigratorSession
  import MigratorTestSupport
  import Testing

  /// The number of times a step opens the database and the migrations, counted with inotify.
  struct FileOpenCountTests {
    @Test(arguments: [false, true])
    func `a step opens the database and the migration files as rarely as possible`(wal: Bool)
      throws
    {
      let fixture = try SessionFixture(wal: wal)
      try fixture.write("001_one", "CREATE TABLE one (a);")
      try fixture.write("002_two", "CREATE TABLE two (a);")
      let database = try OpenCounter(fixture.path)
      let file = try OpenCounter(fixture.folder.path("Migrations/001_one.sql"))
      let prepared = try fixture.prepared()
      // One open to inspect and copy. With an overlay, one more to hold the state and one to write.
      let looks = wal ? 3 : 1
      #expect(database.count() == looks)
      #expect(file.count() == 1)
      #expect(fixture.session.step(prepared, agreeing: [], isExact: true).error == nil)
      // Once to verify the state and back it up, once to step.
      #expect(database.count() == 2)
      #expect(file.count() == 1)
      #expect(try fixture.applied == ["001_one"])
      _ = database.count()
      #expect(fixture.session.step(try fixture.prepared(), agreeing: []).error == nil)
      // Existing rows do not change, so the previous state is not opened.
      #expect(database.count() == looks + 2)
      try fixture.write("003_three", "UPDATE club SET name = name;")
      _ = database.count()
      #expect(fixture.session.step(try fixture.prepared(), agreeing: []).error == nil)
      // One more open to compare with the previous state before the commit.
      #expect(database.count() == looks + 3)
    }
  }

  /// Counts how often any process opens a file.
  private final class OpenCounter {
    private let descriptor: Int32

    init(_ path: String) throws {
      descriptor = inotify_init1(Int32(O_NONBLOCK))
      try #require(descriptor >= 0)
      // > If successive output inotify events produced on the inotify file descriptor are identical,
      // > then they are coalesced into a single event.
      // Events for reads and closes separate two open events.
      let mask = UInt32(IN_OPEN | IN_ACCESS | IN_CLOSE)
      try #require(inotify_add_watch(descriptor, path, mask) >= 0)
    }

    deinit { close(descriptor) }

    func count() -> Int {
      var total = 0
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let size = read(descriptor, &buffer, buffer.count)
        guard size > 0 else { return total }
        // Events of a watched file have no name, so all events have the same size.
        for start in stride(from: 0, to: size, by: MemoryLayout<inotify_event>.size) {
          let event = buffer.withUnsafeBytes {
            $0.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
          }
          if event.mask & UInt32(IN_OPEN) != 0 { total += 1 }
        }
      }
    }
  }
#endif
