public import MigratorEngine
import MigratorPlatform

/// The error if several tools fit a database and its folder equally well.
///
/// The user must choose one.
public struct AmbiguousFormatError: Error, Sendable, CustomStringConvertible {
  /// The tools that fit.
  public let candidates: [ProjectDetection.Candidate]

  /// Creates the error.
  ///
  /// - Parameter candidates: The tools that fit.
  public init(candidates: [ProjectDetection.Candidate]) {
    self.candidates = candidates
  }

  /// The question, with a line for each tool.
  public var description: String { question.joined(separator: "\n") }

  package var question: [String] {
    ["Several tools match, and migtui cannot determine which one is used:"]
      + candidates.map { "  --format \($0.tool.format.rawValue): \($0.evidence)" }
  }
}

/// The error if several tables fit the ledger of a tool equally well.
///
/// The user must choose one.
public struct AmbiguousLedgerError: Error, Sendable, CustomStringConvertible {
  /// The displayed name of the tool.
  public let title: String
  /// The tables.
  public let tables: [String]

  /// The question, with one line for each table.
  public var description: String { question.joined(separator: "\n") }

  package var question: [String] {
    [
      "Several tables have the columns of the \(title) ledger, and migtui cannot determine which one "
        + "is used:"
    ]
      + tables.map { "  --ledger \($0.shellWord)" }
  }
}

extension AmbiguousFormatError: ExplainedError {
  /// The question, with a line for each tool.
  public var explanation: Explanation {
    Explanation(.usage, lines: question, "Add one of these options to the command.")
  }
}

extension AmbiguousLedgerError: ExplainedError {
  /// The question, with a line for each table.
  public var explanation: Explanation {
    Explanation(.usage, lines: question, "Add one of these options to the command.")
  }
}
