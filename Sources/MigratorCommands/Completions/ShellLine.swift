/// A command line as a person types it into bash, taken apart and continued without expanding anything.
///
/// Bash hands a completion function the words with their quotes, and splits them at colons and equals signs.
/// To unquote them in bash would take `eval`, which runs what the line holds. Bash sees code points: a
/// backquote is one also if a combining mark follows.
struct ShellLine {
  /// The words before the current one, without quotes.
  private(set) var words: [String] = []
  /// The word up to the cursor, without quotes.
  var current: String { Self.unquoted(raw) }
  /// The word up to the cursor, as it was typed.
  var rawCurrent: String { String(raw) }
  private var raw = String.UnicodeScalarView()

  /// Takes a line apart.
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

  /// The part of the current word that is before the text which the shell replaces, without quotes.
  ///
  /// - Parameter replaced: The end of the current word, as bash hands it over: what follows a colon, say.
  /// - Returns: The rest of the word before that text.
  func kept(before replaced: String) -> String {
    let replaced = replaced.unicodeScalars
    return raw.reversed().starts(with: replaced.reversed())
      ? Self.unquoted(raw.dropLast(replaced.count)) : ""
  }

  /// A text as it is typed at the cursor, within the quotes that are open there.
  func quoted(_ text: String) -> String {
    var quote = Quote()
    for scalar in raw { _ = quote.take(scalar) }
    return text.unicodeScalars.reduce(into: "") { $0 += quote.quoted($1) }
  }

  private static func unquoted(_ raw: some Sequence<Unicode.Scalar>) -> String {
    var quote = Quote()
    return raw.reduce(into: "") { $0 += quote.take($1) }
  }

  /// Where a character is: within quotes, or after a backslash.
  private struct Quote {
    private var mark: Unicode.Scalar?
    private var isEscaped = false

    var isOpen: Bool { mark != nil || isEscaped }

    /// A scalar as it is typed here.
    func quoted(_ scalar: Unicode.Scalar) -> String {
      switch mark {
      case "'": scalar == "'" ? "'\\''" : String(scalar)
      // A backslash before an exclamation mark would be kept.
      case "\"" where scalar == "!": "\"'!'\""
      case "\"": "$`\"\\".unicodeScalars.contains(scalar) ? "\\\(scalar)" : String(scalar)
      default: Self.isPlain(scalar) ? String(scalar) : "\\\(scalar)"
      }
    }

    /// Whether neither bash nor the line editor gives a scalar a meaning anywhere in a word.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
      !scalar.isASCII || scalar.properties.isAlphabetic || "0"..."9" ~= scalar
        || "-_./+%".unicodeScalars.contains(scalar)
    }

    /// Takes the next scalar, and returns what it adds to the value of the word.
    mutating func take(_ scalar: Unicode.Scalar) -> String {
      if isEscaped {
        isEscaped = false
        // Between double quotes, a backslash stands for itself before most scalars.
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
