public import MigratorEngine

/// The way in which a down migration fails to undo its migration.
public enum DownDifference: Sendable, Hashable {
  /// The down migration fails.
  case failure(message: String, ScriptLocation?)
  /// After the up and down migrations, the schema differs from the original one.
  ///
  /// - Parameter lines: A line for each difference.
  case schema(lines: [String])
  /// The up and down migrations lose existing data, although the up migration by itself does not.
  case losses(Losses, ScriptLocation?)
  /// After the up and down migrations, the up migration fails.
  case secondFailure(message: String, ScriptLocation?)
  /// After the second up migration, the schema differs from the one after the first.
  ///
  /// - Parameter lines: A line for each difference.
  case secondSchema(lines: [String])

  /// The location of the failing statement, or `nil`.
  var location: ScriptLocation? {
    switch self {
    case .failure(_, let place), .losses(_, let place), .secondFailure(_, let place): place
    case .schema, .secondSchema: nil
    }
  }
}

extension DownDifference {
  static let remedy = "Fix the down migration, or remove it if it cannot be undone."

  /// True if the down migration does not restore the original schema.
  var isOfSchema: Bool { if case .schema = self { true } else { false } }

  /// The difference, as a sentence.
  var message: String {
    switch self {
    case .failure(let message, _): "The down migration fails: \(Self.sentence(message))"
    case .schema(let lines):
      "The down migration does not restore the schema: \(lines.joined(separator: "; "))."
    case .losses(let losses, _):
      "Applying and undoing the migration loses data that existed before: "
        + losses.list(of: .data).map { $0.line().plain }.joined(separator: "; ") + "."
    case .secondFailure(let message, _):
      "After the down migration, applying the migration again fails: \(Self.sentence(message))"
    case .secondSchema(let lines):
      "After the down migration, applying the migration again leads to a different schema: "
        + lines.joined(separator: "; ") + "."
    }
  }
  private static func sentence(_ message: String) -> String {
    message.hasSuffix(".") ? message : message + "."
  }
}
