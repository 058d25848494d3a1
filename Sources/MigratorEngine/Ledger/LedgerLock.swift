/// A tool's migration lock in the database: held, or left behind by a killed process.
public struct LedgerLock: Sendable, Hashable {
  /// The table that stores the lock.
  public let table: String
  /// The reason why no migration can be applied while the lock is held.
  public let obstacle: StepObstacle
  /// The statements that break the lock, without semicolons.
  public let breaking: [String]

  /// Creates a lock; the parameters are the properties.
  public init(table: String, obstacle: StepObstacle, breaking: [String]) {
    self.table = table
    self.obstacle = obstacle
    self.breaking = breaking
  }
}
