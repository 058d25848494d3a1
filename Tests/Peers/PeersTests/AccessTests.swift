#if GRDB
  import GRDBDriver
  import OursDriver
  import Testing

  /// Accesses from tasks, the start of reads, and errors of decoding, compared with GRDB.
  struct AccessTests {
    @Test(arguments: [false, true])
    func `awaiting an access through a protocol type does not block the thread`(isPool: Bool)
      async throws
    {
      let folder = try Folder()
      let theirs = try await GRDBDriver.AccessProbe.cancelledAccesses(
        folder.newFile(), isPool: isPool)
      let ours = try await OursDriver.AccessProbe.cancelledAccesses(
        folder.newFile(), isPool: isPool)
      #expect(theirs.allSatisfy { $0.hasSuffix(": CancellationError") })
      #expect(ours == theirs)
    }

    @Test(arguments: [false, true])
    func `an awaited access keeps the task-local values`(isPool: Bool) async throws {
      let folder = try Folder()
      let theirs = try await GRDBDriver.AccessProbe.taskLocals(folder.newFile(), isPool: isPool)
      let ours = try await OursDriver.AccessProbe.taskLocals(folder.newFile(), isPool: isPool)
      #expect(theirs.last == "barrier: kept")
      #expect(ours == theirs)
    }

    @Test func `a read of a pool does not see changes written after it began`() throws {
      let folder = try Folder()
      let theirs = try GRDBDriver.AccessProbe.rowsDuringRead(folder.newFile())
      #expect(theirs == [2, 3])
      #expect(try OursDriver.AccessProbe.rowsDuringRead(folder.newFile()) == theirs)
    }

    @Test(arguments: ["NULL", "'text'", "1"])
    func `a value that cannot be decoded does not cause a database error`(value: String) throws {
      let theirs = try GRDBDriver.AccessProbe.decoding(value)
      #expect(theirs.first?.hasPrefix("RowDecodingError") == (value != "1"))
      #expect(try OursDriver.AccessProbe.decoding(value) == theirs)
    }
  }
#endif
