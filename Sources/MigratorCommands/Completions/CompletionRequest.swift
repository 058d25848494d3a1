import ArgumentParser
import MigratorPlatform

/// A request of a completion script for the possible next words of a command line.
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
  /// The line, only for bash.
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
