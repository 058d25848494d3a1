public import MigratorEngine

/// One migration of a folder: a file that was read and checked.
public struct SQLFile: Sendable, Hashable {
  /// The name of the file without `.sql`: what the ledger stores.
  public let identifier: String
  /// The version in the name, or `nil` when the folder's files have none.
  public let version: MigrationVersion?
  /// The text, under the path errors speak of.
  public let script: SQLScript
  /// The statements, as they were listed beforehand.
  public let statements: [ScriptStatement]
  /// How the file asks to be run.
  public let directives: MigrationDirectives

  /// The number as it is written in the name, or an empty text.
  public var number: String { MigrationFileName(identifier).number }

  /// The name for people: `001_create_clubs` is `create clubs`.
  public var title: String {
    let words = MigrationFileName(identifier).words
    return words.isEmpty ? identifier : words
  }
}

extension SQLFile {
  /// No migration is larger than this; what is larger is a dump or a mistake.
  static let sizeLimit = 512 << 20

  /// Reads and checks a file.
  ///
  /// - Parameters:
  ///   - identifier: The name of the file without `.sql`.
  ///   - version: The version in the name.
  ///   - path: The path of the file.
  /// - Returns: The file.
  /// - Throws: `SourceFailure` naming the file, the line and the remedy.
  static func read(
    identifier: String, version: MigrationVersion?, path: String
  ) throws -> SQLFile {
    let text = try text(at: path)
    let script = SQLScript(file: path, text: text)
    let directives = try MigrationDirectives(of: script)
    return SQLFile(
      identifier: identifier, version: version, script: script,
      statements: try statements(of: script), directives: directives)
  }

  /// Reads the bytes of a file.
  static func bytes(at path: String) throws(SourceFailure) -> [UInt8] {
    do {
      return try PlatformFiles.bytes(of: path, limit: sizeLimit)
    } catch {
      throw SourceFailure(problems: [unreadable(path, error)])
    }
  }

  /// Reads the text of a file.
  static func text(at path: String, allowsEmpty: Bool = false) throws(SourceFailure) -> String {
    let bytes = try bytes(at: path)
    let place = BytePlace(file: path, bytes: bytes)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let offset = place.firstInvalidOffset
      let isWide = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
      throw SourceFailure(problems: [
        SourceProblem(
          .notUTF8, path: path, location: place.location(at: offset),
          message: isWide
            ? "the file is UTF-16, not UTF-8"
            : "byte \(offset) of the file is no UTF-8",
          remedy: "Save the file as UTF-8.")
      ])
    }
    if let offset = bytes.firstIndex(of: 0) {
      throw SourceFailure(problems: [
        SourceProblem(
          .nulCharacter, path: path, location: place.location(at: offset),
          message: "byte \(offset) of the file is NUL, where SQLite would stop reading",
          remedy: "Remove the character, or save the file as UTF-8.")
      ])
    }
    if allowsEmpty { return text }
    guard text.unicodeScalars.contains(where: { !$0.properties.isWhitespace && $0 != "\u{FEFF}" })
    else {
      throw SourceFailure(problems: [
        SourceProblem(
          .emptyFile, path: path, message: "the file is empty",
          remedy: "Write its statements; a migration that does nothing on purpose holds a comment.")
      ])
    }
    return text
  }

  private static func unreadable(_ path: String, _ error: PlatformFiles.Failure) -> SourceProblem {
    if error.isTooLarge {
      return SourceProblem(
        .fileTooLarge, path: path, message: "the file is larger than \(sizeLimit >> 20) MB",
        remedy: "Split it, or load the data in another way.")
    }
    return SourceProblem(
      .fileUnreadable, path: path, message: "the file cannot be read (\(error.words))",
      remedy: error.isPermission
        ? "Give yourself permission: chmod u+r." : "Put a readable file in its place.")
  }

  /// Lists the statements of a script.
  static func statements(of script: SQLScript) throws(SourceFailure) -> [ScriptStatement] {
    do {
      return try script.statements()
    } catch {
      throw SourceFailure(problems: [
        SourceProblem(
          .unterminated, path: script.file, location: error.location, message: error.message,
          remedy: "Close it; nothing of the folder has been run.")
      ])
    }
  }
}
