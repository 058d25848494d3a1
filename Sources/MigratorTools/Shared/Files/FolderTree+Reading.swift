#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import MigratorEngine

extension FolderTree {
  /// Reads a file of SQL.
  ///
  /// - Throws: `SourceFailure` when it cannot be read.
  func script(of file: String) throws(SourceFailure) -> SQLScript {
    SQLScript(file: path(of: file), text: try text(of: file))
  }

  /// Reads a file of JSON; `nil` when it holds something else.
  ///
  /// - Throws: `SourceFailure` when it cannot be read.
  func json<T: Decodable>(_ type: T.Type, of file: String) throws(SourceFailure) -> T? {
    let bytes = try bytes(of: file)
    return try? JSONDecoder().decode(type, from: Data(bytes))
  }
}
