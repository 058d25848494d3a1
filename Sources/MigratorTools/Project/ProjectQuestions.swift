public import MigratorEngine

/// Two or more tools fit a database and its folder equally well: only a person can tell.
public struct FormatQuestion: Error, Sendable, CustomStringConvertible {
  /// The tools that fit.
  public let candidates: [ProjectDetection.Candidate]

  /// Creates a question.
  ///
  /// - Parameter candidates: The tools that fit.
  public init(candidates: [ProjectDetection.Candidate]) {
    self.candidates = candidates
  }

  /// The question, a line for each tool that fits.
  public var description: String {
    "Several tools fit, and nothing tells which:\n"
      + candidates.map { "  --format \($0.tool.format.rawValue): \($0.evidence)" }
      .joined(separator: "\n")
  }
}

/// Two or more tables are a tool's ledger, as far as anybody can see: only a person can tell which.
public struct LedgerQuestion: Error, Sendable, CustomStringConvertible {
  /// What people call the tool.
  public let title: String
  /// The tables.
  public let tables: [String]

  /// The question, a line for each table.
  public var description: String {
    "Several tables have the columns of a ledger of \(title), and nothing tells which is meant:\n"
      + tables.map { "  --ledger \($0)" }.joined(separator: "\n")
  }
}

extension FormatQuestion: ExplainedError {
  /// The question, a line for each tool that fits.
  public var sentence: String { description }
  /// What to do about it.
  public var remedy: Remedy { .nameFormat }
}

extension LedgerQuestion: ExplainedError {
  /// The question, a line for each table.
  public var sentence: String { description }
  /// What to do about it.
  public var remedy: Remedy { .nameFormat }
}
