import ArgumentParser
import MigratorPlatform

/// A request from a completion script for the possible next words of a command line.
///
/// The script runs `migtui ---complete bash LINE TEXT` or `migtui ---complete zsh WORD... CURRENT`.
/// The answer is `files`, or `words` and the candidates, each terminated by NUL. For zsh and fish,
/// a description follows each candidate. The scripts treat the answer only as data, so the shell
/// never evaluates it.
struct CompletionRequest {
  /// The first argument of a request, which ArgumentParser would reject as an option.
  static let word = "---complete"

  private let words: [String]
  private let current: String
  /// The line; only for bash.
  ///
  /// Bash replaces a part of the current word and inserts candidates without quoting them.
  private var line: (typed: ShellLine, kept: String)?

  /// Parses the arguments of the program; returns `nil` if they are not a request.
  init?(_ arguments: [String]) {
    guard arguments.first == Self.word, arguments.count > 2 else { return nil }
    if arguments[1] == CompletionScript.Shell.bash.rawValue {
      let line = ShellLine(arguments[2])
      words = Array(line.words.dropFirst())
      current = line.current
      self.line = (line, line.kept(before: arguments.count > 3 ? arguments[3] : line.rawCurrent))
    } else {
      words = Array(arguments[2..<(arguments.count - 1)])
      current = arguments.last ?? ""
    }
  }

  func answer(of root: any ProgramRoot.Type) throws -> String {
    let offer = Completion(of: try CommandTree(of: root), after: words, current: current).offer
    let candidates: [Completion.Candidate]
    switch offer {
    case .files: return "files\0"
    case .words(let words): candidates = words
    case .found(let argument, let command, let position, let prefix):
      let place = argument.kind == .positional ? "positional@\(position)" : argument.names[0]
      candidates = found(root, [command.name, "--", place], prefix)
    }
    return
      (["words"]
      + candidates.flatMap { candidate in
        guard let line else { return [candidate.word, candidate.meaning] }
        guard candidate.word.utf8.starts(with: line.kept.utf8) else { return [] }
        let rest = candidate.word.utf8.dropFirst(line.kept.utf8.count)
        return [line.typed.quoted(String(decoding: rest, as: UTF8.self))]
      }).map { $0 + "\0" }.joined()
  }

  private func found(
    _ root: any ParsableCommand.Type, _ place: [String], _ prefix: String
  ) -> [Completion.Candidate] {
    // ArgumentParser does not expose the closures of `CompletionKind.custom`. It runs them for a
    // completion request, and throws the result.
    let wanted = String(current.dropFirst(prefix.count))
    let request = ["---completion"] + place + ["0", String(wanted.count)] + settings + [wanted]
    guard let failure = Self.failure({ _ = try root.parseAsRoot(request) }),
      root.exitCode(for: failure).isSuccess
    else { return [] }
    return root.fullMessage(for: failure).split(separator: "\n").map(String.init)
      // Without a prefix or `--`, such a name would be parsed as an option.
      .filter { !$0.hasPrefix("-") || !prefix.isEmpty || words.contains("--") }
      .map { Completion.Candidate(word: prefix + $0) }
  }

  /// The words as the program would receive them, with options and their values separated.
  private var settings: [String] {
    words.flatMap { word -> [String] in
      guard word.hasPrefix("--"), let sign = word.firstIndex(of: "=") else { return [word] }
      return [String(word[..<sign]), String(word[word.index(after: sign)...])]
    }.map(Paths.expandingHome)
  }

  private static func failure(_ body: () throws -> Void) -> (any Error)? {
    do {
      try body()
      return nil
    } catch {
      return error
    }
  }
}

/// A bash command line, parsed and completed without expanding anything.
///
/// Bash passes words with their quotes to a completion function, and splits them at colons and
/// equals signs. Unquoting them in bash would require `eval`, which would run code in the line.
/// Bash works on code points: a backquote counts even if a combining mark follows it.
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
