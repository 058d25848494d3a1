public import MigratorEngine
internal import MigratorSQLite

/// A repair or a restore whose commit failed, and that may be found done all the same; or one that met a
/// file that another program displaced or damaged.
public struct ChangeInDoubt: ExplainedError {
  /// Why the commit failed.
  public let underlying: any Error
  /// Where the database as it was before is kept, or `nil` where that was not wanted.
  public let keptPath: String?

  /// Takes an error, where it leaves that open.
  init?(_ error: any Error, keptPath: String?) {
    guard error.isInDoubt || error.endangersFile else { return nil }
    self.underlying = error
    self.keptPath = keptPath
  }

  /// What is wrong, and where the database as it was before is kept.
  public var sentence: String {
    Explanation(underlying).sentence
      + (keptPath.map { " What it held before is kept in \($0)." } ?? "")
  }

  /// What to do about it.
  public var remedy: Remedy { Explanation(underlying).remedy }
}
