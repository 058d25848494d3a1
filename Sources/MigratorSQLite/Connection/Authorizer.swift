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
    /// A pragma has no effect and returns nothing; for other events see SQLITE_IGNORE.
    case ignore
  }

  private let decide: (AuthorizerEvent) -> Decision
  private let seesReads: Bool
  private var denial: String?
  /// The enclosing authorizer, which is also consulted.
  fileprivate var outer: Authorizer?
  /// True while the library's own transaction statements run, which are always allowed.
  fileprivate var isSuspended = false

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
  fileprivate var wantsReads: Bool { seesReads || outer?.wantsReads == true }

  func takeDenial() -> String? {
    defer { denial = nil }
    return denial
  }

  func forgetDenial() {
    denial = nil
  }

  /// Returns true if an authorizer is this one or encloses it.
  fileprivate func asks(_ other: Authorizer) -> Bool {
    self === other || outer?.asks(other) == true
  }

  fileprivate func answer(_ event: AuthorizerEvent) -> Int32 {
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

extension Database {
  /// Runs a closure while an authorizer observes the statements that are compiled.
  ///
  /// SQLite recompiles statements that were compiled earlier, so the authorizer sees them too. It
  /// does not see the transactions and savepoints of ``inTransaction(_:_:)``, ``inSavepoint(_:)``
  /// and similar methods. Enclosing authorizers remain in effect.
  ///
  /// - Parameters:
  ///   - authorizer: The authorizer.
  ///   - body: The closure.
  /// - Returns: The result of the closure.
  /// - Throws: Errors thrown by the closure.
  public func observed<T>(by authorizer: Authorizer, _ body: () throws -> T) rethrows -> T {
    let outer = self.authorizer
    let isNew = outer?.asks(authorizer) != true
    if isNew { authorizer.outer = outer }
    install(authorizer)
    defer {
      if isNew { authorizer.outer = nil }
      install(outer)
    }
    return try body()
  }

  /// Runs one of the library's own statements without consulting the authorizer.
  func unobserved<T>(_ body: () throws -> T) rethrows -> T {
    guard let authorizer, !authorizer.isSuspended else { return try body() }
    authorizer.isSuspended = true
    defer { authorizer.isSuspended = false }
    return try body()
  }

  private func install(_ authorizer: Authorizer?) {
    self.authorizer = authorizer
    guard let authorizer else {
      sqlite3_set_authorizer(connection, nil, nil)
      return
    }
    // `self.authorizer` keeps the authorizer alive while SQLite holds its address.
    sqlite3_set_authorizer(
      connection,
      { context, action, first, second, database, via in
        guard let context else { return SQLITE_OK }
        if action == SQLITE_SELECT { return SQLITE_OK }
        let authorizer = Unmanaged<Authorizer>.fromOpaque(context).takeUnretainedValue()
        if action == SQLITE_READ, !authorizer.wantsReads { return SQLITE_OK }
        let event = AuthorizerEvent(
          action: action, first: first.map { String(cString: $0) },
          second: second.map { String(cString: $0) },
          database: database.map { String(cString: $0) }, via: via.map { String(cString: $0) })
        guard let event else { return SQLITE_OK }
        return authorizer.answer(event)
      }, Unmanaged.passUnretained(authorizer).toOpaque())
  }
}
