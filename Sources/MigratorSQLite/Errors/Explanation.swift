/// The message, the next step, and the category of an error.
///
/// An error states all three in one place:
///
/// ```swift
/// Explanation(.noInput, "The file \(path) does not exist.", "Check the path.")
/// ```
public struct Explanation: Sendable, Hashable {
  /// The message, line by line; a line break within a line is part of a name.
  public let lines: [String]
  /// The next step.
  public let remedy: Remedy
  /// The category.
  public let category: ErrorCategory

  /// The message, in one or more sentences.
  public var sentence: String { lines.joined(separator: "\n") }
  /// True if the operator canceled the operation.
  public var isCancellation: Bool { category == .interrupted }
  package var waitsForOthers: Bool { remedy == .waitForOthers }

  /// Creates an explanation of one line.
  ///
  /// - Parameters:
  ///   - category: The category.
  ///   - sentence: The event, and the state of the database.
  ///   - remedy: The next step.
  public init(_ category: ErrorCategory, _ sentence: String, _ remedy: Remedy) {
    self.init(category, lines: [sentence], remedy)
  }

  /// Creates an explanation of several lines.
  ///
  /// - Parameters:
  ///   - category: The category.
  ///   - lines: The message, line by line.
  ///   - remedy: The next step.
  public init(_ category: ErrorCategory, lines: [String], _ remedy: Remedy) {
    (self.category, self.lines, self.remedy) = (category, lines, remedy)
  }

  /// Explains any error.
  ///
  /// - Parameter error: The error.
  public init(_ error: any Error) {
    self =
      switch error {
      case let error as any ExplainedError: error.explanation
      case is CancellationError: .stopped
      default: Explanation(.internalError, String(describing: error), .report)
      }
  }

  static var stopped: Explanation {
    Explanation(.interrupted, "Stopped. Unfinished changes were rolled back.", .stepAgain)
  }
}

/// An error that explains itself.
public protocol ExplainedError: Error {
  /// The message, the next step, and the category.
  var explanation: Explanation { get }
}

extension ExplainedError {
  /// The message, in one or more sentences.
  public var sentence: String { explanation.sentence }
  /// The next step.
  public var remedy: Remedy { explanation.remedy }
}
