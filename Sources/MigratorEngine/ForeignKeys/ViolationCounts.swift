/// The number of foreign-key violations before and after a migration.
public struct ViolationCounts: Sendable, Hashable, Codable {
  /// The violations before the migration.
  public let before: Int
  /// The violations after the migration, or, if its check failed, at the time of the check.
  public let after: Int
  /// The violations in ``after`` that did not exist before the migration.
  public let added: Int

  /// Creates counts; the parameters are the properties.
  public init(before: Int, after: Int, added: Int) {
    self.before = before
    self.after = after
    self.added = added
  }

  /// The violations that existed before the migration and still exist.
  public var remaining: Int { after - added }
}
