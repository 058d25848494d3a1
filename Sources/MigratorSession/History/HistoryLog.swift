internal import Crypto
internal import MigratorEngine
internal import MigratorPlatform
internal import MigratorSQLite

/// Where a session keeps the history of its database.
public enum HistoryPlace: Sendable, Hashable {
  /// The user's folder for what programs remember: `$XDG_STATE_HOME/migtui/history`, by default
  /// `~/.local/state/migtui/history`.
  case user
  /// A folder, which is made when it is missing.
  case folder(String)
  /// Nowhere.
  case none
}

/// What the history of a database holds.
public struct History: Sendable, Hashable {
  /// The file, or `nil` where none is kept.
  public var path: String?
  /// What was done, the oldest first.
  public var events: [HistoryEvent] = []
  /// The numbers of the lines that could not be read, and were left out.
  public var damagedLines: [Int] = []
  /// Why the file could not be read, in the system's words, or `nil`.
  public var problem: String?

  /// Creates a history; the parameters are the properties.
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

/// A history that could not be written; what it should tell of was done all the same.
public struct HistoryFailure: Error, Sendable, Hashable {
  /// The file.
  public let path: String
  /// The system's words.
  public let reason: String
}

/// The file of one database's history: a line of JSON for each event, added and never changed.
///
/// A database is known by its absolute path without links: the name of the file is that of the database
/// and a digest of the path, as `app.sqlite-1f0c2a63d9e8b745.jsonl`. A database that is moved begins
/// anew; one that takes its place goes on, and each line says by device and number which file was meant.
struct HistoryLog {
  private let database: String
  private let session: String
  private let folder: String?
  /// The file that events are about; `nil` for the one at the path.
  var file: DatabaseFile?

  /// Creates the log of a database; opens nothing.
  init(of database: String, in place: HistoryPlace, session: String) {
    self.database = Self.fullPath(database)
    self.session = session
    folder =
      switch place {
      case .user: Environment.stateFolder.map { Paths.join($0, "migtui/history") }
      case .folder(let folder): folder
      case .none: nil
      }
  }

  /// The absolute path without links; of a file that is not there, that of its folder with its name.
  static func fullPath(_ path: String) -> String {
    if let full = Files.resolved(path) { return full }
    let folder = Paths.folder(of: path)
    return Paths.join(Files.resolved(folder) ?? folder, Paths.name(of: path))
  }

  /// The file, or `nil` where none is kept.
  var path: String? {
    guard let folder else { return nil }
    let name = Paths.name(of: database).prefix(60).map { character -> Character in
      character.isLetter || character.isNumber || "-_.".contains(character) ? character : "-"
    }
    return Paths.join(
      folder, "\(String(name))-\(Self.digest(of: database).prefix(16)).jsonl")
  }

  /// The SHA-256 of a text in hexadecimal.
  static func digest(of text: String) -> String {
    Encodings.hexadecimal(SHA256.hash(data: Array(text.utf8)))
  }

  /// Begins an event of this moment, by this user.
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

  /// Describes a backup for the history.
  ///
  /// - Parameters:
  ///   - path: The backup.
  ///   - sha256: The SHA-256 of the file.
  ///   - state: The state of the database that the backup holds, if that is certain.
  /// - Returns: The description, or `nil` if there is no such file.
  func backup(
    _ path: String, sha256: String?, state: DatabaseFingerprint?
  ) -> HistoryEvent.BackupRecord? {
    guard let status = try? FileStatus(of: path) else { return nil }
    return HistoryEvent.BackupRecord(
      path: Self.fullPath(path), size: status.size, version: status.version, state: state?.value,
      sha256: sha256)
  }

  /// Adds an event; returns why it could not be written, or `nil`.
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

  /// A line of JSON; numbers that JSON has no words for are not among them.
  private func line(of event: HistoryEvent) throws(SystemFailure) -> [UInt8] {
    guard let line = try? Encodings.json(event) else { throw SystemFailure(code: EINVAL) }
    return line
  }

  /// The most that is read of a file, in bytes.
  private static let limit = 256 << 20

  /// The last migration of the present file that failed or was stopped outside a transaction, left some of
  /// its statements and was neither undone by a restore nor applied since; `nil` where there is none.
  ///
  /// - Complexity: Reads the file, and takes it apart where any event left something.
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

  /// Reads what is there; lines that are none are left out and counted.
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
      } else {
        history.damagedLines.append(index + 1)
      }
    }
    history.events.dropEndedBeginnings()
    history.events.markUndone()
    return history
  }
}

extension RandomAccessCollection<UInt8> {
  /// Whether the bytes of a text stand among these, which are in one piece.
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
