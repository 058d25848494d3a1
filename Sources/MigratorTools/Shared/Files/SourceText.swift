import MigratorEngine

struct SourceText {
  let file: String
  let text: String
  /// The folder's files; `nil` for a text that is not the whole file.
  var contents: FileContents?

  /// The statements of the whole text.
  var script: SQLScript { contents?.script(at: file, text) ?? SQLScript(file: file, text: text) }
}
