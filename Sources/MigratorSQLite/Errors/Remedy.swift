internal import MigratorPlatform

/// The next step after an error: a sentence, with a command to paste if there is one.
///
/// It is written next to the error that offers it. Commands are quoted for the shell:
///
/// ```swift
/// let remedy: Remedy = "List the backups: \(command: "restore", path, "--list")."
/// ```
public struct Remedy: Sendable, Hashable, CustomStringConvertible {
  /// The remedy in sentences.
  public let sentence: String
  /// The first command in the sentence, ready to paste into a shell.
  public let command: String?
  /// The commands of this program that name the database by a placeholder.
  private let open: [[String]]

  /// Creates a remedy from complete sentences.
  ///
  /// - Parameter sentence: The sentences.
  public init(_ sentence: String) { (self.sentence, command, open) = (sentence, nil, []) }

  /// The remedy in sentences.
  public var description: String { sentence }
}

extension Remedy: ExpressibleByStringInterpolation {
  /// A sentence with commands.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var sentence = ""
    fileprivate var command: String?
    fileprivate var open: [[String]] = []

    /// Creates an empty sentence.
    public init(literalCapacity: Int, interpolationCount: Int) {
      sentence.reserveCapacity(literalCapacity)
    }

    /// Adds text.
    public mutating func appendLiteral(_ literal: String) { sentence += literal }
    /// Adds text.
    public mutating func appendInterpolation(_ text: String) { sentence += text }
    /// Adds a number.
    public mutating func appendInterpolation(_ number: some BinaryInteger) {
      sentence += number.description
    }

    /// Adds a command of this program, whose name differs in apps that embed it.
    ///
    /// - Parameter arguments: The arguments, unquoted.
    public mutating func appendInterpolation(command arguments: String...) {
      add([ProgramName.text] + arguments)
    }

    /// Adds a command of the shell.
    ///
    /// - Parameter words: The program and its arguments, unquoted.
    public mutating func appendInterpolation(shell words: String...) { add(words) }

    private mutating func add(_ words: [String]) {
      let line = Remedy.line(words)
      if words.contains(Remedy.database) { open.append(words) }
      command = command ?? line
      sentence += "`\(line)`"
    }
  }

  /// Creates a remedy from a literal without a command.
  public init(stringLiteral sentence: String) { self.init(sentence) }

  /// Creates a remedy from a literal with commands.
  public init(stringInterpolation: StringInterpolation) {
    (sentence, command) = (stringInterpolation.sentence, stringInterpolation.command)
    open = stringInterpolation.open
  }
}

extension Remedy {
  /// The placeholder for the path of the database, if the error does not contain it.
  fileprivate static var database: String { "DB" }

  fileprivate static func line(_ words: [String]) -> String {
    words.map(\.shellWord).joined(separator: " ")
  }

  package func naming(_ path: String) -> Remedy {
    open.reduce(self) { remedy, words in
      let named = Self.line(words.map { $0 == Self.database ? path : $0 })
      let line = Self.line(words)
      return Remedy(
        remedy.sentence.replacing("`\(line)`", with: "`\(named)`"),
        remedy.command == line ? named : remedy.command)
    }
  }

  private init(_ sentence: String, _ command: String?) {
    (self.sentence, self.command, open) = (sentence, command, [])
  }
}

// The remedies of several errors.
extension Remedy {
  /// Another connection holds a lock.
  public static var waitForOthers: Remedy {
    "Wait for the other program to finish, or stop it. Then try again."
  }

  /// The operation was stopped, or waited too long.
  public static var stepAgain: Remedy { "Run it again." }

  /// The database or the migrations changed after the dry run.
  public static var repeatDryRun: Remedy { "Repeat the dry run, then apply the migration." }

  /// The user has permission to read the file, but not to write to it.
  public static var becomeWriter: Remedy {
    """
    Run as a user with write permission for the file and its folder, or change their permissions. \
    Reading and dry runs do not need this permission.
    """
  }

  /// The database is damaged.
  ///
  /// - Parameter path: The path of the database, if it is known.
  /// - Returns: The remedy.
  public static func rescue(path: String = "DB") -> Remedy {
    """
    Restore a backup: press u, or run \(command: "restore", path). Without a backup, save the readable \
    rows of a copy: \(shell: "sqlite3", "COPY", ".recover"). If this shell cannot recover, use \
    \(shell: "sqlite3", "COPY", ".dump").
    """
  }

  /// A read or write failed.
  public static var checkDisk: Remedy {
    "Check the disk, its connection and its free space. Then try again."
  }

  /// The disk failed during a commit.
  public static var checkCommitOutcome: Remedy {
    "Check the disk and its connection. Then list what is applied: \(command: "status", "DB")."
  }

  /// The disk of the database is full.
  public static var freeDisk: Remedy {
    "Free up space on the disk of the database. Then try again."
  }

  /// A folder for copies or backups is full.
  ///
  /// - Parameter folder: The path.
  /// - Returns: The remedy.
  public static func freeSpace(folder: String) -> Remedy {
    """
    Free up space in \(folder), or use another disk: set TMPDIR for copies, --backup-dir for \
    backups.
    """
  }

  /// A file of SQLite or of this program could not be created.
  public static var checkFolder: Remedy {
    """
    Check that the folder exists, is writable and has free space, that the file does not exist yet, and \
    that the program may open more files (ulimit -n).
    """
  }

  /// The process or the system has too many open files.
  public static var closeFiles: Remedy {
    "Close programs that have many files open, or raise the limit (ulimit -n). Then try again."
  }

  /// A key was given to a program that cannot use it.
  public static var buildWithCipher: Remedy {
    "Omit the key, or build the program with SQLCipher: \(shell: "make", "install", "TRAITS=SQLCipher")."
  }

  /// A migration requires a feature of a later SQLite.
  public static var useNewerSQLite: Remedy {
    """
    Let the app run the migration, or build this program with an SQLite newer than \
    \(SQLiteLibrary.version).
    """
  }

  /// The file is not in the backup format, or is damaged.
  public static var nameBackup: Remedy {
    "Choose another file. \(command: "restore", "DB", "--list") lists the backups."
  }

  /// An internal error of the program.
  public static var report: Remedy { "Please report this." }
}

extension Remedy {
  package static func options(agreeing words: [String]) -> String {
    words.map { "--agree \($0.quotedShellWord)" }.joined(separator: " ")
  }
}
