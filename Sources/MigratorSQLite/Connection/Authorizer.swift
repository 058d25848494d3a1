import CSQLite3

/// Observes the actions of statements at compile time, and may deny them.
///
/// It has no cost per row. It does not see deletes by `OR REPLACE` or the new name of a renamed
/// table.
/// Source: <https://www.sqlite.org/c3ref/set_authorizer.html>.
public final class Authorizer {
  /// The answer to an event.
  public enum Decision: Sendable, Hashable {
    /// The action is allowed.
    case allow
    /// The statement fails with SQLITE_AUTH and this message.
    case deny(String)
    /// A pragma has no effect and returns nothing; for other events, see SQLITE_IGNORE.
    case ignore
  }

  private let decide: (AuthorizerEvent) -> Decision
  private let seesReads: Bool
  private var denial: String?
  /// The enclosing authorizer, which is also consulted.
  var outer: Authorizer?
  /// True while the library's own transaction statements run, which are always allowed.
  var isSuspended = false

  /// Creates an authorizer.
  ///
  /// - Parameters:
  ///   - seesReads: True to receive events for column reads, by far the most frequent events.
  ///   - decide: Called for each event, possibly several times for one statement. It must not use
  ///     the connection.
  public init(seesReads: Bool = false, _ decide: @escaping (AuthorizerEvent) -> Decision) {
    self.seesReads = seesReads
    self.decide = decide
  }

  /// True if this authorizer or an enclosing one receives read events.
  var wantsReads: Bool { seesReads || outer?.wantsReads == true }

  func takeDenial() -> String? {
    defer { denial = nil }
    return denial
  }

  func forgetDenial() {
    denial = nil
  }

  /// Returns true if an authorizer is this one or encloses it.
  func asks(_ other: Authorizer) -> Bool {
    self === other || outer?.asks(other) == true
  }

  func answer(_ event: AuthorizerEvent) -> Int32 {
    if isSuspended { return SQLITE_OK }
    if case .read = event, !seesReads { return outer?.answer(event) ?? SQLITE_OK }
    let answer: Int32
    switch decide(event) {
    case .allow: answer = SQLITE_OK
    case .ignore: answer = SQLITE_IGNORE
    case .deny(let reason):
      denial = reason
      return SQLITE_DENY
    }
    guard let outer else { return answer }
    let other = outer.answer(event)
    if let reason = outer.takeDenial() { denial = reason }
    return other == SQLITE_OK ? answer : other
  }
}
