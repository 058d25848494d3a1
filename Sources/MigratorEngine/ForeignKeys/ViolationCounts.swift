/// How many foreign-key violations there are before and after a migration.
public struct ViolationCounts: Sendable, Hashable, Codable {
  /// Before the migration.
  public let before: Int
  /// After it; where it failed at its check, when it was checked.
  public let after: Int
  /// Those of ``after`` that were not there before.
  public let added: Int

  /// Creates counts; the parameters are the properties.
  public init(before: Int, after: Int, added: Int) {
    self.before = before
    self.after = after
    self.added = added
  }

  /// Those that were there before and still are.
  public var remaining: Int { after - added }
}
