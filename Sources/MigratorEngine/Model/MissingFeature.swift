public import MigratorSQLite

/// A feature that a migration uses and this program's SQLite does not have.
///
/// For example, a function of the app, a collation or a virtual-table module.
public struct MissingFeature: Sendable, Hashable, CustomStringConvertible {
  /// The kinds of feature.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// An SQL function.
    case function
    /// A collating sequence.
    case collation
    /// A module of virtual tables.
    case module
    /// A tokenizer of full-text tables.
    case tokenizer
  }

  /// The kind.
  public let kind: Kind
  /// The name.
  public let name: String
  /// The migration that uses it.
  public let identifier: String
  /// The first place where the migration uses it.
  public let location: ScriptLocation

  /// The SQLite version that introduced it, if newer than this program's.
  ///
  /// Otherwise, it belongs to the app or an extension.
  public var sqliteVersion: String? { versionNumber.map(SQLiteFeatureVersions.words) }

  var versionNumber: Int? { SQLiteFeatureVersions.version(of: kind, name) }

  /// One sentence with the place: `005_slugs.sql:3:8: no function "slugify"`.
  public var description: String {
    "\(location.file):\(location.line):\(location.column): no \(kind.rawValue) \"\(name)\""
      + (sqliteVersion.map { ", which requires SQLite \($0)" } ?? "")
  }
}

extension MissingFeature {
  var isOfSQLite: Bool { sqliteVersion != nil }
}

extension MigrationFailure {
  /// The missing feature, if it is the reason for the failure.
  public var missingFeature: MissingFeature? {
    guard let (kind, name) = MissingFeature.parse(message), let location else { return nil }
    return MissingFeature(kind: kind, name: name, identifier: identifier, location: location)
  }
}

extension MissingFeature {
  /// Parses SQLite's error message for a missing feature; `nil` for other errors.
  static func parse(_ message: String) -> (kind: Kind, name: String)? {
    guard let feature = NamedObject(message)?.missingFeature,
      let kind = Kind(rawValue: feature.kind.rawValue)
    else { return nil }
    return (kind, feature.name)
  }
}
