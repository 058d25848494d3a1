internal import MigratorEngine
internal import MigratorPlatform
internal import MigratorSQLite

/// The location of a database's history.
public enum HistoryLocation: Sendable, Hashable {
  /// The user's state folder: `$XDG_STATE_HOME/migtui/history`.
  ///
  /// The default is `~/.local/state/migtui/history`.
  case user
  /// Another folder, which is created if it is missing.
  case folder(String)
  /// No history is kept.
  case none
}

/// The contents of a database's history.
public struct History: Sendable, Hashable {
  /// The path of the file, or `nil` if no history is kept.
  public var path: String?
  /// The events, oldest first.
  public var events: [HistoryEvent] = []
  /// The numbers of the lines that could not be parsed and were left out.
  public var damagedLines: [Int] = []
  /// The numbers of the lines that a newer version wrote, and that this one cannot interpret.
  public var newerLines: [Int] = []
  /// The operating system's message if the file could not be read, or `nil`.
  public var problem: String?

  /// Creates a history from its properties.
  public init(
    path: String? = nil, events: [HistoryEvent] = [], damagedLines: [Int] = [],
    problem: String? = nil
  ) {
    self.path = path
    self.events = events
    self.damagedLines = damagedLines
    self.problem = problem
  }
}

/// A history that could not be written, although the change itself was made.
public struct HistoryFailure: Error, Sendable, Hashable {
  /// The path of the file.
  public let path: String
  /// The operating system's message.
  public let reason: String
}

/// The history file of one database: an append-only file with a line of JSON for each event.
///
/// A database is identified by its absolute path without symbolic links. The file name consists of
/// the database's name and a digest of the path, as in `app.sqlite-1f0c2a63d9e8b745.jsonl`. A moved
/// database starts a new history; a file that replaces it continues the old one. Each line records
/// the device and inode number of its file.
struct HistoryLog {
  private let database: String
  private let session: String
  private let folder: String?
  /// The file that events concern; `nil` for the file at the path.
  var file: DatabaseFile?

  /// Creates the log of a database; opens nothing.
  init(of database: String, in place: HistoryLocation, session: String) {
    self.database = Self.fullPath(database)
    self.session = session
    folder =
      switch place {
      case .user: Environment.stateFolder.map { Paths.join($0, "migtui/history") }
      case .folder(let folder): folder
      case .none: nil
      }
  }

  /// Returns the absolute path without symbolic links.
  ///
  /// If the file is missing, only its folder is resolved.
  static func fullPath(_ path: String) -> String {
    if let full = Files.resolved(path) { return full }
    let folder = Paths.folder(of: path)
    return Paths.join(Files.resolved(folder) ?? folder, Paths.name(of: path))
  }

  var path: String? {
    guard let folder else { return nil }
    let name = Paths.name(of: database).prefix(60).map { character -> Character in
      character.isLetter || character.isNumber || "-_.".contains(character) ? character : "-"
    }
    return Paths.join(
      folder, "\(String(name))-\(SHA256.hexadecimal(of: database).prefix(16)).jsonl")
  }

  func event(_ action: HistoryEvent.Action, _ outcome: HistoryEvent.Outcome) -> HistoryEvent {
    var event = HistoryEvent(
      time: Timestamp.now.text(digits: 3, separator: "T") + "Z", action: action,
      outcome: outcome)
    event.database = database
    event.file = file?.text ?? Files.identity(of: database)?.text
    event.user = Environment.userName
    event.session = session
    return event
  }

  /// Creates the record of a backup.
  ///
  /// - Parameters:
  ///   - path: The backup.
  ///   - sha256: The SHA-256 of the file.
  ///   - state: The fingerprint of the database in the backup, if it is certain.
  /// - Returns: The record, or `nil` if the file does not exist.
  func backup(
    _ path: String, sha256: String?, state: DatabaseFingerprint?
  ) -> HistoryEvent.BackupRecord? {
    guard let status = try? FileStatus(of: path) else { return nil }
    return HistoryEvent.BackupRecord(
      path: Self.fullPath(path), size: status.size, version: status.version, state: state?.value,
      sha256: sha256)
  }

  /// Appends an event; returns the failure if it could not be written, or else `nil`.
  func add(_ event: HistoryEvent) -> HistoryFailure? {
    guard let folder, let path else { return nil }
    do throws(SystemFailure) {
      try Files.createFolders(folder, for: .owner)
      try Files.append(path, line: line(of: event))
      return nil
    } catch {
      return HistoryFailure(path: path, reason: "\(error)")
    }
  }

  /// Encodes an event, which contains no infinite numbers or NaN, as a line of JSON.
  private func line(of event: HistoryEvent) throws(SystemFailure) -> [UInt8] {
    guard let line = try? Encodings.json(event) else { throw SystemFailure(code: EINVAL) }
    return line
  }

  /// The maximum number of bytes to read from a file.
  private static let limit = 256 << 20

  /// The last migration in the current file whose statements were not all rolled back, or `nil`.
  ///
  /// Such a migration failed or was stopped outside a transaction. It has not been applied since,
  /// and no restore has undone it.
  ///
  /// - Complexity: Reads the file, and parses it only if an event records such statements.
  func leftover() -> HistoryEvent? {
    guard let path, Files.isTaken(path), let bytes = try? Files.bytes(of: path, limit: Self.limit),
      bytes.contains("keptStatements\":")
    else { return nil }
    let events = read().events
    let file = Files.identity(of: database)?.text
    guard
      let place = events.lastIndex(where: {
        $0.keptStatements ?? 0 > 0 && $0.isUndone != true && $0.file == file
      }),
      !events[place...].contains(where: {
        $0.outcome == .applied && $0.subject == events[place].subject && $0.isUndone != true
      })
    else { return nil }
    return events[place]
  }

  /// The members that every version writes.
  private struct Heading: Decodable {
    let time: String
    let action: String
    let outcome: String

    /// True if this version does not know the action or the outcome.
    var isUnknown: Bool {
      HistoryEvent.Action(rawValue: action) == nil
        || HistoryEvent.Outcome(rawValue: outcome) == nil
    }
  }

  /// Reads the events; lines that cannot be parsed are left out and recorded as damaged.
  func read() -> History {
    guard let path else { return History() }
    var history = History(path: path)
    let bytes: [UInt8]
    do throws(SystemFailure) {
      guard Files.isTaken(path) else { return history }
      bytes = try Files.bytes(of: path, limit: Self.limit)
    } catch {
      history.problem = "\(error)"
      return history
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.isEmpty {
      if let event = try? Encodings.value(HistoryEvent.self, fromJSON: line) {
        history.events.append(event)
      } else if (try? Encodings.value(Heading.self, fromJSON: line))?.isUnknown == true {
        history.newerLines.append(index + 1)
      } else {
        history.damagedLines.append(index + 1)
      }
    }
    history.events.removeCompletedBeginnings()
    history.events.markUndone()
    return history
  }
}

extension RandomAccessCollection<UInt8> {
  /// True if the bytes of `text` occur in this collection, which must be contiguous.
  fileprivate func contains(_ text: StaticString) -> Bool {
    withContiguousStorageIfAvailable { bytes in
      let count = text.utf8CodeUnitCount
      guard var place = UnsafeRawPointer(bytes.baseAddress) else { return false }
      let end = place + bytes.count
      while place + count <= end,
        let next = memchr(place, Int32(text.utf8Start.pointee), end - place - count + 1)
      {
        if memcmp(next, text.utf8Start, count) == 0 { return true }
        place = UnsafeRawPointer(next) + 1
      }
      return false
    } ?? false
  }
}
