import MigratorEngine

/// A dbmate file, split at its markers.
///
/// Source: amacneil/dbmate `pkg/dbmate/migration.go`.
enum DbmateFile {
  private struct Marker {
    let isUp: Bool
    let isTransactional: Bool
  }

  /// The digits at the beginning of the name of a `.sql` file, as written.
  static func version(of file: String) -> String? {
    guard file.hasSuffix(".sql") else { return nil }
    return file.leadingDigits.isEmpty ? nil : file.leadingDigits
  }

  static func hasMarker(_ text: String) -> Bool {
    text.split(whereSeparator: \.isNewline).contains { marker(of: $0)?.isUp == true }
  }

  /// The up part of a file.
  ///
  /// It can consist of several sections, each followed by a down section.
  ///
  /// - Throws: `SourceFailure` for files that dbmate rejects: a marker is missing, a down marker
  ///   comes first, or statements precede the first marker.
  static func body(_ source: SourceText) throws(SourceFailure) -> ToolMigration.Body {
    let (path, text) = (source.file, source.text)
    var parts: [Range<Int>] = []
    var upStart: Int?
    var hasDown = false
    var isTransactional = true
    for line in SourceLine.lines(of: text, in: path) {
      let (place, offset) = (line.place, line.place.offset)
      let hasBegun = upStart != nil || !parts.isEmpty
      guard let marker = Self.marker(of: line.text) else {
        let content = line.text.drop { $0.isWhitespace }
        if !hasBegun, !content.isEmpty, !content.hasPrefix("--") {
          throw Self.failure(
            place, "there are statements before `-- migrate:up`", "Move them below the marker.")
        }
        continue
      }
      if marker.isUp {
        if upStart == nil { upStart = offset }
        if !marker.isTransactional { isTransactional = false }
      } else {
        guard hasBegun else {
          throw Self.failure(
            place, "`-- migrate:down` is before `-- migrate:up`", "Write `-- migrate:up` first.")
        }
        if let start = upStart { parts.append(start..<offset) }
        upStart = nil
        hasDown = true
      }
    }
    let start = ScriptLocation(file: path, line: 1, column: 1, offset: 0)
    guard upStart != nil || !parts.isEmpty else {
      throw Self.failure(
        start, "dbmate requires `-- migrate:up`", "Write the marker above the statements.")
    }
    guard hasDown, upStart == nil else {
      throw Self.failure(
        start, "dbmate requires `-- migrate:down`", "Write the marker at the end of the file.")
    }
    return try ToolMigration.Body(
      SQLScript(file: path, source: text, running: parts), isTransactional: isTransactional)
  }

  /// Parses `--`, white space, `migrate:up` or `migrate:down`, and options after white space.
  private static func marker(of line: Substring) -> Marker? {
    guard line.hasPrefix("--") else { return nil }
    let words = line.dropFirst(2).split { $0.isWhitespace }
    guard let word = words.first, word == "migrate:up" || word == "migrate:down" else {
      return nil
    }
    return Marker(
      isUp: word == "migrate:up", isTransactional: !words.contains("transaction:false"))
  }

  private static func failure(
    _ place: ScriptLocation, _ message: String, _ remedy: String
  ) -> SourceFailure {
    SourceFailure(.badDirective, path: place.file, location: place, message, remedy: remedy)
  }
}
