/// The schema of a database version, as the tool's own files describe it.
package enum StatedSchema: Sendable, Hashable {
  /// The statements that create it.
  case script(SQLScript)
  /// The path of a database file with this schema, except for tables that the platform adds.
  case database(path: String, platformTables: [String])
}
