import MigratorPlatform

/// `atlas.sum`: a chain of hashes over the names and the contents of all files.
///
/// Source: ariga/atlas `sql/migrate/dir.go`.
package struct AtlasSum: Hashable {
  package struct Line: Hashable {
    package let file: String
    /// Base64, without `h1:`.
    package let hash: String
  }

  /// A difference between the sum and the files.
  struct Mismatch: Hashable {
    /// The file that differs, or `nil` if the sum itself is not valid.
    let file: String?
    /// The difference, as a clause.
    let words: String
    /// The line of the sum, or `nil` if the file itself shows the difference.
    let line: Int?

    init(_ file: String?, _ words: String, line: Int? = nil) {
      (self.file, self.words, self.line) = (file, words, line)
    }
  }

  package let lines: [Line]

  /// Computes the chain of files, which must be sorted by name.
  package init(of files: [(name: String, bytes: [UInt8])]) {
    var state = SHA256()
    var lines: [Line] = []
    for (name, bytes) in files {
      state.update(Array(name.utf8))
      let head = String(decoding: bytes.prefix(200), as: UTF8.self).prefix { !$0.isNewline }
      // Only the name of such a file is hashed, and `atlas.sum` has no line for the file.
      if head.contains("atlas:sum"), head.hasSuffix("ignore") { continue }
      state.update(bytes)
      lines.append(Line(file: name, hash: Encodings.base64(state.digest)))
    }
    self.lines = lines
  }

  /// Parses a file; returns `nil` if a line is invalid or the sum does not match.
  package init?(text: String) {
    var lines: [Line] = []
    for line in text.split(whereSeparator: \.isNewline).dropFirst() {
      guard let mark = line.firstRange(of: "h1:") else { return nil }
      let name = line[..<mark.lowerBound].trimmingWhitespace
      lines.append(Line(file: name, hash: String(line[mark.upperBound...])))
    }
    guard
      text.split(whereSeparator: \.isNewline).first.map({ $0 == "h1:" + Self.sum(of: lines) })
        ?? true
    else { return nil }
    self.lines = lines
  }

  /// The hash over all lines, as in the first line of the file.
  package var sum: String { Self.sum(of: lines) }

  package var text: String {
    "h1:\(sum)\n" + lines.map { "\($0.file) h1:\($0.hash)\n" }.joined()
  }

  private static func sum(of lines: [Line]) -> String {
    Encodings.base64(SHA256.digest(of: lines.flatMap { Array($0.file.utf8) + Array($0.hash.utf8) }))
  }

  /// The first difference from the files of the folder, or `nil` if there is none.
  func mismatch(with present: AtlasSum) -> Mismatch? {
    for (index, line) in lines.enumerated() {
      if index < present.lines.count, present.lines[index] == line { continue }
      if !present.lines.contains(where: { $0.file == line.file }) {
        return Mismatch(line.file, "\(line.file) is missing", line: index + 2)
      }
      guard index < present.lines.count, present.lines[index].file != line.file else {
        return Mismatch(line.file, "\(line.file) was edited")
      }
      return Mismatch(present.lines[index].file, "\(present.lines[index].file) was added")
    }
    guard present.lines.count > lines.count else { return nil }
    let added = present.lines[lines.count].file
    return Mismatch(added, "\(added) was added")
  }
}
