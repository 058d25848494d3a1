/// How much a page shows; each part states how much it leaves out.
enum PageLimits {
  /// The most findings; errors come first.
  static let findings = 500
  /// The most migrations with all parts; those with findings come first.
  static let migrations = 200
  /// The most entries in the list of migrations.
  static let contents = 2_000
  /// The most lines of a migration, besides those around findings.
  static let lines = 400
  /// The number of lines to show before and after a finding.
  static let context = 5
  /// The most lines of the effects of a migration.
  static let effects = 60
  /// The most schema objects of a migration.
  static let objects = 40
  /// The most lines of the differences of an object.
  static let differences = 200
  /// The most tables in a diagram.
  static let tables = 30
  /// The most unchanged columns of a table in a diagram.
  static let columns = 16
  /// The most tables whose changed rows are shown.
  static let rowTables = 30
  /// The most changed rows of a table.
  static let rows = 50
  /// The most values of a changed row.
  static let values = 30
  /// The most example rows of a finding.
  static let examples = 5
}
