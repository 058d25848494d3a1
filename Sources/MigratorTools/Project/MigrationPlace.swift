import MigratorPlatform

/// A place migrations can be read from.
public struct MigrationPlace: Sendable, Hashable {
  /// The path of the folder.
  public let path: String
  /// Only files that begin with this and a hyphen, or `nil` for all.
  public let stem: String?
  /// Why it was looked at.
  public let reason: Reason
  /// The folder in which the search began: that of the database, or the current one.
  let root: String

  /// Why a place is looked at.
  public enum Reason: Sendable, Hashable {
    /// It is beside the database, or below its folder.
    case beside
    /// It is the current folder, or below it.
    case here
    /// The user named it.
    case named

    /// The reason in words.
    public var words: String {
      switch self {
      case .beside: "beside the database"
      case .here: "in the current folder"
      case .named: "named by --migrations"
      }
    }

    /// The reason in a word, for a title line.
    public var word: String {
      switch self {
      case .beside: "beside"
      case .here: "here"
      case .named: "named"
      }
    }
  }

  /// The place as it is shown to a person.
  public var description: String {
    guard let stem else { return path.hasSuffix("/") ? path : path + "/" }
    return Paths.join(path, "\(stem)-*.sql")
  }

  /// The place as it is shown beside something else in a folder.
  ///
  /// - Parameter folder: The folder.
  /// - Returns: The path below the folder where it is below it, otherwise the whole path.
  public func description(below folder: String) -> String {
    let prefix = Paths.join(folder, "")
    return description.hasPrefix(prefix)
      ? String(description.dropFirst(prefix.count)) : description
  }

  /// One group of several in the place: the folder of that name in it, where there is one, or else the
  /// files that begin with it.
  func group(_ name: String) -> MigrationPlace {
    let folder = Paths.join(path, name)
    return Files.kind(of: folder) == .folder
      ? MigrationPlace(path: folder, stem: nil, reason: reason, root: root)
      : MigrationPlace(path: path, stem: name, reason: reason, root: root)
  }

  /// The folder that the user named.
  static func named(_ path: String) -> MigrationPlace {
    MigrationPlace(path: path, stem: nil, reason: .named, root: path)
  }

  /// Lists where migrations of a database are looked for, the first to look at first, none twice,
  /// whether or not something is there.
  static func candidates(
    databasePath: String, currentFolder: String, habits: [FolderHabit]
  ) -> [MigrationPlace] {
    let stem = Paths.stem(of: Paths.name(of: databasePath))
    var seen: Set<FileStatus.Identity> = []
    var result: [MigrationPlace] = []
    let folders = [(Paths.folder(of: databasePath), Reason.beside), (currentFolder, .here)]
    for (folder, reason) in folders {
      // Often the current folder is the database's own.
      if let identity = Files.identity(of: folder), !seen.insert(identity).inserted {
        continue
      }
      for habit in habits where habit.marker == nil {
        let path = Paths.join(folder, habit.path)
        // Where the file system ignores case, two may be one folder.
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

/// A place that was looked at and not taken.
public struct PlaceFinding: Sendable, Hashable, CustomStringConvertible {
  /// What was found in a place.
  public enum Kind: Sendable, Hashable {
    /// There is no such folder.
    case missing
    /// The folder cannot be listed.
    case unreadable
    /// The folder has no migrations.
    case nothing
    /// So many migrations.
    case migrations(Int)
  }

  /// The place.
  public let place: MigrationPlace
  /// What was found.
  public let kind: Kind
  /// Whether another place was taken.
  public let isAnotherTaken: Bool

  /// The place and what was found there, in words.
  public var description: String {
    let words =
      switch kind {
      case .missing: "not there"
      case .unreadable: "cannot be read"
      case .nothing: "no migrations"
      case .migrations(let count):
        "\(count) \(count == 1 ? "migration" : "migrations")"
          + (isAnotherTaken ? ", not taken" : "")
      }
    return "\(place.description): \(words)"
  }
}
