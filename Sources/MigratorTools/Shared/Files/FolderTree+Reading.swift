#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import MigratorEngine
import MigratorPlatform

extension FolderTree {
  /// Reads the bytes of a file.
  ///
  /// - Parameter file: A path below the folder.
  /// - Returns: The bytes.
  /// - Throws: `SourceFailure` if it cannot be read.
  public func bytes(of file: String) throws(SourceFailure) -> [UInt8] {
    if let known = contents[file] { return known }
    let path = path(of: file)
    let limit = min(SQLFile.sizeLimit, Self.byteLimit - contents.byteCount)
    let bytes: [UInt8]?
    do throws(SystemFailure) {
      bytes = try read(file) { path, followsLinks throws(SystemFailure) in
        try Files.bytes(of: path, limit: limit, followsLinks: followsLinks)
      }
    } catch {
      throw SQLFile.unreadable(path, limit, error)
    }
    guard let bytes else {
      throw SourceFailure(
        .linkOutside, path: path, "the file is a link to a file outside the folder",
        remedy: "Replace the link with the file, or pass the file's folder with --migrations.")
    }
    contents[file] = bytes
    return bytes
  }

  /// Reads a file or the target of a link; returns `nil` if the target is outside the folder.
  private func read<Contents>(
    _ file: String,
    by reading: (_ path: String, _ followsLinks: Bool) throws(SystemFailure) -> Contents
  ) throws(SystemFailure) -> Contents? {
    // A linked folder can be anywhere, so its files are treated as links.
    if !linkedFolders.contains(Paths.folder(of: file)) {
      do {
        return try reading(path(of: file), false)
      } catch {
        guard error.isLink else { throw error }
      }
    }
    return isOutsideLink(file) ? nil : try reading(path(of: file), true)
  }

  /// Reads a file as text.
  ///
  /// - Parameters:
  ///   - file: A path below the folder.
  ///   - allowsEmpty: If `true`, accepts a file that has only white space.
  /// - Returns: The contents.
  /// - Throws: `SourceFailure` if it cannot be read, is not UTF-8, contains NUL, or is empty.
  public func text(of file: String, allowsEmpty: Bool = true) throws(SourceFailure) -> String {
    let path = path(of: file)
    let text: String
    if let known = contents.text(of: file) {
      text = known
    } else {
      if let earlier = earlierText(of: file) {
        text = earlier
      } else {
        text = try SQLFile.text(bytes(of: file), at: path)
      }
      contents.keep(text, of: file)
    }
    if !allowsEmpty { try SQLFile.requireContents(of: text, at: path) }
    return text
  }

  /// Returns the contents of a file, if an earlier reading found the same, which is kept in memory.
  private func earlierText(of file: String) -> String? {
    guard !contents.isRead(file), var text = contents.scripts[path(of: file)]?.source else {
      return nil
    }
    let isSame = text.withUTF8 { bytes in
      try? read(file) { path, followsLinks throws(SystemFailure) in
        try Files.has(bytes, at: path, followsLinks: followsLinks)
      }
    }
    return isSame == true ? text : nil
  }

  private func isOutsideLink(_ file: String) -> Bool {
    // A broken link does not lead out of the folder.
    guard let target = Files.resolved(path(of: file)) else { return false }
    guard let root = Files.resolved(self.path) else { return true }
    return !target.hasPrefix(Paths.join(root, ""))
  }

  /// Returns the beginning of a file, for recognition only.
  ///
  /// Invalid bytes are replaced, and an unreadable file yields an empty string.
  ///
  /// - Parameters:
  ///   - file: A path below the folder.
  ///   - limit: The maximum number of bytes to read.
  /// - Returns: The contents.
  public func head(of file: String, limit: Int = 65_536) -> String {
    if let known = contents.head(of: file, limit: limit) {
      return String(decoding: known, as: UTF8.self)
    }
    let head =
      (try? read(file) { path, followsLinks throws(SystemFailure) in
        try Files.head(of: path, upTo: limit, followsLinks: followsLinks)
      }) ?? []
    // A result shorter than the limit is the whole file; an empty one can also mean an error.
    if !head.isEmpty, head.count < limit { contents[file] = head }
    return String(decoding: head, as: UTF8.self)
  }

  func script(of file: String) throws(SourceFailure) -> SQLScript {
    contents.script(at: path(of: file), try text(of: file))
  }

  /// Reads a JSON file; returns `nil` if it does not have the expected form.
  func json<T: Decodable>(_ type: T.Type, of file: String) throws(SourceFailure) -> T? {
    let bytes = try bytes(of: file)
    return try? JSONDecoder().decode(type, from: Data(bytes))
  }
}
