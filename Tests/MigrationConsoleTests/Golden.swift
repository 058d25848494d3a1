import Foundation
import Testing

/// Golden files of screens and reports.
///
/// A missing file is recorded and the test fails, so that the file is reviewed.
enum Golden {
  /// Compares output with the file of that name, without extension, in `Golden`.
  static func expect(
    _ actual: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Golden")
    let file = folder.appendingPathComponent("\(name).txt")
    let text = actual + "\n"
    guard let expected = try? String(contentsOf: file, encoding: .utf8) else {
      try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try? text.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded \(name).txt; look at it and run again", sourceLocation: sourceLocation)
      return
    }
    let other = folder.appendingPathComponent("\(name).actual")
    if expected == text {
      try? FileManager.default.removeItem(at: other)
    } else {
      try? text.write(to: other, atomically: true, encoding: .utf8)
      Issue.record(
        """
        \(name) differs; the new one is \(name).actual
        --- expected
        \(expected)
        --- actual
        \(text)
        """, sourceLocation: sourceLocation)
    }
  }
}
