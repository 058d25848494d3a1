internal import SQLSyntax

/// One of the SQL files that a database type was made from, with its whole text.
public struct DatabaseScript: Sendable, Hashable {
  /// The name of the file.
  public let file: String
  /// The version that the file leads to; `nil` for a file without a number, which only runs where a
  /// database is made.
  public let version: Int?
  /// The text of the file.
  public let text: String

  /// Creates a script; the parameters are the properties.
  public init(_ file: String, version: Int? = nil, text: String) {
    self.file = file
    self.version = version
    self.text = text
  }

  /// What identifies the file as a migration: its name without `.sql`.
  public var identifier: String { file.hasSuffix(".sql") ? String(file.dropLast(4)) : file }

  var script: SQLScript { SQLScript(file: file, text: text) }
}
