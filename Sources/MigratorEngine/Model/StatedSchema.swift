/// The schema that a tool states for the version of a database.
package enum StatedSchema: Sendable, Hashable {
  /// The statements that create it.
  case script(SQLScript)
  /// The path of a database file that has it, except for tables that the platform adds.
  case database(path: String, platformTables: [String])
}
