/// A place migrations can be read from.
public struct MigrationPlace: Sendable, Hashable {
  /// The path of the folder.
  public let path: String
  /// Only files that begin with this and a hyphen, or `nil` for all.
  public let stem: String?
  /// Why it was looked at: `beside the database`, `in the current folder`, `named by --migrations`.
  public let reason: String

  /// The reason in a word, for a title line.
  public var shortReason: String {
    switch reason {
    case Self.beside: "beside"
    case Self.here: "here"
    default: "named"
    }
  }

  /// The place as it is shown to a person.
  public var description: String {
    guard let stem else { return path.hasSuffix("/") ? path : path + "/" }
    return FilePath.join(path, "\(stem)-*.sql")
  }

  /// The place as it is shown beside something else in a folder.
  ///
  /// - Parameter folder: The folder.
  /// - Returns: The path below the folder where it is below it, otherwise the whole path.
  public func description(below folder: String) -> String {
    let prefix = FilePath.join(folder, "")
    return description.hasPrefix(prefix)
      ? String(description.dropFirst(prefix.count)) : description
  }

  static let beside = "beside the database"
  static let here = "in the current folder"

  /// Where each tool keeps its migrations by its own habit, below a project's folder.
  private static let habits = [
    "Migrations", "migrations", "db/migrations", "db/migrate", "drizzle", "prisma/migrations",
    "sql/migrations", "database/migrations", "src/main/resources/db/migration",
    "priv/repo/migrations", "alembic/versions", "migrations/versions",
  ]

  /// The folder that the user named.
  static func named(_ path: String) -> MigrationPlace {
    MigrationPlace(path: path, stem: nil, reason: "named by --migrations")
  }

  /// Lists where migrations of a database are looked for, the first to look at first.
  ///
  /// - Parameters:
  ///   - databasePath: The path of the database.
  ///   - currentFolder: The path of the current folder.
  /// - Returns: The places, whether or not something is there; none twice.
  static func candidates(databasePath: String, currentFolder: String) -> [MigrationPlace] {
    let stem = FilePath.stem(of: FilePath.name(of: databasePath))
    var seen: Set<[UInt64]> = []
    var result: [MigrationPlace] = []
    for (folder, reason) in [(FilePath.folder(of: databasePath), beside), (currentFolder, here)] {
      // Often the current folder is the database's own.
      if let identity = PlatformFiles.identity(of: folder), !seen.insert(identity).inserted {
        continue
      }
      for name in habits {
        let path = FilePath.join(folder, name)
        // Where the file system ignores case, the first two are one folder.
        if let identity = PlatformFiles.identity(of: path), !seen.insert(identity).inserted {
          continue
        }
        result.append(MigrationPlace(path: path, stem: nil, reason: reason))
      }
      result.append(MigrationPlace(path: folder, stem: stem, reason: reason))
      // A project of Django has its migrations in several folders.
      if PlatformFiles.kind(of: FilePath.join(folder, "manage.py")) == .file {
        result.append(MigrationPlace(path: folder, stem: nil, reason: reason))
      }
    }
    return result
  }
}
