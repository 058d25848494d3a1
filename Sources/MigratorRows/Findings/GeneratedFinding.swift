public import MigratorEngine
public import MigratorSQLite
public import SQLSyntax

/// An effect of a migration on generated rows that a team should know before it is merged.
public struct GeneratedFinding: Sendable, Hashable {
  /// A generated row, before or after the migration.
  public struct ExampleRow: Sendable, Hashable {
    /// The table.
    public let table: String
    /// The columns.
    public let columns: [String]
    /// The values, one for each column.
    public let values: [DatabaseValue]

    /// The row as a statement to paste.
    public var insertStatement: String {
      let names = columns.map(\.quotedDatabaseIdentifier).joined(separator: ", ")
      let literals = values.map(\.visibleLiteral).joined(separator: ", ")
      return "INSERT INTO \(table.quotedDatabaseIdentifier) (\(names)) VALUES (\(literals));"
    }
  }

  /// How data is lost.
  public enum Way: String, Sendable, Hashable {
    /// Rows disappear.
    case rows
    /// Values become NULL.
    case nulled
    /// Different values become the same value.
    case merged
    /// The fraction of a number is cut off.
    case cut
    /// Values are replaced by others.
    case replaced
    /// Values are stored in different columns, whose own values are now elsewhere.
    case exchanged
  }

  /// Why a run ends before the last migration.
  public enum Stop: Sendable, Hashable {
    /// The migration fails even without rows.
    case fails(String)
    /// Rows could not be inserted, deleted or read.
    case rows(String)
    /// The migration does not finish in time.
    case takesLonger(than: Duration)
  }

  /// The kind of a finding.
  public enum Kind: Sendable, Hashable {
    /// The migration fails on rows that the schema allows.
    ///
    /// `rejected` is the number of such rows that were found. `certainIn` lists the tables of which
    /// any row makes the migration fail.
    case mayFail(MigrationFailure, rejected: Int, certainIn: [String])
    /// Rows or values are lost.
    case loss(Way, table: String, column: String?, count: Int)
    /// Rows or values from before the migration are lost when it is undone.
    case lossByDown(Way, table: String, column: String?, count: Int)
    /// Rows break a foreign key after the migration.
    case violations(table: String, columns: [String], parent: String, count: Int)
    /// The integer keys of rows changed; `references` are the columns that contain the former keys.
    case renumbered(table: String, column: String, count: Int, references: [String])
    /// No row that the schema allows was found for a table.
    case notGenerated(table: String, reason: String)
    /// The run ends at this migration, so later ones were not tried with rows.
    case stopped(Stop)
  }

  /// The migration.
  public let migration: String
  /// The kind.
  public let kind: Kind
  /// The statement, if it is known.
  public let statement: ScriptStatement?
  /// The place of the statement, or of an error in it.
  public let location: ScriptLocation?
  /// Rows that cause the effect, with their values before the migration, parents first.
  public let before: [ExampleRow]
  /// The last row of ``before`` after the migration; `nil` if it is gone or the migration fails.
  public let after: ExampleRow?
  /// How likely such rows are in a real file.
  public internal(set) var rowClass = GeneratedClass.plain
  /// True if only a key that the migration adds forbids the rows, which had no parents before either.
  public internal(set) var isOfNewKey = false
  /// True if the statement makes the loss explicit, as an UPDATE of the column does.
  public let isExplicit: Bool
  /// True if a failure, loss or violation happened again with only the rows of ``before``; false if it
  /// did not, and `nil` if that was not tried.
  public let isRepeatable: Bool?

  init(
    _ kind: Kind, of migration: String, statement: ScriptStatement? = nil,
    location: ScriptLocation? = nil, before: [ExampleRow] = [], after: ExampleRow? = nil,
    isExplicit: Bool = false, isRepeatable: Bool? = nil
  ) {
    (self.kind, self.migration, self.statement) = (kind, migration, statement)
    self.location = location ?? statement?.location
    (self.before, self.after, self.isExplicit) = (before, after, isExplicit)
    self.isRepeatable = isRepeatable
  }
}

extension DatabaseContents.Table {
  /// A row as an example; `withRowID` includes a rowid that is not a column.
  func example(_ row: Int, withRowID: Bool = false) -> GeneratedFinding.ExampleRow {
    let (names, values) = (layout.columns.map(\.name), rows[row].values)
    guard withRowID, layout.rowIDColumn == nil, let name = layout.rowIDName,
      let id = rows[row].rowID
    else {
      return GeneratedFinding.ExampleRow(table: layout.name, columns: names, values: values)
    }
    return GeneratedFinding.ExampleRow(
      table: layout.name, columns: [name] + names, values: [id.databaseValue] + values)
  }
}
