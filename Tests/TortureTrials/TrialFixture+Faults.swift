import Foundation
public import MigratorTestSupport

extension TrialFixture {
  /// All possible faults for the calls of the command.
  public var faults: [Fault] {
    Fault.Kind.allCases.flatMap { Fault.all(of: $0, count: counts[$0] ?? 0) }
  }

  /// Runs the command on the original files with a fault.
  ///
  /// - Parameter fault: The call that fails.
  /// - Returns: The outcome and the number of calls that failed.
  /// - Throws: An error of the file system or of starting the program.
  public func run(_ fault: Fault) throws -> (outcome: Program.Outcome, injectedCount: Int) {
    let path = path("counts")
    try? FileManager.default.removeItem(atPath: path)
    // No power loss is simulated here, so syncs are skipped to save time.
    let outcome = try run(
      fault.environment.merging(["FAULT_UNSYNCED": "1", "FAULT_COUNTS": path]) { $1 })
    return (outcome, try Self.numbers(bytes("counts")).last ?? 0)
  }

  /// Parses the file of call counts: the number of calls of each kind, then the number of failures.
  static func numbers(_ bytes: [UInt8]) throws -> [Int] {
    guard bytes.count == (Fault.Kind.allCases.count + 1) * 8 else {
      throw TrialFailure(description: "the file of counts has \(bytes.count) bytes")
    }
    return stride(from: 0, to: bytes.count, by: 8).map { start in
      bytes[start..<start + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
  }
}
