/// The migrations of the demonstration, an app about football clubs and their matches.
package enum DemoFiles {
  struct File {
    let name: String
    /// The contents without the final newline, which the writer adds.
    let text: String
  }

  /// The file name of the database.
  package static let databaseName = "matchday.sqlite"
  /// The name of the migration folder.
  static let folderName = "Migrations"
}
