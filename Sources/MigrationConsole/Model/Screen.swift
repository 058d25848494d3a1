/// The screens, in the order of their number keys.
enum Screen: Int, Sendable, Hashable, CaseIterable {
  /// Registered and applied migrations, with the detail of the selected one.
  case migrations = 1
  /// Differences of `sqlite_master`.
  case schema
  /// Rows whose foreign key finds no parent.
  case violations
  /// What was run in this session.
  case history

  /// The name in the line of screens.
  var title: String {
    switch self {
    case .migrations: "Migrations"
    case .schema: "Schema"
    case .violations: "Violations"
    case .history: "History"
    }
  }
}

/// The two panes of a screen: a list, and the detail of what is selected in it.
enum Pane: Sendable, Hashable {
  /// The list.
  case list
  /// The detail.
  case detail
}

/// The tabs of a migration's detail.
enum DetailTab: Int, Sendable, Hashable, CaseIterable {
  /// The text of the migration.
  case sql
  /// What it changes in the schema.
  case changes
  /// What it changes in the rows, and the violations it adds.
  case data
  /// What happened when it ran.
  case log

  /// The name in the line of tabs.
  var title: String {
    switch self {
    case .sql: "SQL"
    case .changes: "Changes"
    case .data: "Data"
    case .log: "Log"
    }
  }
}

/// The comparisons of the schema screen.
enum SchemaView: Int, Sendable, Hashable, CaseIterable {
  /// The live schema against what the applied migrations produce.
  case drift
  /// Before and after the dry run.
  case dryRun
  /// Before and after the last step of the real file.
  case lastStep
  /// The objects of the live schema.
  case live

  /// The name in the line of tabs.
  var title: String {
    switch self {
    case .drift: "Drift"
    case .dryRun: "Dry run"
    case .lastStep: "Last step"
    case .live: "All objects"
    }
  }
}
