/// The screens, in the order of their number keys.
public enum Screen: Int, Sendable, Hashable, CaseIterable {
  /// Registered and applied migrations, with the detail of the selected one.
  case migrations = 1
  /// Differences of `sqlite_master`.
  case schema
  /// Rows whose foreign key finds no parent.
  case violations
  /// What was run in this session.
  case history

  /// What the help says of it.
  var help: String {
    switch self {
    case .migrations:
      "Migrations: registered against applied, with SQL, changes, data and log."
    case .schema:
      "Schema: drift, before and after a dry run, before and after the last step."
    case .violations:
      "Violations: rows whose foreign key finds no parent, grouped by foreign key."
    case .history:
      "History: what was run in this session, when, how long, and what it did."
    }
  }
}
