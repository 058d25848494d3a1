public import SQLSyntax

/// An estimate of the time that a migration takes with many rows.
public struct MigrationGrowth: Sendable, Hashable {
  /// An estimate for one statement.
  public struct Statement: Sendable, Hashable {
    /// The statement; `nil` for the transaction around the statements, and for Swift code.
    public let statement: ScriptStatement?
    /// The growth of its time.
    public let growth: Growth
    /// The estimated time, in seconds.
    public let seconds: Double
  }

  /// The reason for a missing estimate.
  public enum Problem: Sendable, Hashable {
    /// The migration fails on generated rows.
    case fails(String)
    /// The migration does not finish in time, even with few rows in each table.
    case takesLonger(seconds: Double, rows: Int)
    /// The time limit for all measurements has expired.
    case noTime
  }

  /// The migration.
  public let migration: String
  /// The number of rows in each table for which the times are estimated.
  public let rows: Int
  /// The numbers of rows with which the times were measured, in ascending order.
  public let measured: [Int]
  /// The estimates, in the order of the statements; empty if there is a problem.
  public let statements: [Statement]
  /// The reason for a missing estimate, or `nil`.
  public let problem: Problem?

  /// The estimated time for which the migration blocks other writers, in seconds.
  public var seconds: Double { statements.reduce(0) { $0 + $1.seconds } }
}
