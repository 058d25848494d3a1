/// The migrations of the demonstration: an app that follows football clubs and their match days.
package enum DemoFiles {
  /// A file of the migrations folder.
  struct File {
    let name: String
    /// The text, which the writer ends with a line end.
    let text: String
  }

  /// The file of the database.
  package static let databaseName = "matchday.sqlite"
  /// The folder of migrations.
  static let folderName = "Migrations"
}
