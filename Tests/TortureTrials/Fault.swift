/// A call to the file system, by SQLite or by the program itself, that does not do what it should.
public struct Fault: Hashable, Sendable, CustomStringConvertible {
  /// What the call does; the order is that of the file of counts.
  public enum Kind: String, CaseIterable, Sendable {
    case read, write, sync, truncate, delete, open, lock, size, access, map
    // The program's own, past SQLite: the history, the pages of an overlay, backups and their names.
    case fileOpen = "file-open"
    case fileRead = "file-read"
    case fileWrite = "file-write"
    case fileSync = "file-sync"
    case fileTruncate = "file-truncate"
    case fileLock = "file-lock"
    case fileName = "file-name"
    case fileRemove = "file-remove"
    case fileFolder = "file-folder"

    /// Whether the calls are the program's own.
    public var isOwn: Bool {
      switch self {
      case .fileOpen, .fileRead, .fileWrite, .fileSync, .fileTruncate, .fileLock, .fileName,
        .fileRemove, .fileFolder:
        true
      default: false
      }
    }

    /// Whether such a call is made where a commit can be done although it fails.
    func leavesDoubt(_ journalMode: String) -> Bool {
      switch self {
      case .write, .sync, .map: journalMode == "wal"
      case .truncate, .delete, .size: true
      default: false
      }
    }
  }

  /// What becomes of it.
  public enum Manner: String, CaseIterable, Sendable {
    /// The call fails, and the next ones succeed.
    case once
    /// The call fails, and so do all of its kind after it.
    case always
    /// Half of the bytes are read or written, and it fails; a call of the program's own tells how many,
    /// and the program has to go on.
    case short
    /// There is no space left, then and later.
    case full
    /// The program is killed in the midst of the call, before anything is done.
    case kill
    /// Nothing is done and success is told. A control: nobody can hold against it.
    case lie
  }

  /// What the call does.
  public let kind: Kind
  /// Which call of its kind fails, from 1.
  public let number: Int
  /// What becomes of it.
  public let manner: Manner

  /// Creates a fault.
  public init(_ kind: Kind, _ number: Int, _ manner: Manner) {
    (self.kind, self.number, self.manner) = (kind, number, manner)
  }

  /// All faults that a number of calls can have.
  ///
  /// - Parameters:
  ///   - kind: What the calls do.
  ///   - count: How many calls there are.
  /// - Returns: The faults, the calls in order.
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

  /// The fault in words.
  public var description: String { "\(kind.rawValue) \(number) \(manner)" }

  /// What the faulting file system reads.
  var environment: [String: String] {
    ["FAULT_KIND": kind.rawValue, "FAULT_AT": String(number), "FAULT_HOW": manner.rawValue]
  }
}
