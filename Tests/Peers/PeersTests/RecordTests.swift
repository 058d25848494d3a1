#if GRDB
  import GRDBDriver
  import OursDriver
  import Testing

  /// Source that uses the names of GRDB's record types and the members of its configuration.
  struct RecordTests {
    @Test func `an app's migrations that use record types compile and run as in GRDB`() throws {
      let theirs = try GRDBDriver.RecordTypes.rows()
      #expect(theirs == ["A", "b", "c"])
      #expect(try OursDriver.RecordTypes.rows() == theirs)
    }
  }
#endif
