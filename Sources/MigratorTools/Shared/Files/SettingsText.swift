/// The settings of a project in one of the forms that files of settings have: each key with its values.
struct SettingsText {
  /// How a file is written.
  enum Form {
    /// Tables of keys, with texts in one or two quotes, lists and comments: <https://toml.io/en/v1.0.0>.
    case toml
    /// Objects of keys; comments and a last comma are let be, as wrangler does.
    case json
    /// Lines `KEY=text` for the environment, with quotes, and comments behind them.
    case environment
    /// Lines `key = text` or `key: text`, whose text is the rest of the line: `.properties`, `.ini`, `.conf`.
    case lines
  }

  /// What a key is given.
  struct Entry: Equatable {
    /// The names of the tables or objects that it stands in.
    var section: [String]
    var key: String
    /// One, or those of a list.
    var values: [String]
  }

  /// All that could be read, in the order of the file.
  private(set) var entries: [Entry] = []
  /// Whether something could not be read.
  private(set) var isBroken = false

  /// Reads a file.
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

  /// Reads a file whose name tells how it is written.
  init(_ text: String, of file: String) {
    self.init(
      text,
      file.hasSuffix(".toml")
        ? .toml
        : file.hasSuffix(".json") || file.hasSuffix(".jsonc")
          ? .json : file == ".env" ? .environment : .lines)
  }

  /// The text that a key is given, where all places agree; none where it is empty.
  func value(of key: String) -> String? {
    let found = Set(entries.filter { $0.key == key }.map(\.values))
    return found.count == 1 ? found.first?.first.flatMap { $0.isEmpty ? nil : $0 } : nil
  }

  /// What a line of the environment gives: between quotes, or until a comment.
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
