import CSQLite3
import MigratorPlatform
import SQLSyntax

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

  /// Runs a closure while a follower receives the statements that completed.
  ///
  /// Unlike an ``Authorizer``, which sees statements when they are compiled, the follower receives
  /// them in execution order, without those that failed. It does not receive statements that
  /// extensions run internally.
  ///
  /// - Parameters:
  ///   - words: The first keywords of the statements to report.
  ///   - follower: Called with the SQL of a statement. It must not use the connection.
  ///   - body: The closure.
  /// - Returns: The result of the closure.
  /// - Throws: Errors thrown by the closure.
  package func followed<T>(
    from words: Set<SQLName>, by follower: @escaping (String) -> Void, _ body: () throws -> T
  ) rethrows -> T {
    let outer = self.follower
    self.follower = CompletionObserver(words: words, follow: follower)
    defer { self.follower = outer }
    return try body()
  }

  /// Runs a closure while a counter counts the changed rows of `main`.
  ///
  /// - Parameters:
  ///   - counter: The counter; `nil` runs the closure without one.
  ///   - body: The closure.
  /// - Returns: The result of the closure.
  /// - Throws: Errors thrown by the closure.
  public func counted<T>(by counter: RowChangeCounter?, _ body: () throws -> T) rethrows -> T {
    guard let counter else { return try body() }
    let outer = rowChangeCounter
    install(counter)
    defer { install(outer) }
    return try body()
  }

  private func install(_ counter: RowChangeCounter?) {
    rowChangeCounter = counter
    guard let counter else {
      sqlite3_preupdate_hook(connection, nil, nil)
      return
    }
    // `rowChangeCounter` keeps the counter alive while SQLite holds its address.
    sqlite3_preupdate_hook(
      connection,
      { context, connection, operation, database, table, before, after in
        guard let context, let database, let table, strcmp(database, "main") == 0 else { return }
        Unmanaged<RowChangeCounter>.fromOpaque(context).takeUnretainedValue()
          .count(
            operation, table: table, before: before, after: after,
            depth: sqlite3_preupdate_depth(connection))
      }, Unmanaged.passUnretained(counter).toOpaque())
  }

  /// Runs a closure while a log records the written rows.
  ///
  /// - Parameters:
  ///   - log: The log.
  ///   - body: The closure.
  /// - Returns: The result of the closure.
  /// - Throws: Errors thrown by the closure.
  package func logged<T>(by log: RowWriteLog, _ body: () throws -> T) rethrows -> T {
    let outer = rowWriteLog
    install(log)
    defer { install(outer) }
    return try body()
  }

  private func install(_ log: RowWriteLog?) {
    rowWriteLog = log
    guard let log else {
      sqlite3_update_hook(connection, nil, nil)
      return
    }
    // `rowWriteLog` keeps the log alive while SQLite holds its address.
    sqlite3_update_hook(
      connection,
      { context, operation, database, table, row in
        guard let context, let database, let table, operation != SQLITE_DELETE,
          strcmp(database, "main") == 0
        else { return }
        Unmanaged<RowWriteLog>.fromOpaque(context).takeUnretainedValue().note(table, row)
      }, Unmanaged.passUnretained(log).toOpaque())
  }

  /// Runs a closure while a watcher receives its statements that may write.
  ///
  /// - Parameters:
  ///   - watcher: The watcher; `nil` runs the closure without one.
  ///   - body: The closure.
  /// - Returns: The result of the closure.
  /// - Throws: Errors thrown by the closure.
  package func watched<T>(by watcher: StatementWatcher?, _ body: () throws -> T) rethrows -> T {
    guard let watcher else { return try body() }
    let outer = self.watcher
    self.watcher = watcher
    defer { self.watcher = outer }
    return try body()
  }

  /// Runs read-only statements that the authorizer, follower and watcher do not see.
  ///
  /// - Parameter body: The closure.
  /// - Returns: The result of the closure.
  /// - Throws: Errors thrown by the closure.
  package func aside<T>(_ body: () throws -> T) rethrows -> T {
    let (watcher, follower) = (self.watcher, self.follower)
    (self.watcher, self.follower) = (nil, nil)
    defer { (self.watcher, self.follower) = (watcher, follower) }
    return try unobserved(body)
  }
}
