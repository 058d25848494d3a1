import CSQLite3
import MigratorPlatform

extension Database {
  /// Throws if the path no longer refers to the open file.
  package func requireInPlace() throws {
    if let displacement = displacement(isKept: false) { throw DatabaseError(displacement) }
  }

  package var isDisplaced: Bool { displacement(isKept: false) != nil }

  /// Throws if the open file must not be committed to.
  ///
  /// That is the case if the path does not refer to it, or if another program truncated committed
  /// pages.
  func requireCommittable() throws {
    try requireInPlace()
    guard let file, let size = committedSize, let now = Files.size(of: file.path), now < size else {
      return
    }
    throw DatabaseError(
      resultCode: .SQLITE_CORRUPT,
      message: "another program truncated \(file.path) from \(size) to \(now) bytes")
  }

  /// Throws if the path does not refer to the file that was committed to.
  ///
  /// The error is in doubt: the change is committed, but not to the file at the path.
  func requireCommitted() throws {
    guard let displacement = displacement(isKept: true) else { return }
    var error = DatabaseError(displacement)
    error.isInDoubt = true
    throw error
  }

  func displacement(isKept: Bool) -> FileDisplacement? {
    guard let file else { return nil }
    if let displacement = file.displacement(isKept: isKept) { return displacement }
    // The path may refer to the expected file again although another one was opened.
    var hasMoved: Int32 = 0
    let code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    return code == SQLITE_OK && hasMoved != 0
      ? file.displaced(isMissing: false, isKept: isKept) : nil
  }

  /// Records the minimum size of the file, under the write lock and before any write.
  ///
  /// A checkpoint of another connection may remove pages that the last commit freed. If the numbers
  /// cannot be read, for example after a restore to another text encoding, the size is not
  /// compared.
  func noteCommittedSize() {
    committedSize = nil
    guard let file, let size = Files.size(of: file.path),
      let pages: Int64 = try? get(pragma: "page_count"),
      let pageSize: Int64 = try? get(pragma: "page_size")
    else { return }
    committedSize = min(size, pages * pageSize)
  }

  /// Checkpoints the `-wal` into the open file if the path does not refer to it.
  ///
  /// SQLite does not do this when it closes such a file. The next connection to the file at the
  /// path would apply that `-wal` to it.
  func checkpointIfDisplaced() {
    guard isDisplaced else { return }
    ignoresBusyMode = true
    defer { ignoresBusyMode = false }
    ignoringCancellation {
      if (try? journalMode()) == "wal" { _ = try? checkpoint(.truncate) }
    }
  }

  /// Reads the bytes of the database file in parts; the `-wal` file is not included.
  ///
  /// - Parameter body: Receives each part, from the first to the last; the bytes are valid during
  ///   the call.
  /// - Throws: ``DatabaseError``, with SQLITE_INTERRUPT if the connection is cancelled; errors
  ///   thrown by `body`.
  package func forEachPartOfFile(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    try OpenDatabaseFile(connection)?.forEachChunk {
      try checkCancellation()
      try body($0)
    }
  }
}
