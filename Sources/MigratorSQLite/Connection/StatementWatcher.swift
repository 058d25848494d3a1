import SQLSyntax

/// Receives the statements of a connection that may write, before and after they run.
///
/// It receives statements one by one, as they run, but not those that fail to compile.
package struct StatementWatcher {
  /// Called with the SQL of a statement before it runs; the statement rethrows its errors.
  package let begin: (String) throws -> Void
  /// Called with the error, if any, after a statement completed or failed.
  package let end: ((any Error)?) -> Void

  package init(
    begin: @escaping (String) throws -> Void, end: @escaping ((any Error)?) -> Void
  ) {
    self.begin = begin
    self.end = end
  }
}

struct CompletionObserver {
  let words: Set<SQLName>
  let follow: (String) -> Void
}
