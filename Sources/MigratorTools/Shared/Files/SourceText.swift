import MigratorEngine

/// The contents of a file, with its path for error messages.
struct SourceText {
  let file: String
  let text: String

  var script: SQLScript { SQLScript(file: file, text: text) }
}
