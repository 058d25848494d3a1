import MigratorPlatform

/// Writes reports to files.
public enum ReportFile {
  /// Writes a report to a new file in the current folder; never replaces a file.
  ///
  /// - Parameters:
  ///   - text: The report.
  ///   - fileName: The name of the file; a number is added if that file already exists.
  /// - Returns: The name of the file that was written.
  /// - Throws: A ``WriteFailure`` if the file cannot be created.
  public static func create(_ text: String, _ fileName: String) throws -> String {
    let parts = fileName.split(separator: ".", maxSplits: 1).map(String.init)
    for attempt in 1...999 {
      let name =
        attempt == 1 || parts.count < 2 ? fileName : "\(parts[0])-\(attempt).\(parts[1])"
      do throws(SystemFailure) {
        try Files.create(name, text.utf8, for: .owner)
        return name
      } catch {
        guard error.isTaken else { throw WriteFailure(name: name, reason: "\(error)") }
      }
    }
    throw WriteFailure(name: fileName, reason: "too many files have this name")
  }

  /// A report that could not be written.
  public struct WriteFailure: Error, CustomStringConvertible {
    /// The name of the file.
    public let name: String
    /// The reason, such as the message of the system.
    public let reason: String
    /// The error and the remedy.
    public var description: String {
      "Cannot write \(name) in the current folder: \(reason). Run \(ProgramName.text) in a folder that you can write to."
    }
  }
}
