/// Finds the migrations that belong to a database.
///
/// Without being told, it looks beside the database and then in the current folder, each time for
/// `Migrations/`, `migrations/`, `db/migrations/` and files named `DBNAME-NUMBER….sql`. The first
/// place with a migration is taken.
public struct MigrationsDiscovery: Sendable, Hashable {
  /// A place migrations can be read from.
  public struct Place: Sendable, Hashable {
    /// The path of the folder.
    public let path: String
    /// Only files that begin with this and a hyphen, or `nil` for all.
    public let stem: String?

    /// The place as it is shown to a person.
    public var description: String {
      guard let stem else { return path.hasSuffix("/") ? path : path + "/" }
      return FilePath.join(path, "\(stem)-*.sql")
    }
  }

  /// The place that was taken, or `nil` when none has migrations.
  public let place: Place?
  /// Why that place was taken, or that there is none, in words.
  public let reason: String
  /// The other places that were looked at, with what was found there.
  public let lookedAt: [String]

  /// Looks for the migrations of a database.
  ///
  /// - Parameters:
  ///   - databasePath: The path of the database.
  ///   - folder: The folder the user named, which is taken without looking.
  ///   - currentFolder: The path of the current folder.
  public init(databasePath: String, folder: String? = nil, currentFolder: String = ".") {
    if let folder {
      place = Place(path: folder, stem: nil)
      reason = "named by --migrations"
      lookedAt = []
      return
    }
    let candidates = Self.candidates(databasePath: databasePath, currentFolder: currentFolder)
    var taken: (Place, String)?
    var others: [String] = []
    for (place, position) in candidates {
      let found = Self.count(in: place)
      if let number = found, number > 0, taken == nil {
        taken = (place, position)
      } else {
        others.append("\(place.description): \(Self.words(found, isTaken: taken != nil))")
      }
    }
    place = taken?.0
    reason = taken?.1 ?? "no migrations beside the database or in the current folder"
    lookedAt = others
  }

  /// Reads the migrations of the place that was taken.
  ///
  /// - Returns: The folder, or `nil` when no place was taken.
  /// - Throws: `SourceFailure` with every problem found.
  public func folder() throws -> SQLFolder? {
    guard let place else { return nil }
    return try SQLFolder(path: place.path, stem: place.stem)
  }

  private static func candidates(
    databasePath: String, currentFolder: String
  ) -> [(Place, String)] {
    let stem = FilePath.stem(of: FilePath.name(of: databasePath))
    var seen: Set<[UInt64]> = []
    var result: [(Place, String)] = []
    for (folder, position) in [
      (FilePath.folder(of: databasePath), "beside the database"),
      (currentFolder, "in the current folder"),
    ] {
      // Often the current folder is the database's own.
      if let identity = PlatformFiles.identity(of: folder), !seen.insert(identity).inserted {
        continue
      }
      for name in ["Migrations", "migrations", "db/migrations"] {
        let path = FilePath.join(folder, name)
        // Where the file system ignores case, the first two are one folder.
        if let identity = PlatformFiles.identity(of: path), !seen.insert(identity).inserted {
          continue
        }
        result.append((Place(path: path, stem: nil), position))
      }
      result.append((Place(path: folder, stem: stem), position))
    }
    return result
  }

  /// The number of migrations in a place, or `nil` when there is no such folder.
  private static func count(in place: Place) -> Int? {
    guard PlatformFiles.kind(of: place.path) == .folder else { return nil }
    // A folder that cannot be listed has nothing to offer here; named by hand, it says why.
    guard let listing = try? FolderListing(path: place.path, stem: place.stem) else { return 0 }
    return listing.entries.count
  }

  private static func words(_ found: Int?, isTaken: Bool) -> String {
    switch found {
    case nil: return "not there"
    case 0?: return "no migrations"
    case let count?: return isTaken ? "\(count) migrations, not taken" : "\(count) migrations"
    }
  }
}
