struct SettingsText {
  enum Form {
    /// Tables of keys, with quoted strings, lists and comments: <https://toml.io/en/v1.0.0>.
    case toml
    /// Objects of keys; comments and a trailing comma are accepted, as in wrangler.
    case json
    /// Lines `KEY=value` for the environment, with quotes and trailing comments.
    case environment
    /// Lines `key = value` or `key: value`, without trailing comments: `.properties`, `.ini`,
    /// `.conf`.
    case lines
  }

  struct Entry: Equatable {
    /// The names of the enclosing tables or objects.
    var section: [String]
    var key: String
    var values: [String]
  }

  private(set) var entries: [Entry] = []
  private(set) var isBroken = false

  init(_ text: String, _ form: Form) {
    switch form {
    case .toml, .json:
      var reader = SettingsReader(text, isJSON: form == .json)
      entries = reader.entries()
      isBroken = reader.isBroken
    case .environment, .lines:
      var section: [String] = []
      for line in text.split(whereSeparator: \.isNewline).map(\.trimmingWhitespace) {
        guard let first = line.first, !"#;!".contains(first) else { continue }
        if first == "[" {
          section = [line.filter { !"[]".contains($0) }.trimmingWhitespace]
          continue
        }
        let isEnvironment = form == .environment
        guard let sign = line.firstIndex(where: { $0 == "=" || (!isEnvironment && $0 == ":") })
        else { continue }
        var key = line[..<sign].trimmingWhitespace
        if isEnvironment, key.hasPrefix("export ") {
          key = String(key.dropFirst(7)).trimmingWhitespace
        }
        let value = line[line.index(after: sign)...].trimmingWhitespace
        entries.append(
          Entry(section: section, key: key, values: [isEnvironment ? Self.unquoted(value) : value]))
      }
    }
  }

  /// Parses a file, whose name determines the format.
  init(_ text: String, of file: String) {
    self.init(
      text,
      file.hasSuffix(".toml")
        ? .toml
        : file.hasSuffix(".json") || file.hasSuffix(".jsonc")
          ? .json : file == ".env" ? .environment : .lines)
  }

  /// The value of a key if all entries agree and it is not empty, otherwise `nil`.
  func value(of key: String) -> String? {
    let found = Set(entries.filter { $0.key == key }.map(\.values))
    return found.count == 1 ? found.first?.first.flatMap { $0.isEmpty ? nil : $0 } : nil
  }

  /// The value in an environment line: the quoted string, or the part before a comment.
  private static func unquoted(_ text: String) -> String {
    if let quote = text.first, quote == "\"" || quote == "'",
      let end = text.dropFirst().firstIndex(of: quote)
    {
      return String(text[text.index(after: text.startIndex)..<end])
    }
    let comment = text.indices.first { index in
      text[index] == "#"
        && (index == text.startIndex || text[text.index(before: index)].isWhitespace)
    }
    return text[..<(comment ?? text.endIndex)].trimmingWhitespace
  }
}
