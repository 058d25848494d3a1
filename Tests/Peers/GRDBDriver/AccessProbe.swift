// Shared by both engines: the other driver has a symbolic link to this file.
#if OURS || GRDB
  #if OURS
    internal import MigratorEngine
  #else
    internal import GRDB
  #endif

  private enum Mark {
    @TaskLocal static var value = "lost"
  }

  /// Accesses from tasks, the start of reads, and errors of decoding.
  public enum AccessProbe {
    /// Accesses a database by each method of the protocols, from a cancelled task.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - isPool: True for a pool.
    /// - Returns: The name of the method and what it threw. A method that blocks its thread cannot
    ///   notice that the task is cancelled.
    /// - Throws: An error of the engine.
    public static func cancelledAccesses(_ path: String, isPool: Bool) async throws -> [String] {
      let writer = try writer(path, isPool: isPool)
      let reader: any DatabaseReader = writer
      return [
        await cancelled("read") { _ = try await writer.read { $0.isInsideTransaction } },
        await cancelled("reader's read") { _ = try await reader.read { $0.isInsideTransaction } },
        await cancelled("some reader's read") { try await read(writer) },
        await cancelled("write") { try await writer.write { _ in } },
        await cancelled("write without transaction") {
          try await writer.writeWithoutTransaction { _ in }
        },
        await cancelled("barrier write") {
          try await writer.barrierWriteWithoutTransaction { _ in }
        },
      ]
    }

    private static func read(_ reader: some DatabaseReader) async throws {
      _ = try await reader.read { $0.isInsideTransaction }
    }

    private static func cancelled(
      _ name: String, _ access: @escaping @Sendable () async throws -> Void
    ) async -> String {
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await access()
      }
      do {
        try await task.value
        return "\(name): nothing"
      } catch {
        return "\(name): \(type(of: error))"
      }
    }

    /// Reads a task-local value in each kind of access.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - isPool: True for a pool.
    /// - Returns: The kind of access and the value.
    /// - Throws: An error of the engine.
    public static func taskLocals(_ path: String, isPool: Bool) async throws -> [String] {
      let writer = try writer(path, isPool: isPool)
      var migrator = DatabaseMigrator()
      migrator.registerMigration("mark") { db in
        try db.execute(
          sql: "CREATE TABLE mark (a); INSERT INTO mark VALUES (?)", arguments: [Mark.value])
      }
      return try await Mark.$value.withValue("kept") { [migrator] in
        #if OURS
          try await migrator.migrate(writer)
        #else
          try migrator.migrate(writer)
        #endif
        let migrated = try await writer.read { try String.fetchAll($0, sql: "SELECT a FROM mark") }
        return [
          "migrate: \(migrated)",
          "read: \(try await writer.read { _ in Mark.value })",
          "write: \(try await writer.write { _ in Mark.value })",
          "write without transaction: \(try await writer.writeWithoutTransaction { _ in Mark.value })",
          "barrier: \(try await writer.barrierWriteWithoutTransaction { _ in Mark.value })",
        ]
      }
    }

    /// Adds a row to a table of two rows after a read began and before its first statement.
    ///
    /// - Parameter path: The file.
    /// - Returns: The number of rows that the read sees, and that a later one sees.
    /// - Throws: An error of the engine.
    public static func rowsDuringRead(_ path: String) throws -> [Int?] {
      let pool = try DatabasePool(path: path)
      let other = try DatabaseQueue(path: path)
      try other.write { db in
        try db.execute(sql: "CREATE TABLE t (a); INSERT INTO t VALUES (1), (2)")
      }
      let during = try pool.read { db in
        try other.write { try $0.execute(sql: "INSERT INTO t VALUES (3)") }
        return try Int.fetchOne(db, sql: "SELECT count(*) FROM t")
      }
      return [during, try pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") }]
    }

    /// Migrates with a body that ignores database errors, and has an error of decoding.
    ///
    /// - Parameter value: The SQL of a value that is decoded as an integer.
    /// - Returns: The error's type and message, and the ledger.
    /// - Throws: An error of the engine.
    public static func decoding(_ value: String) throws -> [String] {
      let queue = try DatabaseQueue()
      var migrator = DatabaseMigrator()
      migrator.registerMigration("decode") { db in
        try db.execute(sql: "CREATE TABLE t (name); INSERT INTO t VALUES (\(value))")
        do {
          _ = try Row.fetchOne(db, sql: "SELECT * FROM t")?.decode(Int.self, forColumn: "name")
          _ = try Int.fetchAll(db, sql: "SELECT name FROM t WHERE name <> ?", arguments: ["x"])
        } catch is DatabaseError {
          // The body continues.
        }
      }
      var found: [String] = []
      do {
        try migrator.migrate(queue)
      } catch let error as RowDecodingError {
        found.append("RowDecodingError \(error)")
      } catch {
        found.append("\(type(of: error)) \(error)")
      }
      return found + (try queue.read { try migrator.appliedMigrations($0) })
    }

    private static func writer(_ path: String, isPool: Bool) throws -> any DatabaseWriter {
      isPool ? try DatabasePool(path: path) : try DatabaseQueue(path: path)
    }
  }
#endif
