public import MigratorEngine
internal import MigratorPlatform

/// An error that prevents `check --base` from comparing files.
public enum BaseFailure: Error, Sendable, Hashable {
  /// The name is not a valid revision name.
  case badName(String)
  /// The migrations are code.
  case noFiles
  /// The program `git` was not found.
  case noGit
  /// The folder is not in a work tree that git accepts; `reason` is git's message.
  case noRepository(folder: String, reason: String)
  /// The repository has no such commit; `isShallow` is true if it is a shallow clone.
  case unknownRevision(String, isShallow: Bool)
  /// A git command failed; `reason` is its message.
  case git(command: String, reason: String)
}

extension BaseFailure: ExplainedError {
  /// The problem, and the command that fixes it.
  public var explanation: Explanation {
    switch self {
    case .badName(let name):
      Explanation(
        .usage, lines: ["--base \(name.shellWord) is not a git revision."],
        "Pass a branch, tag or commit, such as --base origin/main.")
    case .noFiles:
      Explanation(
        .usage, lines: ["--base requires migrations in files, but these are code."],
        "Omit --base.")
    case .noGit:
      Explanation(
        .blocked, lines: ["--base requires git, which was not found in PATH."],
        "Install git, or omit --base.")
    case .noRepository(let folder, let reason):
      Explanation(
        .blocked,
        lines: ["--base requires a git repository, but git rejects \(folder): \(reason)"],
        "Pass a folder in a work tree with --migrations, or omit --base.")
    case .unknownRevision(let name, let isShallow):
      Explanation(
        .blocked,
        lines: [
          "The repository has no commit \(name.shellWord)"
            + (isShallow ? "; it is a shallow clone." : ".")
        ], Remedy(Self.fetching(name)))
    case .git(let command, let reason):
      Explanation(
        .blocked, lines: ["git \(command) failed: \(reason)"],
        "Fix the cause, or omit --base.")
    }
  }

  /// The command that fetches a revision, even into a shallow clone of another branch.
  private static func fetching(_ name: String) -> String {
    let remote = "origin/"
    guard name.hasPrefix(remote) else {
      return "Fetch it: git fetch --depth=1 origin \(name.shellWord). Then pass --base FETCH_HEAD."
    }
    let branch = name.dropFirst(remote.count)
    let mapping = "+refs/heads/\(branch):refs/remotes/origin/\(branch)"
    return "Fetch it: git fetch --depth=1 origin \(mapping.shellWord)."
  }
}
