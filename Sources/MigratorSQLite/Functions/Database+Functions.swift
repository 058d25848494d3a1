import CSQLite3

extension Database {
  /// Adds a function, replacing one with the same name and number of arguments.
  ///
  /// If SQLite rejects the function, opening the connection fails, or the next statement on it.
  /// Reasons are a name longer than 255 bytes or too many arguments.
  ///
  /// - Parameter function: The function.
  public func add(function: DatabaseFunction) {
    let flags =
      SQLITE_UTF8 | (function.isPure ? SQLITE_DETERMINISTIC | Int32(SQLITE_INNOCUOUS) : 0)
    // SQLite always releases the reference, even if it rejects the function.
    let reference = Unmanaged.passRetained(function).toOpaque()
    let code =
      switch function.kind {
      case .function:
        sqlite3_create_function_v2(
          connection, function.name, function.id.argumentCount, flags, reference,
          { context, count, values in FunctionCall(context, count, values)?.run() }, nil, nil,
          Self.giveBack)
      case .aggregate:
        sqlite3_create_function_v2(
          connection, function.name, function.id.argumentCount, flags, reference, nil,
          { context, count, values in FunctionCall(context, count, values)?.step() },
          { context in FunctionCall(context, 0, nil)?.finish() }, Self.giveBack)
      }
    note(code, failing: "function \(function.name)")
  }

  /// Removes a function.
  ///
  /// - Parameter function: A function with the name and number of arguments of the one to remove.
  public func remove(function: DatabaseFunction) {
    let code = sqlite3_create_function_v2(
      connection, function.name, function.id.argumentCount, SQLITE_UTF8, nil, nil, nil, nil, nil)
    note(code, failing: "function \(function.name)")
  }

  /// Adds a collation, replacing one with the same name.
  ///
  /// - Parameter collation: The collation.
  public func add(collation: DatabaseCollation) {
    let reference = Unmanaged.passRetained(collation)
    let code = sqlite3_create_collation_v2(
      connection, collation.name, SQLITE_UTF8, reference.toOpaque(),
      { context, firstCount, first, secondCount, second in
        guard let context else { return 0 }
        return Unmanaged<DatabaseCollation>.fromOpaque(context).takeUnretainedValue()
          .compare(
            UnsafeRawBufferPointer(start: first, count: Int(firstCount)),
            UnsafeRawBufferPointer(start: second, count: Int(secondCount)))
      },
      { context in
        if let context { Unmanaged<DatabaseCollation>.fromOpaque(context).release() }
      })
    // > the xDestroy callback is not called if the function fails
    if code != SQLITE_OK { reference.release() }
    note(code, failing: "collation \(collation.name)")
  }

  /// Removes a collation.
  ///
  /// - Parameter collation: A collation with the name of the one to remove.
  public func remove(collation: DatabaseCollation) {
    let code = sqlite3_create_collation_v2(
      connection, collation.name, SQLITE_UTF8, nil, nil, nil)
    note(code, failing: "collation \(collation.name)")
  }

  /// Records a rejection until code that can throw runs.
  private func note(_ code: Int32, failing what: String) {
    guard code != SQLITE_OK else { return }
    failure.note(
      DatabaseError(
        resultCode: ResultCode(rawValue: code),
        message: "could not register or remove \(what): \(SQLiteLibrary.words(for: code))"))
  }

  private static let giveBack: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
    if let context { Unmanaged<DatabaseFunction>.fromOpaque(context).release() }
  }
}
