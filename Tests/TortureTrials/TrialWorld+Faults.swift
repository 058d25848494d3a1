import Foundation
public import MigratorTestSupport

extension TrialWorld {
  /// All faults that the calls of the command can have.
  public var faults: [Fault] {
    Fault.Kind.allCases.flatMap { Fault.all(of: $0, count: counts[$0] ?? 0) }
  }

  /// Runs the command on the files as they were at first, with a fault.
  ///
  /// - Parameter fault: What fails.
  /// - Returns: How it ended, and how many calls failed.
  /// - Throws: The error of the file system, or of starting the program.
  public func run(_ fault: Fault) throws -> (outcome: Program.Outcome, metCount: Int) {
    let path = path("counts")
    try? FileManager.default.removeItem(atPath: path)
    // The machine stays on, so that no sync is needed, and each takes its time.
    let outcome = try run(
      fault.environment.merging(["FAULT_UNSYNCED": "1", "FAULT_COUNTS": path]) { $1 })
    return (outcome, try Self.numbers(bytes("counts")).last ?? 0)
  }

  /// The numbers of the file of counts: of the calls of each kind, and of those that failed.
  static func numbers(_ bytes: [UInt8]) throws -> [Int] {
    guard bytes.count == (Fault.Kind.allCases.count + 1) * 8 else {
      throw TrialFailure(description: "the file of counts has \(bytes.count) bytes")
    }
    return stride(from: 0, to: bytes.count, by: 8).map { start in
      bytes[start..<start + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
  }
}
