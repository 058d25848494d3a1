/// What a connection is opened for; it decides how, after ``Configuration``.
public enum OpenPurpose: Sendable, Hashable {
  /// Looking: read-only, and the file must exist.
  case inspect
  /// Migrating, or an app's own work: reading and writing, with durable commits.
  case migrate
  /// A copy or replay that is thrown away: no commit waits for the disk.
  case scratch
}

/// What a connection reads of its file when it is opened.
enum OpeningRead {
  /// Nothing: the file is not touched.
  case nothing
  /// The header, which says whether it is a database that can be read.
  case header
  /// The schema, which costs more than all the rest where there are many tables.
  case schema
}

/// How a connection is opened.
public struct Configuration: Sendable {
  /// What the connection is for.
  public var purpose: OpenPurpose
  /// Whether the connection is read-only; it always is for ``OpenPurpose/inspect``.
  public var readonly: Bool {
    get { purpose == .inspect || isReadOnlyRequested }
    set { isReadOnlyRequested = newValue }
  }
  /// Whether SQLite enforces foreign keys.
  public var foreignKeysEnabled = true
  /// What to do when another connection holds a lock.
  ///
  /// By default a statement throws at once, as in GRDB. As long as no mode is set, there are two
  /// exceptions: opening and migrating wait up to ten seconds for locks, so that programs that start
  /// and migrate one file at the same time do not fail.
  public var busyMode: Database.BusyMode {
    get { chosenBusyMode ?? .immediateError }
    set { chosenBusyMode = newValue }
  }
  /// Called when a lock of another connection did not go away in a tenth of a second.
  ///
  /// Once for each such lock, on the thread that waits. It must not use the connection.
  public var onWaiting: (@Sendable () -> Void)?
  /// Ends the wait for locks of others, also where what waits is not stopped by itself: while a file is opened.
  package var waitCancellation: Cancellation?
  /// What happens to the journal mode of the file.
  public var journalMode: JournalModeConfiguration = .default
  /// How many threads may read a ``DatabasePool`` at once; at least one.
  public var maximumReaderCount = 5
  /// Whether the values of arguments may be shown where statements are traced.
  public var publicStatementArguments = false
  /// A name for messages.
  public var label: String?
  /// The key of an encrypted file, which every connection to it and to its copies is given first.
  ///
  /// Databases in memory have none. It needs the trait `SQLCipher`; without it, opening throws.
  public var key: DatabaseKey?
  /// The paths of extensions that every connection loads before its closures run.
  ///
  /// Loading code is possible at no other time, and never from SQL.
  public var extensionPaths: [String] = []
  /// Whether the file is a backup, which nobody writes: to be looked at it is read without locks, and
  /// nothing is made beside it, unless a journal or a `-wal` file is there already.
  package var isOfBackup = false
  /// The file that must be at its path; `nil` accepts any.
  ///
  /// It is compared when a connection to the path is opened, and before and after each ``Database/commit()``.
  package var file: DatabaseFile?
  /// What is read of the file when it is opened.
  var openingRead = OpeningRead.schema
  /// The closures that prepare a connection.
  private(set) var setups: [@Sendable (Database) throws -> Void] = []
  private var isReadOnlyRequested = false
  /// Whether somebody said what to do about locks.
  package var isBusyModeChosen: Bool { chosenBusyMode != nil }
  private var chosenBusyMode: Database.BusyMode?
  /// What to do about locks while a connection is opened or migrates.
  var waitingBusyMode: Database.BusyMode { chosenBusyMode ?? .timeout(10) }

  /// Creates the default configuration.
  ///
  /// Looking waits up to five seconds for a writer that commits; all else throws at once, as in
  /// GRDB.
  ///
  /// - Parameter purpose: What the connection is for.
  public init(purpose: OpenPurpose = .migrate) {
    self.purpose = purpose
    if purpose == .inspect { chosenBusyMode = .timeout(5) }
  }

  /// The same for looking: read-only, and a writer that commits is waited for.
  public var inspecting: Configuration {
    var copy = twin(for: .inspect)
    copy.label = label
    copy.onWaiting = onWaiting
    copy.waitCancellation = waitCancellation
    copy.isOfBackup = isOfBackup
    copy.file = file
    return copy
  }

  /// A connection with the same key, extensions and preparation.
  func twin(for purpose: OpenPurpose) -> Configuration {
    var copy = Configuration(purpose: purpose)
    copy.key = key
    copy.extensionPaths = extensionPaths
    copy.setups = setups
    return copy
  }

  /// A connection that looks, with the same key and nothing else of an app's.
  var plainlyInspecting: Configuration {
    var copy = Configuration(purpose: .inspect)
    copy.key = key
    return copy
  }

  /// Whether the app prepares connections itself, and may give a key there.
  package var isPrepared: Bool { !setups.isEmpty }

  /// Adds a closure that runs on every connection as soon as it is open.
  ///
  /// The place to add functions and collations. Copies of the database on which migrations are tried
  /// are prepared by it, too.
  ///
  /// - Parameter setup: The closure.
  public mutating func prepareDatabase(_ setup: @escaping @Sendable (Database) throws -> Void) {
    setups.append(setup)
  }
}
