import MigratorEngine

struct SourceText {
  let file: String
  let text: String

  var script: SQLScript { SQLScript(file: file, text: text) }
}
