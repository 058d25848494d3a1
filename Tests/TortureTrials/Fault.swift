/// A file system call, by SQLite or by the program itself, that is made to fail.
public struct Fault: Hashable, Sendable, CustomStringConvertible {
  /// The type of call, in the order of the file of call counts.
  public enum Kind: String, CaseIterable, Sendable {
    case read, write, sync, truncate, delete, open, lock, size, access, map
    // Calls by the program itself: the history, overlay pages, backups and their names.
    case fileOpen = "file-open"
    case fileRead = "file-read"
    case fileWrite = "file-write"
    case fileSync = "file-sync"
    case fileTruncate = "file-truncate"
    case fileLock = "file-lock"
    case fileName = "file-name"
    case fileRemove = "file-remove"
    case fileFolder = "file-folder"

    /// True if the program itself, not SQLite, makes the calls.
    public var isOwn: Bool {
      switch self {
      case .fileOpen, .fileRead, .fileWrite, .fileSync, .fileTruncate, .fileLock, .fileName,
        .fileRemove, .fileFolder:
        true
      default: false
      }
    }

    /// Returns true if the commit may have succeeded even though such a call failed.
    func mayCommit(_ journalMode: String) -> Bool {
      switch self {
      case .write, .sync, .map: journalMode == "wal"
      case .truncate, .delete, .size: true
      default: false
      }
    }
  }

  /// How the call fails.
  public enum Manner: String, CaseIterable, Sendable {
    /// The call fails, and the next ones succeed.
    case once
    /// The call fails, and so do all of its kind after it.
    case always
    /// The call processes half of the bytes. SQLite's calls then fail. The program's own calls
    /// return the number of bytes, and the program must continue.
    case short
    /// The disk is full, for this call and all later ones.
    case full
    /// The program is killed during the call, before the call takes effect.
    case kill
    /// The call does nothing and reports success. A control, since no program can handle this.
    case lie
  }

  /// The type of call.
  public let kind: Kind
  /// The number of the failing call among those of its type, from 1.
  public let number: Int
  /// How the call fails.
  public let manner: Manner

  /// Creates a fault.
  public init(_ kind: Kind, _ number: Int, _ manner: Manner) {
    (self.kind, self.number, self.manner) = (kind, number, manner)
  }

  /// Returns all faults for the calls of one type.
  ///
  /// - Parameters:
  ///   - kind: The type of call.
  ///   - count: The number of calls.
  /// - Returns: The faults, in the order of the calls.
  public static func all(of kind: Kind, count: Int) -> [Fault] {
    let manners: [Manner] =
      switch kind {
      case .read, .fileRead: [.once, .always, .short]
      case .write, .fileWrite: [.once, .always, .short, .full, .kill]
      case .sync, .truncate, .delete, .fileRemove: [.once, .always, .kill]
      case .fileName: [.once, .always, .full, .kill]
      case .fileOpen, .fileFolder, .fileSync: [.once, .always, .full]
      default: [.once, .always]
      }
    return (0..<count).flatMap { number in manners.map { Fault(kind, number + 1, $0) } }
  }

  /// A description of the fault.
  public var description: String { "\(kind.rawValue) \(number) \(manner)" }

  /// The environment variables that configure the faulting file system.
  var environment: [String: String] {
    ["FAULT_KIND": kind.rawValue, "FAULT_AT": String(number), "FAULT_HOW": manner.rawValue]
  }
}
