public import SQLSyntax

/// How types are made, as the file `DatabaseTypes.json` beside the SQL files says it.
public struct GeneratorSettings: Sendable, Hashable {
  /// The name of the file.
  public static let file = "DatabaseTypes.json"

  /// Who may use what is made.
  public enum Access: String, Sendable, Hashable, CaseIterable {
    case `internal`, package, `public`
  }

  /// What dates are stored as.
  public enum DateStorage: String, Sendable, Hashable, CaseIterable {
    /// `2026-11-22 20:48:52.123`, in UTC.
    case text
    /// Seconds since 1970.
    case seconds
  }

  /// What UUIDs are stored as.
  public enum UUIDStorage: String, Sendable, Hashable, CaseIterable {
    /// 16 bytes.
    case blob
    /// 36 characters, in capitals.
    case text
  }

  /// A name that the settings speak of, and what they say.
  public struct Entry: Sendable, Hashable {
    /// What is said.
    public let value: String
    /// Where.
    public let location: ScriptLocation
  }

  /// Who may use what is made.
  public var access = Access.internal
  /// Whether record types stand in the database type: `ContactsDB.Contact`, not `Contact`.
  public var embedRecordTypesInDatabaseType = true
  /// Whether a table `contacts` has records of the type `Contact`.
  public var singularRecordNames = true
  /// What dates are stored as.
  public var dates = DateStorage.text
  /// What UUIDs are stored as.
  public var uuids = UUIDStorage.blob
  /// Modules that the made code imports, for types of yours.
  public var imports: [String] = []
  /// The groups whose records can be converted to those of this one.
  public var convertsFrom: [Entry] = []
  /// The Swift types of columns, by `table.column`.
  public var types: [String: Entry] = [:]
  /// The Swift names of tables and columns, by `table` and `table.column`.
  public var names: [String: Entry] = [:]

  /// Creates the settings that hold where nothing is said.
  public init() {}
}
