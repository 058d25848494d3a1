/// A lock in the database under which a tool migrates: held, or left behind by a process that was killed.
public struct LedgerLock: Sendable, Hashable {
  /// The table that holds it.
  public let table: String
  /// Why no step is possible while it is held.
  public let obstacle: StepObstacle
  /// The statements that break it, without semicolons.
  public let breaking: [String]

  /// Creates a lock; the parameters are the properties.
  public init(table: String, obstacle: StepObstacle, breaking: [String]) {
    self.table = table
    self.obstacle = obstacle
    self.breaking = breaking
  }
}
