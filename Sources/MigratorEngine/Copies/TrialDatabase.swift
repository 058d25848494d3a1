internal import MigratorSQLite
internal import MigratorPlatform

/// A database to try migrations on, which is thrown away: an overlay of the file, or a copy.
struct TrialDatabase {
  private enum Place {
    case overlay(DatabaseOverlay)
    case copy(ScratchFolder)
  }

  /// Which of them it is.
  let form: CopyForm
  /// What was copied; of an overlay, what it holds at first.
  let copied: DatabaseCopy.Copied
  /// Whether the database itself is in WAL mode when a step opens it.
  let isOfWAL: Bool
  private let place: Place
  private let configuration: Configuration
  private let folder: String

  /// Makes the wanted form, or, for `nil`, the one that does not block writers, and writes
  /// into a folder, or that of TMPDIR.
  ///
  /// The configuration's purpose becomes `scratch`. Too little space throws;
  /// ``MigrationEvent/copying(doneBytes:totalBytes:)`` is the only event.
  init(
    of inspection: DatabaseInspection, _ wanted: CopyForm?, in folder: String?,
    configuration: Configuration, cancellation: Cancellation?, onEvent: (MigrationEvent) -> Void
  ) throws {
    var configuration = configuration
    configuration.purpose = .scratch
    self.configuration = configuration
    self.folder = folder ?? Environment.temporaryFolder
    let isWAL = try inspection.read { try $0.journalMode() == "wal" }
    isOfWAL = isWAL || configuration.journalMode == .wal
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
    MigrationError(.file(path: folder, action: "keep what is written in", errno: failure.code))
  }

  /// The form that does not block writers.
  ///
  /// An overlay holds a read lock until it is thrown away. In WAL mode that blocks no writer; with a rollback
  /// journal it would block them for as long as the migrations run.
  private static func form(
    for inspection: DatabaseInspection, isWAL: Bool
  ) throws -> CopyForm {
    // A file that is read without locks could change under an overlay.
    try isWAL && !inspection.read { $0.isImmutable } ? .overlay : .full
  }

  /// Opens a connection, which must be closed before the database is thrown away.
  func open() throws -> DatabaseQueue {
    let path =
      switch place {
      case .copy(let folder): folder.databasePath
      case .overlay(let overlay): overlay.path
      }
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Works on it beside a connection, if there can be one, that goes on seeing it as it is now; the
  /// queue is the only other one.
  func keepingFormer<T>(
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

  /// Keeps a copy's former state by a read transaction.
  ///
  /// In WAL mode a read transaction keeps seeing the state it began with, whatever another connection
  /// commits: <https://www.sqlite.org/isolation.html>. Otherwise the writer would wait for it. Where the
  /// file system has no shared memory, which WAL mode needs, there is none.
  private func keepFormer<T>(
    _ former: LazyReader, of db: Database, _ body: (Database, LazyReader?) throws -> T
  ) throws -> T {
    func journalMode(_ pragma: String) throws -> String? {
      try String.fetchOne(db, sql: "PRAGMA \(pragma)")
    }
    // Asked after the app's own preparation, which may set a mode.
    guard let mode = try journalMode("journal_mode"), try journalMode("journal_mode = WAL") == "wal"
    else { return try body(db, nil) }
    // What comes next is to find the mode that it had.
    defer { if mode != "wal" { _ = try? journalMode("journal_mode = \(mode)") } }
    try former.begin()
    defer { former.close() }
    return try body(db, former)
  }
}
