internal import SQLSyntax

/// One of the SQL files that a database type was generated from, with its contents.
public struct DatabaseScript: Sendable, Hashable {
  /// The name of the file.
  public let file: String
  /// The version of the database after the file has been run.
  ///
  /// It is `nil` for a file without a number, which is run only when a database is created.
  public let version: Int?
  /// The contents of the file.
  public let text: String

  /// Creates a script from its properties.
  public init(_ file: String, version: Int? = nil, text: String) {
    self.file = file
    self.version = version
    self.text = text
  }

  /// The identifier of the file as a migration: its name without `.sql`.
  public var identifier: String { file.hasSuffix(".sql") ? String(file.dropLast(4)) : file }

  var script: SQLScript { SQLScript(file: file, text: text) }
}
