/// How much a page shows; each part states how much it leaves out.
enum PageLimits {
  /// The maximum number of findings; errors come first.
  static let findings = 500
  /// The maximum number of migrations with all details; those with findings come first.
  static let migrations = 200
  /// The maximum number of entries in the list of migrations.
  static let contents = 2_000
  /// The maximum number of lines of a migration, besides those around findings.
  static let lines = 400
  /// The number of lines to show before and after a finding.
  static let context = 5
  /// The maximum number of lines about the effects of a migration.
  static let effects = 60
  /// The maximum number of schema objects of a migration.
  static let objects = 40
  /// The maximum number of lines of the differences of an object.
  static let differences = 200
  /// The maximum number of tables in a diagram.
  static let tables = 30
  /// The maximum number of unchanged columns of a table in a diagram.
  static let columns = 16
  /// The maximum number of tables whose changed rows are shown.
  static let rowTables = 30
  /// The maximum number of changed rows of a table.
  static let rows = 50
  /// The maximum number of values of a changed row.
  static let values = 30
  /// The maximum number of example rows of a finding.
  static let examples = 5
}
