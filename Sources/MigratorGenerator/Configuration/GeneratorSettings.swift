public import SQLSyntax

/// Settings for type generation, read from `DatabaseTypes.json` next to the SQL files.
public struct GeneratorSettings: Sendable, Hashable {
  /// The name of the settings file.
  public static let file = "DatabaseTypes.json"

  /// The access level of the generated declarations.
  public enum Access: String, Sendable, Hashable, CaseIterable {
    case `internal`, package, `public`
  }

  /// How dates are stored.
  public enum DateStorage: String, Sendable, Hashable, CaseIterable {
    /// `2026-11-22 20:48:52.123`, in UTC.
    case text
    /// Seconds since 1970.
    case seconds
  }

  /// How UUIDs are stored.
  public enum UUIDStorage: String, Sendable, Hashable, CaseIterable {
    /// 16 bytes.
    case blob
    /// 36 characters, in uppercase.
    case text
  }

  /// A value from the settings, with its location.
  public struct Entry: Sendable, Hashable {
    /// The value.
    public let value: String
    /// Its location in the settings file.
    public let location: ScriptLocation
  }

  /// The access level of the generated declarations.
  public var access = Access.internal
  /// `true` if record types are nested in the database type: `ContactsDB.Contact`, not `Contact`.
  public var embedRecordTypesInDatabaseType = true
  /// `true` if record names are singular: a table `contacts` has records of type `Contact`.
  public var singularRecordNames = true
  /// How dates are stored.
  public var dates = DateStorage.text
  /// How UUIDs are stored.
  public var uuids = UUIDStorage.blob
  /// Modules that the generated code imports, for custom types.
  public var imports: [String] = []
  /// The older groups whose records can be converted to records of this group.
  public var convertsFrom: [Entry] = []
  /// The Swift types of columns, by `table.column`.
  public var types: [String: Entry] = [:]
  /// The Swift names of tables and columns, by `table` and `table.column`.
  public var names: [String: Entry] = [:]

  /// Creates the default settings.
  public init() {}
}
