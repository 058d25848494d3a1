public import SQLSyntax

/// A problem in the files that types are generated from, with its location.
public struct GeneratorProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// The severity of a problem.
  public enum Severity: String, Sendable, Hashable {
    /// No types are generated.
    case error
    /// The types are generated nevertheless.
    case warning
  }

  /// The severity.
  public let severity: Severity
  /// The location in the file.
  public let location: ScriptLocation
  /// A description of the problem.
  public let message: String

  /// Creates a problem from its properties.
  public init(_ severity: Severity = .error, at location: ScriptLocation, _ message: String) {
    self.severity = severity
    self.location = location
    self.message = message
  }

  /// Creates a problem that concerns a whole file.
  ///
  /// - Parameters:
  ///   - severity: The severity.
  ///   - file: The file.
  ///   - message: A description of the problem.
  public init(_ severity: Severity = .error, in file: String, _ message: String) {
    self.init(severity, at: ScriptLocation(startOf: file), message)
  }

  /// The problem in compiler format: `ContactsDB-001.sql:3:8: error: near "FORM": syntax error`.
  public var description: String {
    "\(location.file):\(location.line):\(location.column): \(severity): \(message)"
  }
}

/// The problems that prevent generation.
public struct GeneratorFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The files that the problems concern.
  public enum Cause: Sendable, Hashable {
    /// The SQL files or the settings.
    case input
    /// The generated files.
    case output
  }

  /// The problems; at least one of them is an error.
  public let problems: [GeneratorProblem]
  /// The files that the problems concern.
  public let cause: Cause

  /// Creates a failure from its properties.
  public init(_ problems: [GeneratorProblem], cause: Cause = .input) {
    self.problems = problems
    self.cause = cause
  }

  /// The problems, one per line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
