internal import MigratorSQLite
internal import MigratorPlatform

/// A temporary database for trying migrations: an overlay of the file, or a copy.
struct TrialDatabase {
  private enum Place {
    case overlay(DatabaseOverlay)
    case copy(ScratchFolder)
  }

  let form: CopyKind
  /// The size of the copy, or the initial size of the overlay.
  let copied: DatabaseCopy.Copied
  let sourceUsesWAL: Bool
  private let place: Place
  private let configuration: Configuration
  private let folder: String

  /// Creates a database of the requested form, or, for `nil`, of the form that does not block
  /// writers.
  ///
  /// Writes to `folder`, or to TMPDIR. The configuration's purpose becomes `scratch`. Throws if
  /// there is too little space. The only event is
  /// ``MigrationEvent/copying(doneBytes:totalBytes:)``.
  init(
    of inspection: DatabaseInspection, _ wanted: CopyKind?, in folder: String?,
    configuration: Configuration, cancellation: Cancellation?, onEvent: (MigrationEvent) -> Void
  ) throws {
    var configuration = configuration
    configuration.purpose = .scratch
    self.configuration = configuration
    self.folder = folder ?? Environment.temporaryFolder
    let isWAL = try inspection.read { try $0.journalMode() == "wal" }
    sourceUsesWAL = isWAL || configuration.journalMode == .wal
    form = try wanted ?? Self.form(for: inspection, isWAL: isWAL)
    switch form {
    case .overlay:
      let overlay: DatabaseOverlay
      do {
        overlay = try DatabaseOverlay(
          over: inspection.path, in: self.folder, configuration: configuration)
      } catch let failure as SystemFailure {
        throw Self.cannotKeep(failure, in: self.folder)
      }
      place = .overlay(overlay)
      copied = DatabaseCopy.Copied(byteCount: overlay.byteCount, isClone: false)
    case .full:
      let folder = try ScratchFolder(in: folder)
      try folder.require(inspection.byteCount())
      place = .copy(folder)
      copied = try inspection.copy(
        to: folder.databasePath, cancellation: cancellation, onEvent: onEvent)
    }
  }

  private static func cannotKeep(_ failure: SystemFailure, in folder: String) -> MigrationError {
    MigrationError(
      .file(path: folder, action: "store the changes of the dry run in", errno: failure.code))
  }

  /// Returns the form that does not block writers.
  ///
  /// An overlay holds a read lock until it is removed. In WAL mode, this does not block writers.
  /// With a rollback journal, it would block writers for as long as the migrations run.
  private static func form(
    for inspection: DatabaseInspection, isWAL: Bool
  ) throws -> CopyKind {
    // A file that is read without locks could change under an overlay.
    try isWAL && !inspection.read { $0.isImmutable } ? .overlay : .full
  }

  /// Opens a connection, which must be closed before the database is removed.
  func open() throws -> DatabaseQueue {
    let path =
      switch place {
      case .copy(let folder): folder.databasePath
      case .overlay(let overlay): overlay.path
      }
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Calls a closure with the connection of `queue` and, if possible, a reader of the current
  /// state.
  ///
  /// `queue` must be the only open connection.
  func withFormerState<T>(
    beside queue: DatabaseQueue, _ cancellation: Cancellation?,
    _ body: (Database, LazyReader?) throws -> T
  ) throws -> T {
    let monitor = ProgressMonitor(cancellation: cancellation)
    switch place {
    case .overlay(let overlay):
      do {
        return try overlay.holding(configuration, monitor: monitor) { former in
          try queue.barrierWriteWithoutTransaction { try body($0, former) }
        }
      } catch let failure as SystemFailure {
        throw Self.cannotKeep(failure, in: folder)
      }
    case .copy(let folder):
      return try queue.barrierWriteWithoutTransaction { db in
        let former = LazyReader(of: folder.databasePath, beside: configuration, monitor: monitor)
        return try keepFormer(former, of: db, body)
      }
    }
  }

  /// Keeps the former state of a copy visible in a read transaction.
  ///
  /// In WAL mode, a read transaction keeps its snapshot while another connection commits:
  /// <https://www.sqlite.org/isolation.html>. With a rollback journal, the writer would have to
  /// wait. If the file system has no shared memory, which WAL mode needs, the closure receives no
  /// reader.
  private func keepFormer<T>(
    _ former: LazyReader, of db: Database, _ body: (Database, LazyReader?) throws -> T
  ) throws -> T {
    func journalMode(_ pragma: String) throws -> String? {
      try String.fetchOne(db, sql: "PRAGMA \(pragma)")
    }
    // Read the mode after the app's setup code has run, because that code may set one.
    guard let mode = try journalMode("journal_mode"), try journalMode("journal_mode = WAL") == "wal"
    else { return try body(db, nil) }
    // Restore the journal mode for whatever uses the copy next.
    defer { if mode != "wal" { _ = try? journalMode("journal_mode = \(mode)") } }
    try former.begin()
    defer { former.close() }
    return try body(db, former)
  }
}
