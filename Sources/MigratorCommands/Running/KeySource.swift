package import ArgumentParser
import MigratorEngine
import MigratorPlatform

/// Where the key of an encrypted database comes from: a file, or a person at the terminal, never the
/// command line itself, which others can see and shells remember.
package enum KeySource {
  /// The longest key file, in bytes.
  private static let limit = 4096

  /// Adds the key to how a database is opened.
  ///
  /// A person is asked where the file is encrypted, nothing else gives a key, and there is a terminal.
  ///
  /// - Parameters:
  ///   - keyFile: The file with the key, as it was given.
  ///   - database: The path of the database.
  ///   - configuration: How it is opened otherwise.
  /// - Returns: The configuration with the key, if there is one.
  /// - Throws: ``BatchFailure``; `CancellationError` when a person gave up.
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
        "The key file \(file) cannot be read: \(error).", .checkKeyFile)
    }
    return try key(of: bytes, from: "The key file \(file)")
  }

  /// The bytes without the end of their only line.
  private static func key(of bytes: [UInt8], from origin: String) throws -> DatabaseKey {
    var key = bytes[...]
    if key.last == UInt8(ascii: "\n") { key.removeLast() }
    if key.last == UInt8(ascii: "\r") { key.removeLast() }
    guard !key.isEmpty else { throw BatchFailure(.badData, "\(origin) is empty.", .checkKeyFile) }
    guard !key.contains(UInt8(ascii: "\n")) else {
      throw BatchFailure(.badData, "\(origin) has more than one line.", .checkKeyFile)
    }
    return DatabaseKey(bytes: key)
  }

  /// Whether a file that nothing has open yet looks encrypted, and this program could read it.
  ///
  /// Databases are whole pages, of 512 bytes or a multiple.
  private static func isEncrypted(_ path: String) -> Bool {
    SQLiteLibrary.readsEncryptedFiles && (Files.size(of: path) ?? 1) % 512 == 0
      && FileHeader(Files.head(of: path, limit: FileHeader.magic.count)).isEncrypted
  }

  /// Asks a person; `nil` where there is nobody, and opening then says what the file is.
  private static func ask(for database: String) throws -> DatabaseKey? {
    let prompt = "Key of \(Printer.line(Paths.name(of: database))): "
    switch TerminalSecret.ask(
      prompt, isCancelled: { Interrupts.cancellation.isCancelled ? 1 : 0 })
    {
    case .line(let bytes): return bytes.isEmpty ? nil : DatabaseKey(bytes: bytes)
    case .givenUp: throw CancellationError()
    case .tooLong: throw BatchFailure(.badData, "The key is too long.", .checkKey)
    case .noTerminal: return nil
    }
  }
}

extension ArgumentHelp {
  /// What `--key-file` does.
  package static var keyFile: ArgumentHelp {
    ArgumentHelp(
      "A file whose only line is the key of an encrypted database. Without it the key is asked for at "
        + "the terminal.", valueName: "FILE")
  }
}
