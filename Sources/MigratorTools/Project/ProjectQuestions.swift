public import MigratorEngine
import MigratorPlatform

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
  public var description: String { question.joined(separator: "\n") }

  /// The lines of the question.
  package var question: [String] {
    ["Several tools fit, and nothing tells which:"]
      + candidates.map { "  --format \($0.tool.format.rawValue): \($0.evidence)" }
  }
}

/// Two or more tables are a tool's ledger, as far as anybody can see: only a person can tell which.
public struct LedgerQuestion: Error, Sendable, CustomStringConvertible {
  /// What people call the tool.
  public let title: String
  /// The tables.
  public let tables: [String]

  /// The question, a line for each table.
  public var description: String { question.joined(separator: "\n") }

  /// The lines of the question.
  package var question: [String] {
    ["Several tables have the columns of a ledger of \(title), and nothing tells which is meant:"]
      + tables.map { "  --ledger \($0.shellWord)" }
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
