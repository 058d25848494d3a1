import CSQLite3

/// Sees what statements are going to do while they are compiled, and may forbid it.
///
/// It costs nothing per row. What it cannot see: deletes by `OR REPLACE`, and the new name of a
/// renamed table. Source: <https://www.sqlite.org/c3ref/set_authorizer.html>.
public final class Authorizer {
  /// The answer to an event.
  public enum Decision: Sendable, Hashable {
    /// The statement may do it.
    case allow
    /// The statement fails with SQLITE_AUTH and this message.
    case deny(String)
    /// A pragma does nothing and answers nothing; of other events see SQLITE_IGNORE.
    case ignore
  }

  private let decide: (AuthorizerEvent) -> Decision
  private let seesReads: Bool
  private var denial: String?
  /// The authorizer that was there before, which is asked as well.
  fileprivate var outer: Authorizer?
  /// Whether our own transaction statements run, about which nobody is asked.
  fileprivate var isSuspended = false

  /// Creates an authorizer.
  ///
  /// - Parameters:
  ///   - seesReads: Whether it is asked about columns that are read, too, which are the most frequent
  ///     events by far.
  ///   - decide: Called for each event, possibly several times for one statement. It must
  ///     not use the connection.
  public init(seesReads: Bool = false, _ decide: @escaping (AuthorizerEvent) -> Decision) {
    self.seesReads = seesReads
    self.decide = decide
  }

  /// Whether this one or one around it is asked about reading.
  fileprivate var wantsReads: Bool { seesReads || outer?.wantsReads == true }

  /// Returns the message of the last denial, and forgets it.
  func takeDenial() -> String? {
    defer { denial = nil }
    return denial
  }

  /// Forgets the last denial.
  func forgetDenial() {
    denial = nil
  }

  /// Whether an authorizer is this one or around it.
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
  /// Runs a closure while an authorizer sees the statements that are compiled.
  ///
  /// Statements compiled before are compiled again, so that nothing escapes it. The transactions and
  /// savepoints that ``inTransaction(_:_:)``, ``inSavepoint(_:)`` and their like make are not asked
  /// about. An authorizer around this one sees and forbids as before.
  ///
  /// - Parameters:
  ///   - authorizer: The authorizer.
  ///   - body: The closure.
  /// - Returns: What the closure returns.
  /// - Throws: The error of the closure.
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

  /// Runs one of our own statements, about which the authorizer is not asked.
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
    // `self.authorizer` keeps the authorizer alive for as long as SQLite knows its address.
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
