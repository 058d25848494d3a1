package import ArgumentParser
import Dispatch
import MigratorEngine
import MigratorPlatform
import MigratorSession

package enum MigrationNames<Options: SessionOptions> {
  package static var all: CompletionKind { names { _ in true } }

  package static var pending: CompletionKind {
    names { [.pending, .outOfOrder].contains($0.state) }
  }

  private static func names(
    _ isWanted: @escaping @Sendable (MigrationStatus) -> Bool
  ) -> CompletionKind {
    .custom { words, _, prefix in
      // Errors yield no completions; the command itself reports them.
      guard let database = words.first(where: isDatabase) else { return [] }
      // ArgumentParser requires a synchronous result, but an app may create its migrations
      // asynchronously.
      let search = NameSearch()
      Task.detached {
        defer { search.end.signal() }
        guard let options = (try? Options.parse(settings(in: words))) ?? (try? Options.parse([])),
          let overview = try? await options.session(of: database).overview()
        else { return }
        search.found(
          overview.status.migrations.filter(isWanted).map(\.identifier)
            // ArgumentParser separates names by line breaks. Names with invisible characters are
            // omitted.
            .filter { $0.hasPrefix(prefix) && $0.unicodeScalars.allSatisfy(\.isVisible) })
      }
      // Limits how long Tab blocks the shell.
      _ = search.end.wait(timeout: .now() + .seconds(3))
      return search.all
    }
  }

  private static func isDatabase(_ word: String) -> Bool {
    Files.head(of: word, limit: 16) == Array("SQLite format 3\u{0}".utf8)
  }

  private static func settings(in words: [String]) -> [String] {
    let names = ["--migrations", "--format", "--ledger", "--group"]
    return words.indices.dropLast().flatMap { place in
      names.contains(words[place]) ? [words[place], words[place + 1]] : []
    }
  }
}

private final class NameSearch: Sendable {
  let end = DispatchSemaphore(value: 0)
  private let names = Mutex<[String]>([])

  var all: [String] { names.withLock { $0 } }
  func found(_ found: [String]) { names.withLock { $0 = found } }
}
