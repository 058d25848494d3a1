/// The purpose of a connection, which determines how ``Configuration`` opens it.
public enum OpenPurpose: Sendable, Hashable {
  /// Inspection: read-only, and the file must exist.
  case inspect
  /// Migrations or an app's own work: reads and writes, with durable commits.
  case migrate
  /// A temporary copy or replay: commits are not synced to disk.
  case scratch
}

enum OpeningRead {
  case nothing
  case header
  /// The schema; if there are many tables, reading it is the slowest part of opening.
  case schema
}

/// How a connection is opened.
public struct Configuration: Sendable {
  /// The purpose of the connection.
  public var purpose: OpenPurpose
  /// True if the connection is read-only; always true for ``OpenPurpose/inspect``.
  public var readonly: Bool {
    get { purpose == .inspect || isReadOnlyRequested }
    set { isReadOnlyRequested = newValue }
  }
  /// True if SQLite enforces foreign keys.
  public var foreignKeysEnabled = true
  /// True if double-quoted text is accepted as a string when no column has that name.
  ///
  /// By default, it is an error, as in GRDB: a misspelled column would otherwise become a string.
  /// Inspection always accepts it, because a schema may contain such strings.
  ///
  /// - Source: <https://www.sqlite.org/quirks.html#dblquote>.
  public var acceptsDoubleQuotedStringLiterals = false
  /// How to handle locks of other connections.
  ///
  /// By default, a statement throws immediately, as in GRDB. Unless a mode is set, opening and
  /// migrating wait up to ten seconds for locks. Several programs can thus start and migrate one
  /// file at the same time.
  public var busyMode: Database.BusyMode {
    get { chosenBusyMode ?? .immediateError }
    set { chosenBusyMode = newValue }
  }
  /// Called if another connection's lock is not released within a tenth of a second.
  ///
  /// It is called once for each such lock, on the waiting thread. It must not use the connection.
  public var onWaiting: (@Sendable () -> Void)?
  /// Ends waiting for locks of other connections, even while a file is being opened.
  package var waitCancellation: Cancellation?
  /// How opening changes the journal mode of the file.
  public var journalMode: JournalModeConfiguration = .default
  /// The maximum number of concurrent readers of a ``DatabasePool``; at least one.
  public var maximumReaderCount = 5
  /// True if traces of statements may show the values of arguments.
  public var publicStatementArguments = false
  /// A name for messages.
  public var label: String?
  /// The key of an encrypted file, set on every connection to it and to its copies.
  ///
  /// In-memory databases have no key. Without the trait `SQLCipher`, opening with a key throws.
  public var key: DatabaseKey?
  /// The paths of extensions that every connection loads before its setup closures run.
  ///
  /// Extensions cannot be loaded at any other time, and never from SQL.
  public var extensionPaths: [String] = []
  /// True if the file is a backup, to which no program writes.
  ///
  /// Inspection reads it without locks and creates no files next to it, unless it has a journal or
  /// a `-wal` file.
  package var isBackup = false
  /// True to read the time from ``FrozenClock``.
  package var usesFrozenClock = false
  /// Replaces `random()` and `randomblob()`.
  package var random: SeededRandom?
  /// The file that must be at its path; `nil` accepts any file.
  ///
  /// It is compared on opening a connection to the path, and before and after each
  /// ``Database/commit()``.
  package var file: DatabaseFile?
  var openingRead = OpeningRead.schema
  private(set) var setups: [@Sendable (Database) throws -> Void] = []
  private var isReadOnlyRequested = false
  package var isBusyModeChosen: Bool { chosenBusyMode != nil }
  private var chosenBusyMode: Database.BusyMode?
  /// How to handle locks while a connection is opened or migrates.
  var waitingBusyMode: Database.BusyMode { chosenBusyMode ?? .timeout(10) }

  /// Creates the default configuration.
  ///
  /// For inspection, the busy mode is a timeout of five seconds. Otherwise, statements throw
  /// immediately, as in GRDB.
  ///
  /// - Parameter purpose: The purpose of the connection.
  public init(purpose: OpenPurpose = .migrate) {
    self.purpose = purpose
    if purpose == .inspect { chosenBusyMode = .timeout(5) }
  }

  /// The same configuration for inspection: read-only, and waiting for a writer that commits.
  public var inspecting: Configuration {
    var copy = twin(for: .inspect)
    copy.label = label
    copy.onWaiting = onWaiting
    copy.waitCancellation = waitCancellation
    copy.isBackup = isBackup
    copy.file = file
    return copy
  }

  /// Returns a configuration with the same key, extensions, double-quoted strings and setup
  /// closures.
  func twin(for purpose: OpenPurpose) -> Configuration {
    var copy = Configuration(purpose: purpose)
    copy.key = key
    copy.extensionPaths = extensionPaths
    copy.acceptsDoubleQuotedStringLiterals = acceptsDoubleQuotedStringLiterals
    copy.setups = setups
    return copy
  }

  /// A configuration for inspection with the same key, but without the app's setup.
  var inspectingWithoutSetup: Configuration {
    var copy = Configuration(purpose: .inspect)
    copy.key = key
    return copy
  }

  /// True if the app prepares connections itself, possibly with a key.
  package var isPrepared: Bool { !setups.isEmpty }

  /// Adds a closure that runs on every connection right after it is opened.
  ///
  /// Use it to add functions and collations. It also runs on the copies of the database that dry
  /// runs use.
  ///
  /// - Parameter setup: The closure.
  public mutating func prepareDatabase(_ setup: @escaping @Sendable (Database) throws -> Void) {
    setups.append(setup)
  }
}
