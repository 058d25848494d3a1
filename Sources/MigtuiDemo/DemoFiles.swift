package enum DemoFiles {
  struct File {
    let name: String
    /// The contents without the final newline, which the writer adds.
    let text: String
  }

  package static let databaseName = "matchday.sqlite"
  static let folderName = "Migrations"
}
