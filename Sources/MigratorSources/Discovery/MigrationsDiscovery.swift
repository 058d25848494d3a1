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

    /// The place as it is shown beside something else in a folder.
    func description(below folder: String) -> String {
      let prefix = FilePath.join(folder, "")
      return description.hasPrefix(prefix)
        ? String(description.dropFirst(prefix.count)) : description
    }
  }

  /// The place that was taken, or `nil` when none has migrations.
  public let place: Place?
  /// Why that place was taken, or that there is none, in words.
  public let reason: String
  /// The place and why it was taken, short enough for a title line: `Migrations/ (beside)`.
  public let title: String
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
      title = "\(Place(path: folder, stem: nil).description) (named)"
      lookedAt = []
      return
    }
    let candidates = Self.candidates(databasePath: databasePath, currentFolder: currentFolder)
    var taken: (Place, String)?
    var others: [String] = []
    for (place, position) in candidates {
      let found = Self.look(at: place)
      if found.isTaken, taken == nil {
        taken = (place, position)
      } else {
        others.append("\(place.description): \(Self.words(found, isTaken: taken != nil))")
      }
    }
    let folder = FilePath.folder(of: databasePath)
    title =
      taken.map { place, position in
        position == Self.beside
          ? "\(place.description(below: folder)) (beside)" : "\(place.description) (here)"
      } ?? "no migrations"
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

  private static let beside = "beside the database"

  private static func candidates(
    databasePath: String, currentFolder: String
  ) -> [(Place, String)] {
    let stem = FilePath.stem(of: FilePath.name(of: databasePath))
    var seen: Set<[UInt64]> = []
    var result: [(Place, String)] = []
    for (folder, position) in [
      (FilePath.folder(of: databasePath), Self.beside),
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

  /// What is found in a place.
  private enum Found {
    case nothing
    case unreadable
    case migrations(Int)

    /// A folder that is there but cannot be read is taken, so that the reader says why.
    var isTaken: Bool {
      switch self {
      case .nothing, .migrations(0): false
      case .unreadable, .migrations: true
      }
    }
  }

  private static func look(at place: Place) -> Found {
    guard PlatformFiles.kind(of: place.path) == .folder else { return .nothing }
    do {
      return .migrations(try FolderListing(path: place.path, stem: place.stem).entries.count)
    } catch {
      // The folder the database stands in needs no listing for the database to be read.
      return place.stem == nil ? .unreadable : .nothing
    }
  }

  private static func words(_ found: Found, isTaken: Bool) -> String {
    switch found {
    case .nothing: "not there"
    case .unreadable: "cannot be read"
    case .migrations(0): "no migrations"
    case .migrations(let count):
      isTaken ? "\(count) migrations, not taken" : "\(count) migrations"
    }
  }
}
