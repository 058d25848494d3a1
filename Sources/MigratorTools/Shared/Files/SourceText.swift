import MigratorEngine

/// The text of a file, with the path by which errors speak of it.
struct SourceText {
  let file: String
  let text: String

  /// The whole text as statements.
  var script: SQLScript { SQLScript(file: file, text: text) }
}
