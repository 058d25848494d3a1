internal import MigratorPlatform
internal import MigratorSQLite

/// How to make a tool run a migration outside a transaction.
///
/// `VACUUM` and changes into or out of WAL mode are possible only outside a transaction.
public enum TransactionSwitch: Sendable, Hashable {
  /// A line at the top of the file, and any further changes that it requires.
  case line(String, afterwards: String? = nil)
  /// A word that is added to a marker in the file.
  case option(String, ofMarker: String)
  /// A line in the settings file of this name, in the folder of the migration file.
  case setting(String, inFile: String)
  /// A line in the settings file, whose name is that of the migration file with this extension
  /// added.
  case settingBeside(String, extension: String)
  /// Statements before and after the refused one: they end the tool's transaction and begin
  /// another.
  case statements(before: String, after: String)
  /// A setting of the whole project, and statements at the top of the file by which this program
  /// recognizes the setting.
  case project(String, shownBy: String)
  /// None: the tool runs each migration in a transaction. The sentence names the tool.
  case impossible(String)

  /// The line of this program's own format.
  public static let own = line("-- migtui: no-transaction")

  /// Returns what to do about a statement that SQLite refuses in a transaction.
  ///
  /// - Parameters:
  ///   - file: The path of the migration's file.
  ///   - message: SQLite's message.
  /// - Returns: The remedy. If the statement sets a journal mode, an alternative to changing the
  ///   file is to set the mode beforehand.
  func remedy(in file: String, message: String) -> Remedy {
    let advice = change(of: file)
    guard message.contains(" wal mode ") else {
      return advice.map { Remedy($0) } ?? """
        \(obstacle) Remove the statement from the migration and run it separately: \(shell: "sqlite3", "DB", "VACUUM").
        """
    }
    let mode = message.contains(" into ") ? "WAL" : "DELETE"
    let opening =
      advice.map {
        "\($0) Or, if the file is published, leave it unchanged and set the mode of the database"
      }
      ?? "\(obstacle) Set the mode of the database"
    return """
      \(opening) first, after which the statement has nothing to change: \
      \(shell: "sqlite3", "DB", "PRAGMA journal_mode = \(mode)"). Without a database, `check` uses an empty one, whose \
      mode you cannot set: create one with this command, and add its path to `check`.
      """
  }

  private var obstacle: String {
    if case .impossible(let sentence) = self { sentence } else { "" }
  }

  /// The sentences on how to change the file or the project, or `nil` if that is impossible.
  private func change(of file: String) -> String? {
    let partly = "If the migration then fails halfway, its first statements are not rolled back."
    switch self {
    case .line(let line, let afterwards):
      let rest = afterwards.map { " \($0)" } ?? ""
      return "Add the line `\(line)` at the top of \(file).\(rest) \(partly)"
    case .option(let word, let marker):
      return "In \(file), replace the line `\(marker)` with `\(marker) \(word)`. \(partly)"
    case .setting(let line, let name):
      let settings = Paths.join(Paths.folder(of: file), name)
      return "Write the line `\(line)` into \(settings). \(partly)"
    case .settingBeside(let line, let ending):
      return "Write the line `\(line)` into \(file)\(ending). \(partly)"
    case .statements(let before, let after):
      return "In \(file), write `\(before)` before the statement and `\(after)` after it. \(partly)"
    case .project(let setting, let statements):
      return "\(setting) Write `\(statements)` at the top of \(file), so that "
        + "\(ProgramName.text) recognizes the setting. \(partly)"
    case .impossible: return nil
    }
  }
}

extension MigrationFailure {
  /// The remedy for a statement that SQLite refuses inside a transaction.
  var remedyOfTransaction: Remedy? {
    // These settings belong to a connection, and migrations have connections of their own.
    if message == "Safety level may not be changed inside a transaction"
      || message == "temporary storage cannot be changed from within a transaction"
    {
      return """
        Remove the statement: the setting applies only to the connection of the migration. Set it in the program \
        when it opens the database.
        """
    }
    // SQLite's message for VACUUM, and for a change into or out of WAL mode.
    guard message.hasSuffix("from within a transaction") else { return nil }
    if isInOwnTransaction {
      return """
        The statement is between BEGIN and COMMIT. Move it before or after them in \(file ?? "the migration").
        """
    }
    guard let file, let transactionSwitch else {
      return """
        Register the migration to run outside a transaction. If it then fails halfway, its first \
        statements are not rolled back.
        """
    }
    return transactionSwitch.remedy(in: file, message: message)
  }
}
