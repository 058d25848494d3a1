/// A feature of SQLite's SQL, and the version that introduced it.
///
/// <https://www.sqlite.org/changes.html>
public struct SQLiteFeature: Sendable, Hashable {
  /// The name to display, such as `RETURNING`.
  public let name: String
  /// The first version that supports it, in the numbering of `sqlite3_libversion_number()`.
  public let version: Int
  /// True if older versions cannot parse a schema that contains it.
  public let isSchemaSyntax: Bool

  init(_ name: String, _ version: Int, isSchemaSyntax: Bool = true) {
    (self.name, self.version, self.isSchemaSyntax) = (name, version, isSchemaSyntax)
  }

  /// The page about the version on sqlite.org.
  public var link: String { SQLiteFeatureVersions.page(version) }

  /// The use of a feature in a statement.
  public struct Use: Sendable, Hashable {
    /// The feature.
    public let feature: SQLiteFeature
    /// The offset in UTF-8 bytes from the start of the statement.
    public let offset: Int
    /// True if the statement stores it in the schema, so that older versions cannot open the
    /// database.
    public let isStored: Bool
  }

  /// Returns the uses of features in a statement, in the order of their offsets.
  ///
  /// - Parameter sql: One statement, including the body if it creates a trigger.
  /// - Returns: The uses.
  /// - Complexity: O(*n*) for *n* bytes.
  public static func uses(in sql: String) -> [Use] { SQLiteFeatureDetector(sql).uses() }

  static let withoutRowID = Self("WITHOUT ROWID", 3_008_002)
  static let expressionIndex = Self("index on an expression", 3_009_000)
  static let rowValues = Self("row values", 3_015_000)
  static let pragmaFunctions = Self("PRAGMA functions", 3_016_000, isSchemaSyntax: false)
  static let upsert = Self("UPSERT", 3_024_000)
  static let renameColumn = Self("RENAME COLUMN", 3_025_000, isSchemaSyntax: false)
  static let windowFunctions = Self("window functions", 3_025_000)
  static let vacuumInto = Self("VACUUM INTO", 3_027_000, isSchemaSyntax: false)
  static let nullsFirst = Self("NULLS FIRST", 3_030_000)
  static let nullsLast = Self("NULLS LAST", 3_030_000)
  static let filter = Self("FILTER", 3_030_000)
  static let generatedColumns = Self("generated columns", 3_031_000)
  static let updateFrom = Self("UPDATE FROM", 3_033_000)
  static let timeShift = Self("time shifts in the form of a date", 3_043_000, isSchemaSyntax: false)
  static let dropColumn = Self("DROP COLUMN", 3_035_000, isSchemaSyntax: false)
  static let returning = Self("RETURNING", 3_035_000)
  static let materialized = Self("MATERIALIZED", 3_035_000)
  static let upsertWithoutTarget = Self("ON CONFLICT DO UPDATE without a target", 3_035_000)
  static let strict = Self("STRICT", 3_037_000)
  static let tableList = Self("PRAGMA table_list", 3_037_000, isSchemaSyntax: false)
  static let arrows = Self("-> and ->>", 3_038_000)
  static let rightJoin = Self("RIGHT JOIN", 3_039_000)
  static let fullJoin = Self("FULL JOIN", 3_039_000)
  static let distinctFrom = Self("IS DISTINCT FROM", 3_039_000)
  static let having = Self("HAVING without GROUP BY", 3_039_000, isSchemaSyntax: false)
  static let orderedAggregate = Self("ORDER BY in an aggregate function", 3_044_000)
  static let digitSeparators = Self("_ between digits", 3_046_000)
  static let shortIif = Self("iif() with two arguments", 3_048_000, isSchemaSyntax: false)
}
