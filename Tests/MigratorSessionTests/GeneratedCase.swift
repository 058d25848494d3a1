import Foundation
import MigratorTestSupport
import Testing

/// A history of migrations whose last one is good or bad, from the folder `GeneratedCases`.
///
/// The files contain blocks that begin with `=== bad NAME` or `=== good NAME TOOL`. Each has sections
/// `--- PATH`. A line `@name` includes a part of `schemas.txt`. A line that ends with
/// `--! RULE SEVERITY | REASON` causes a finding.
struct GeneratedCase: Sendable, CustomTestStringConvertible {
  struct Expectation: Sendable {
    let rule: String
    let file: String
    let line: Int
    let severity: String?
  }

  let isBad: Bool
  let name: String
  let tool: String?
  private(set) var files: [(path: String, text: String)] = []
  private(set) var expectations: [Expectation] = []

  var testDescription: String { name }

  static let all: [GeneratedCase] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("GeneratedCases")
    func text(_ name: String) -> String {
      (try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)) ?? ""
    }
    let parts = text("schemas.txt").components(separatedBy: "@@").dropFirst().reduce(
      into: [String: String]()
    ) { parts, block in
      let (head, body) = block.splitFirstLine
      parts[head] = body
    }
    let names = ["bad", "good"].flatMap { kind in (1...4).map { "\(kind)\($0).txt" } }
    return names.flatMap { file in
      ("\n" + text(file)).components(separatedBy: "\n=== ").dropFirst().map {
        GeneratedCase($0, parts)
      }
    }
  }()

  private init(_ block: String, _ parts: [String: String]) {
    let (head, body) = block.splitFirstLine
    let words = head.split(separator: " ").map(String.init)
    (isBad, name, tool) = (words[0] == "bad", words[1], words.count > 2 ? words[2] : nil)
    for section in ("\n" + body).components(separatedBy: "\n--- ").dropFirst() {
      let (path, text) = section.splitFirstLine
      // The other sections were used to verify the case with SQLite.
      if path == "rows" || path == "verify" { continue }
      add(path, text, parts)
    }
  }

  private mutating func add(_ path: String, _ text: String, _ parts: [String: String]) {
    let included = text.components(separatedBy: "\n").map { line in
      line.hasPrefix("@") ? String((parts[String(line.dropFirst())] ?? line).dropLast()) : line
    }.joined(separator: "\n")
    var lines: [String] = []
    for (index, line) in included.components(separatedBy: "\n").enumerated() {
      let pieces = line.components(separatedBy: "--! ")
      lines.append(pieces[0])
      for piece in pieces.dropFirst() {
        let words = piece.components(separatedBy: "|")[0].split(separator: " ").map(String.init)
        expectations.append(
          Expectation(
            rule: words[0], file: (path as NSString).lastPathComponent, line: index + 1,
            severity: words.count > 1 ? words[1] : nil))
      }
    }
    files.append((path, lines.joined(separator: "\n") + "\n"))
  }

  /// Writes the files; returns the folder of the migrations, or `nil` if its tool finds it.
  func write(to folder: TemporaryFolder) throws -> String? {
    for file in files { try folder.write("project/\(file.path)", file.text) }
    guard tool == "drizzle" else { return tool == nil ? "project" : nil }
    let tags = files.map(\.path).filter { $0.hasSuffix(".sql") }.map {
      (($0 as NSString).lastPathComponent as NSString).deletingPathExtension
    }
    let entries = tags.enumerated().map { index, tag in
      #"{"idx": \#(index), "version": "6", "when": \#(1_710_000_000_000 + index), "tag": "\#(tag)","#
        + #" "breakpoints": true}"#
    }
    try folder.write(
      "project/drizzle/meta/_journal.json",
      #"{"version": "7", "dialect": "sqlite", "entries": [\#(entries.joined(separator: ","))]}"#)
    return nil
  }
}

extension String {
  fileprivate var splitFirstLine: (String, String) {
    guard let end = firstIndex(of: "\n") else { return (self, "") }
    return (self[..<end].trimmingCharacters(in: .whitespaces), String(self[index(after: end)...]))
  }
}
