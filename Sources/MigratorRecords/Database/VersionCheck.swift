/// The result of comparing the version of a database file with that of its type.
public enum VersionCheck: Sendable, Hashable {
  /// The versions are equal.
  case same
  /// The file is older.
  case older(found: Int, expected: Int, pending: [String])
  /// The file is newer: a newer version of the program wrote it.
  case newer(found: Int, expected: Int)

  /// Compares versions.
  ///
  /// - Parameters:
  ///   - found: `PRAGMA user_version` of the file.
  ///   - expected: The version of the type.
  ///   - scripts: The files of the group; those with a version above `found` are pending.
  public init(found: Int, expected: Int, scripts: [DatabaseScript]) {
    if found == expected {
      self = .same
    } else if found > expected {
      self = .newer(found: found, expected: expected)
    } else {
      self = .older(
        found: found, expected: expected,
        pending: scripts.filter { ($0.version ?? 0) > found }.map(\.identifier))
    }
  }
}

extension VersionCheck: CustomStringConvertible {
  /// The result, as a sentence.
  public var description: String {
    switch self {
    case .same: "The database has the version that this program expects."
    case .older(let found, let expected, let pending):
      "The database has version \(found), but this program expects \(expected): "
        + (pending.isEmpty
          ? "no migration leads from one to the other."
          : "pending: \(pending.joined(separator: ", ")).")
    case .newer(let found, let expected):
      "The database has version \(found), newer than \(expected), the version of this program."
    }
  }
}

/// An error for a database file whose version differs from that of its type.
public struct VersionMismatch: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file, or `:memory:`.
  public let path: String
  /// How the versions differ.
  public let check: VersionCheck

  /// The file and the difference.
  public var description: String { "\(path): \(check)" }
}
