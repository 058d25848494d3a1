package import ArgumentParser
import MigratorEngine
import MigratorPlatform

/// The source of the key of an encrypted database: a file or a prompt at the terminal.
///
/// The key is never an argument, because other users can see arguments and shells record them.
package enum KeySource {
  private static let remedy: Remedy =
    "Pass a readable file whose only line is the key."

  /// The maximum size of a key file in bytes.
  private static let limit = 4096

  /// Adds the key to a database configuration.
  ///
  /// Prompts for the key if the file is encrypted, no other key was given, and there is a terminal.
  ///
  /// - Parameters:
  ///   - keyFile: The path of the key file, as given.
  ///   - database: The path of the database.
  ///   - configuration: The other settings.
  /// - Returns: The configuration with the key, if one is required.
  /// - Throws: ``BatchFailure``; `CancellationError` if the operator cancels the prompt.
  package static func adding(
    _ keyFile: String?, of database: String, to configuration: Configuration
  ) throws -> Configuration {
    var configuration = configuration
    if let keyFile {
      configuration.key = try key(in: keyFile)
    } else if configuration.key == nil, !configuration.isPrepared, isEncrypted(database) {
      configuration.key = try ask(for: database)
    }
    return configuration
  }

  private static func key(in file: String) throws -> DatabaseKey {
    guard SQLiteLibrary.readsEncryptedFiles else {
      throw BatchFailure(
        .usage, "--key-file: this program is built without SQLCipher.", .buildWithCipher)
    }
    let bytes: [UInt8]
    do throws(SystemFailure) {
      bytes = try Files.bytes(of: file, limit: limit)
    } catch {
      throw BatchFailure(
        error.isPermission ? .noPermission : error.isTooLarge ? .badData : .noInput,
        "The key file \(file) cannot be read: \(error).", Self.remedy)
    }
    return try key(of: bytes, from: "The key file \(file)")
  }

  /// Returns the only line without its line ending.
  private static func key(of bytes: [UInt8], from origin: String) throws -> DatabaseKey {
    var key = bytes[...]
    if key.last == UInt8(ascii: "\n") { key.removeLast() }
    if key.last == UInt8(ascii: "\r") { key.removeLast() }
    guard !key.isEmpty else { throw BatchFailure(.badData, "\(origin) is empty.", Self.remedy) }
    guard !key.contains(UInt8(ascii: "\n")) else {
      throw BatchFailure(.badData, "\(origin) has more than one line.", Self.remedy)
    }
    return DatabaseKey(bytes: key)
  }

  /// True if a file looks encrypted and this program can read encrypted files.
  ///
  /// No connection may have the file open. A database consists of whole pages, whose size is a
  /// multiple of 512 bytes.
  private static func isEncrypted(_ path: String) -> Bool {
    SQLiteLibrary.readsEncryptedFiles && (Files.size(of: path) ?? 1) % 512 == 0
      && FileHeader(Files.head(of: path, limit: FileHeader.magic.count)).isEncrypted
  }

  /// Prompts for the key; returns `nil` without a terminal, so that opening reports the problem.
  private static func ask(for database: String) throws -> DatabaseKey? {
    let prompt = "Key of \(Printer.line(Paths.name(of: database))): "
    switch TerminalSecret.ask(
      prompt, isCancelled: { Interrupts.cancellation.isCancelled ? 1 : 0 })
    {
    case .line(let bytes): return bytes.isEmpty ? nil : DatabaseKey(bytes: bytes)
    case .givenUp: throw CancellationError()
    case .tooLong: throw BatchFailure(.badData, "The key is too long.", "Check the key.")
    case .noTerminal: return nil
    }
  }
}

extension ArgumentHelp {
  package static var keyFile: ArgumentHelp {
    ArgumentHelp(
      "Read the key of an encrypted database from a file.",
      discussion: "The file's only line is the key. By default, the program asks for the key.",
      valueName: "FILE")
  }
}
