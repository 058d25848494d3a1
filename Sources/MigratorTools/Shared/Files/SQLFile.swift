import MigratorEngine
import MigratorPlatform

enum SQLFile {
  /// The maximum size of a migration in bytes; a larger file is a dump or a mistake.
  static let sizeLimit = 512 << 20

  static func text(_ bytes: [UInt8], at path: String) throws(SourceFailure) -> String {
    let place = ByteLocator(file: path, bytes: bytes)
    guard let text = Encodings.text(utf8: bytes) else {
      let offset = place.firstInvalidOffset
      let isWide = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
      throw SourceFailure(
        .notUTF8, path: path, location: place.location(at: offset),
        isWide ? "the file is UTF-16, not UTF-8" : "byte \(offset) of the file is not UTF-8",
        remedy: "Save the file as UTF-8.")
    }
    if let offset = bytes.firstIndex(of: 0) {
      throw SourceFailure(
        .nulCharacter, path: path, location: place.location(at: offset),
        "byte \(offset) of the file is NUL, and SQLite would stop reading there",
        remedy: "Remove the character, or save the file as UTF-8.")
    }
    return text
  }

  /// Throws if a file has only white space.
  static func requireContents(of text: String, at path: String) throws(SourceFailure) {
    guard text.unicodeScalars.contains(where: { !$0.properties.isWhitespace && $0 != "\u{FEFF}" })
    else {
      throw SourceFailure(
        .emptyFile, path: path, "the file is empty",
        remedy:
          "Add SQL statements to the file, or a comment if it should do nothing. If the files "
          + "belong to another tool, select it with --format.")
    }
  }

  static func unreadable(
    _ path: String, _ limit: Int, _ error: SystemFailure
  ) -> SourceFailure {
    if error.isTooLarge {
      return SourceFailure(
        .fileTooLarge, path: path,
        limit < sizeLimit
          ? "the files in the folder exceed \(FolderTree.byteLimit >> 20) MB in total"
          : "the file is larger than \(sizeLimit >> 20) MB",
        remedy: "Split the file, or load the data separately.")
    }
    let folder = Paths.folder(of: path)
    if Files.kind(of: folder) != .folder {
      return SourceFailure(
        .fileUnreadable, path: folder,
        "\(thing(at: folder) ?? "a file") has the name of a migration's folder",
        remedy: "Replace it with a folder, or rename it.")
    }
    if let thing = thing(at: path) {
      return SourceFailure(
        .fileUnreadable, path: path, "\(thing) has the name of a migration",
        remedy: "Replace it with a file, or rename it.")
    }
    let isOfSystem = error.isDiskError || error.isTooManyFiles
    return SourceFailure(
      isOfSystem ? .fileFailed : .fileUnreadable, path: path, "the file cannot be read (\(error))",
      remedy: isOfSystem
        ? "Fix the cause, then try again."
        : error.isPermission
          ? "Make the file readable: chmod u+r." : "Replace it with a readable file.")
  }

  /// A description of an item that is not a file; `nil` for a file or a missing path.
  private static func thing(at path: String) -> String? {
    switch Files.kind(of: path) {
    case .file: nil
    case .folder: "a folder"
    case .link, .other: "a pipe, a socket or a device"
    case nil: Files.isLink(path) ? "a link to a file that does not exist" : nil
    }
  }

  static func statements(of script: SQLScript) throws(SourceFailure) -> ScriptStatements {
    do {
      return try script.statements()
    } catch {
      throw SourceFailure(
        .unterminated, path: script.file, location: error.location, error.message,
        remedy: "Close it.")
    }
  }
}
