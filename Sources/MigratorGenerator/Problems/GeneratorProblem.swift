public import SQLSyntax

/// Something in the files that types are made from, with its place, as a build prints it.
public struct GeneratorProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// How bad it is.
  public enum Severity: String, Sendable, Hashable {
    /// Nothing is made.
    case error
    /// Types are made all the same.
    case warning
  }

  /// How bad it is.
  public let severity: Severity
  /// Where it is.
  public let location: ScriptLocation
  /// What is wrong.
  public let message: String

  /// Creates a problem; the parameters are the properties.
  public init(_ severity: Severity = .error, at location: ScriptLocation, _ message: String) {
    self.severity = severity
    self.location = location
    self.message = message
  }

  /// Creates a problem of a whole file.
  ///
  /// - Parameters:
  ///   - severity: How bad it is.
  ///   - file: The file.
  ///   - message: What is wrong.
  public init(_ severity: Severity = .error, in file: String, _ message: String) {
    self.init(severity, at: ScriptLocation(startOf: file), message)
  }

  /// `ContactsDB-001.sql:3:8: error: near "FORM": syntax error`.
  public var description: String {
    "\(location.file):\(location.line):\(location.column): \(severity): \(message)"
  }
}

/// The problems because of which nothing is made.
public struct GeneratorFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// What the problems are about.
  public enum Cause: Sendable, Hashable {
    /// The files that types are made from.
    case input
    /// The files that are made.
    case output
  }

  /// The problems, at least one of which is an error.
  public let problems: [GeneratorProblem]
  /// What they are about.
  public let cause: Cause

  /// Creates a failure; the parameters are the properties.
  public init(_ problems: [GeneratorProblem], cause: Cause = .input) {
    self.problems = problems
    self.cause = cause
  }

  /// The problems, a line each.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
