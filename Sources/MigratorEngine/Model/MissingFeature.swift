public import MigratorSQLite

/// Something that a migration uses and this program's SQLite does not have: a function of the app, a
/// collation, a module of virtual tables.
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
  /// Its name.
  public let name: String
  /// The migration that uses it.
  public let identifier: String
  /// Where.
  public let location: ScriptLocation

  /// The version of SQLite that brought it, where that is later than the one of this program; otherwise
  /// it is the app's, or an extension's.
  public var sqliteVersion: String? {
    LaterSQLite.version(of: kind, name).map(LaterSQLite.words)
  }

  /// One sentence with the place: `005_slugs.sql:3:8: no function "slugify"`.
  public var description: String {
    "\(location.file):\(location.line):\(location.column): no \(kind.rawValue) \"\(name)\""
      + (sqliteVersion.map { ", which SQLite has from \($0) on" } ?? "")
  }
}

extension MissingFeature {
  /// Whether a newer SQLite has it.
  var isOfSQLite: Bool { sqliteVersion != nil }
}

extension MigrationFailure {
  /// What the migration lacks, if that is why it failed.
  public var missingFeature: MissingFeature? {
    guard let (kind, name) = MissingFeature.parse(message), let location else { return nil }
    return MissingFeature(kind: kind, name: name, identifier: identifier, location: location)
  }
}

extension MissingFeature {
  /// Recognises SQLite's words for something that is missing; `nil` when the error is another.
  static func parse(_ message: String) -> (kind: Kind, name: String)? {
    guard let feature = NamedObject(message)?.missingFeature,
      let kind = Kind(rawValue: feature.kind.rawValue)
    else { return nil }
    return (kind, feature.name)
  }
}
