import MigratorEngine

/// The contents of a file, with its path for error messages.
struct SourceText {
  let file: String
  let text: String

  /// The contents as a script.
  var script: SQLScript { SQLScript(file: file, text: text) }
}
