import MigratorPlatform

/// A place to read migrations from.
public struct MigrationPlace: Sendable, Hashable {
  /// The path of the folder.
  public let path: String
  /// The stem before the hyphen in the file names, or `nil` for all files.
  public let stem: String?
  /// The reason for searching the place.
  public let reason: Reason
  /// The folder where the search began: that of the database, or the current one.
  let root: String

  /// A reason for searching a place.
  public enum Reason: Sendable, Hashable {
    /// It is next to the database, or below its folder.
    case beside
    /// It is the current folder, or below it.
    case here
    /// The user named it.
    case named

    /// The reason as a phrase.
    public var words: String {
      switch self {
      case .beside: "next to the database"
      case .here: "in the current folder"
      case .named: "named by --migrations"
      }
    }

    /// The reason as a single word, for a title line.
    public var word: String {
      switch self {
      case .beside: "beside"
      case .here: "here"
      case .named: "named"
      }
    }
  }

  /// The place, for display.
  public var description: String {
    guard let stem else { return path.hasSuffix("/") ? path : path + "/" }
    return Paths.join(path, "\(stem)-*.sql")
  }

  /// Returns the place relative to a folder, for display.
  ///
  /// - Parameter folder: The folder.
  /// - Returns: The path relative to the folder if it is below it, otherwise the whole path.
  public func description(below folder: String) -> String {
    let prefix = Paths.join(folder, "")
    return description.hasPrefix(prefix)
      ? String(description.dropFirst(prefix.count)) : description
  }

  /// Returns the place of one of several groups in this place.
  ///
  /// This is the subfolder of that name if it exists, otherwise the files that begin with the name.
  func group(_ name: String) -> MigrationPlace {
    let folder = Paths.join(path, name)
    return Files.kind(of: folder) == .folder
      ? MigrationPlace(path: folder, stem: nil, reason: reason, root: root)
      : MigrationPlace(path: path, stem: name, reason: reason, root: root)
  }

  static func named(_ path: String) -> MigrationPlace {
    MigrationPlace(path: path, stem: nil, reason: .named, root: path)
  }

  /// The places to search for migrations of a database, in search order and without duplicates.
  ///
  /// The places need not exist.
  static func candidates(
    databasePath: String, currentFolder: String, habits: [ConventionalFolder]
  ) -> [MigrationPlace] {
    let stem = Paths.stem(of: Paths.name(of: databasePath))
    var seen: Set<FileStatus.Identity> = []
    var result: [MigrationPlace] = []
    let folders = [(Paths.folder(of: databasePath), Reason.beside), (currentFolder, .here)]
    for (folder, reason) in folders {
      // The current folder is often the database's own.
      if let identity = Files.identity(of: folder), !seen.insert(identity).inserted {
        continue
      }
      for habit in habits where habit.marker == nil {
        let path = Paths.join(folder, habit.path)
        // On a case-insensitive file system, two paths can be the same folder.
        if let identity = Files.identity(of: path), !seen.insert(identity).inserted {
          continue
        }
        result.append(MigrationPlace(path: path, stem: nil, reason: reason, root: folder))
      }
      result.append(MigrationPlace(path: folder, stem: stem, reason: reason, root: folder))
      for habit in habits {
        guard let marker = habit.marker,
          Files.kind(of: Paths.join(folder, marker)) == .file
        else { continue }
        let path = habit.path.isEmpty ? folder : Paths.join(folder, habit.path)
        result.append(MigrationPlace(path: path, stem: nil, reason: reason, root: folder))
      }
    }
    return result
  }
}

/// A place that was searched but not used.
public struct PlaceResult: Sendable, Hashable, CustomStringConvertible {
  /// The result of searching a place.
  public enum Kind: Sendable, Hashable {
    /// The folder does not exist.
    case missing
    /// The folder cannot be listed.
    case unreadable
    /// The folder has no migrations.
    case nothing
    /// The number of migrations found.
    case migrations(Int)
  }

  /// The place.
  public let place: MigrationPlace
  /// The result.
  public let kind: Kind
  /// `true` if another place was used.
  public let isAnotherUsed: Bool

  /// The place and the result, as text.
  public var description: String {
    let words =
      switch kind {
      case .missing: "not found"
      case .unreadable: "cannot be read"
      case .nothing: "no migrations"
      case .migrations(let count):
        "\(count) \(count == 1 ? "migration" : "migrations")"
          + (isAnotherUsed ? ", not used" : "")
      }
    return "\(place.description): \(words)"
  }
}
