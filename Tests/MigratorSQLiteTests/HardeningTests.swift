import MigratorSQLite
import MigratorTestSupport
import Testing

/// Attacks by untrusted files and scripts.
struct HardeningTests {
  @Test(arguments: [OpenPurpose.migrate, .scratch])
  func `tokenizers cannot be registered by address`(_ purpose: OpenPurpose) throws {
    let queue = try DatabaseQueue(configuration: Configuration(purpose: purpose))
    let error = #expect(throws: DatabaseError.self) {
      try queue.writeWithoutTransaction {
        try $0.execute(sql: "SELECT fts3_tokenizer('z', x'4141414141414141')")
      }
    }
    #expect(error?.message?.contains("fts3tokenize disabled") == true)
  }

  @Test func `quick_check does not run tokenizer functions from the file's schema`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(
      sql: """
        CREATE TABLE t (a CHECK (a IS NULL OR fts3_tokenizer('simple', x'4141414141414141') IS NULL));
        INSERT INTO t VALUES (NULL);
        PRAGMA ignore_check_constraints = ON;
        INSERT INTO t VALUES (1);
        """)
    for purpose in [OpenPurpose.inspect, .migrate] {
      let queue = try DatabaseQueue(path: path, configuration: Configuration(purpose: purpose))
      // The check itself may fail; it must not have set the pointer.
      _ = try? queue.writeWithoutTransaction { try Row.fetchAll($0, sql: "PRAGMA quick_check") }
      #expect(throws: DatabaseError.self) {
        try queue.writeWithoutTransaction {
          try $0.execute(sql: "SELECT fts3_tokenizer('simple', x'4141414141414141')")
        }
      }
    }
  }

  @Test func `extensions cannot be loaded`() throws {
    let queue = try DatabaseQueue()
    let error = #expect(throws: DatabaseError.self) {
      try queue.read { try $0.execute(sql: "SELECT load_extension('x')") }
    }
    #expect(error?.message == "not authorized")
  }

  @Test func `the schema table cannot be written directly`() throws {
    let queue = try DatabaseQueue()
    #expect(throws: DatabaseError.self) {
      try queue.writeWithoutTransaction { db in
        try db.execute(sql: "CREATE TABLE t (a); PRAGMA writable_schema = ON")
        try db.execute(sql: "UPDATE sqlite_master SET sql = 'x'")
      }
    }
  }

  @Test func `an inspecting connection cannot attach another file`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase()
    let queue = try DatabaseQueue(path: path, configuration: Configuration(purpose: .inspect))
    #expect(throws: DatabaseError.self) {
      try queue.writeWithoutTransaction {
        try $0.execute(sql: "ATTACH ? AS o", arguments: [folder.path("other.sqlite")])
      }
    }
    #expect(folder.names() == ["app.sqlite"])
  }

  @Test func `hardening settings are used for every purpose of a connection`() throws {
    for purpose in [OpenPurpose.migrate, .scratch] {
      let queue = try DatabaseQueue(configuration: Configuration(purpose: purpose))
      #expect(try queue.read { try $0.get(pragma: "cell_size_check", as: Bool.self) } == true)
      // Migrations need it for triggers that update full-text tables.
      #expect(try queue.read { try $0.get(pragma: "trusted_schema", as: Bool.self) } == true)
    }
    let folder = try TemporaryFolder()
    let queue = try DatabaseQueue(
      path: folder.makeDatabase(), configuration: Configuration(purpose: .inspect))
    #expect(try queue.read { try $0.get(pragma: "trusted_schema", as: Bool.self) } == false)
  }

  @Test func `a schema with an index on a JSON expression can be inspected`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(
      sql: """
        CREATE TABLE log (id INTEGER PRIMARY KEY, data TEXT);
        CREATE INDEX log_on_name ON log(json_extract(data, '$.name'));
        CREATE TABLE tag (name TEXT AS (json_extract(data, '$.tag')) STORED, data TEXT);
        """)
    let queue = try DatabaseQueue(path: path, configuration: Configuration(purpose: .inspect))
    #expect(
      try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") } == 3)
  }
}
