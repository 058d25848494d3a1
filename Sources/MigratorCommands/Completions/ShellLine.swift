/// A bash command line, parsed and completed without expanding anything.
///
/// Bash passes words with their quotes to a completion function, and splits them at colons and
/// equals signs. Unquoting them in bash would require `eval`, which would run code in the line.
/// Bash works on code points: a backquote is one even if a combining mark follows.
struct ShellLine {
  /// The words before the current one, without quotes.
  private(set) var words: [String] = []
  /// The word up to the cursor, without quotes.
  var current: String { Self.unquoted(raw) }
  var rawCurrent: String { String(raw) }
  private var raw = String.UnicodeScalarView()

  /// Parses a line.
  ///
  /// - Parameter line: The line up to the cursor.
  init(_ line: String) {
    var quote = Quote()
    for scalar in line.unicodeScalars {
      if !quote.isOpen, scalar == " " || scalar == "\t" || scalar == "\n" {
        if !raw.isEmpty { words.append(current) }
        raw = .init()
      } else {
        raw.append(scalar)
      }
      _ = quote.take(scalar)
    }
  }

  /// Returns the part of the current word before the part that the shell replaces, unquoted.
  ///
  /// - Parameter replaced: The end of the current word that bash passes, for example the part after
  ///   a colon.
  /// - Returns: The part of the word before it.
  func kept(before replaced: String) -> String {
    let replaced = replaced.unicodeScalars
    return raw.reversed().starts(with: replaced.reversed())
      ? Self.unquoted(raw.dropLast(replaced.count)) : ""
  }

  /// Returns a string as typed at the cursor, within the quotes that are open there.
  func quoted(_ text: String) -> String {
    var quote = Quote()
    for scalar in raw { _ = quote.take(scalar) }
    return text.unicodeScalars.reduce(into: "") { $0 += quote.quoted($1) }
  }

  private static func unquoted(_ raw: some Sequence<Unicode.Scalar>) -> String {
    var quote = Quote()
    return raw.reduce(into: "") { $0 += quote.take($1) }
  }

  private struct Quote {
    private var mark: Unicode.Scalar?
    private var isEscaped = false

    var isOpen: Bool { mark != nil || isEscaped }

    func quoted(_ scalar: Unicode.Scalar) -> String {
      switch mark {
      case "'": scalar == "'" ? "'\\''" : String(scalar)
      // Between double quotes, bash would keep a backslash before an exclamation mark.
      case "\"" where scalar == "!": "\"'!'\""
      case "\"": "$`\"\\".unicodeScalars.contains(scalar) ? "\\\(scalar)" : String(scalar)
      default: Self.isPlain(scalar) ? String(scalar) : "\\\(scalar)"
      }
    }

    /// True if a scalar has no special meaning for bash and its line editor.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
      !scalar.isASCII || scalar.properties.isAlphabetic || "0"..."9" ~= scalar
        || "-_./+%".unicodeScalars.contains(scalar)
    }

    /// Reads the next scalar, and returns the characters that it adds to the word.
    mutating func take(_ scalar: Unicode.Scalar) -> String {
      if isEscaped {
        isEscaped = false
        // Between double quotes, a backslash before most scalars is literal.
        let isKept = mark == "\"" && !"$`\"\\\n".unicodeScalars.contains(scalar)
        return isKept ? "\\\(scalar)" : scalar == "\n" ? "" : String(scalar)
      }
      switch (scalar, mark) {
      case ("\\", nil), ("\\", "\""): isEscaped = true
      case ("'", nil), ("\"", nil): mark = scalar
      case (_, let mark) where scalar == mark: self.mark = nil
      default: return String(scalar)
      }
      return ""
    }
  }
}
