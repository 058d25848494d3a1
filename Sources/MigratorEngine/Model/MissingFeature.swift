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

  /// What to do about it, where that can be told: violations that were there before, or, by SQLite's
  /// words, something that is missing, or is there already, as in a database whose ledger was lost.
  public var remedy: String? {
    if phase == .check, let counts = violationCounts, counts.remaining > 0 {
      let which = counts.added == 0 ? "It was" : "\(counts.remaining) of them were"
      return "\(which) there before: mend the "
        + "old rows (screen 3, or migtui violations --mend, shows how), or let the statements be "
        + "checked as they run and the old rows be left alone: -- migtui: foreign-keys immediate at "
        + "the head of the file, or --foreign-keys immediate."
    }
    if let missingFeature { return missingFeature.remedy }
    guard location != nil, NamedObject(message)?.isMissing == false else { return nil }
    return "If the database had it before, the migration may have been run and not recorded: the "
      + "repairs of the ledger (R, or migtui repair) can mark it as applied."
  }
}

extension MissingFeature {
  /// What to do about it, in a sentence.
  public var remedy: String {
    if let sqliteVersion {
      return "\(name) is built into SQLite from \(sqliteVersion) on, and this program has "
        + "\(SQLiteLibrary.version): let the app run the migration, or use a migtui that is built "
        + "with a newer SQLite."
    }
    return
      "\(name) is a \(kind.rawValue) of the app or of an extension: let the app run the migration, or "
      + "load what has it with --load-extension FILE."
  }

  /// Recognises SQLite's words for something that is missing.
  ///
  /// - Parameter message: The words of an error.
  /// - Returns: The kind and the name, or `nil` when the error is another.
  static func parse(_ message: String) -> (kind: Kind, name: String)? {
    guard let object = NamedObject(message), object.isMissing else { return nil }
    let kind: Kind
    switch object.kind {
    case .function: kind = .function
    case .collation: kind = .collation
    case .module: kind = .module
    case .tokenizer: kind = .tokenizer
    default: return nil
    }
    let name = object.name.prefix { !$0.isWhitespace }
    return name.isEmpty ? nil : (kind, String(name))
  }
}
