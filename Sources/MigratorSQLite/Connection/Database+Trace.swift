import CSQLite3

extension Database {
  /// The events that a trace reports.
  public struct TracingOptions: OptionSet, Sendable {
    /// SQLite's bits.
    public let rawValue: CInt

    /// Creates options.
    ///
    /// - Parameter rawValue: SQLite's bits.
    public init(rawValue: CInt) {
      self.rawValue = rawValue
    }

    /// Reports the start of a statement.
    public static let statement = TracingOptions(rawValue: SQLITE_TRACE_STMT)
    /// Reports the end of a statement, with its duration.
    public static let profile = TracingOptions(rawValue: SQLITE_TRACE_PROFILE)
  }

  /// The start or the end of a statement.
  public enum TraceEvent: Sendable, CustomStringConvertible {
    /// A traced statement.
    public struct Statement: Sendable, CustomStringConvertible {
      /// The SQL, with its parameters; for the statements of a trigger, a comment.
      public let sql: String
      /// The SQL with the values of its parameters, which may be confidential.
      public let expandedSQL: String
      fileprivate let showsArguments: Bool

      /// The SQL, with values if the configuration has public arguments.
      public var description: String { showsArguments ? expandedSQL : sql }
    }

    /// A statement begins.
    case statement(Statement)
    /// A statement ended, after a duration in seconds.
    case profile(statement: Statement, duration: Double)

    /// The statement, following its duration if that is known.
    public var description: String {
      switch self {
      case .statement(let statement): "\(statement)"
      case .profile(let statement, let duration):
        "\((duration * 1000).rounded() / 1000)s \(statement)"
      }
    }
  }

  /// Calls a closure for each statement that runs.
  ///
  /// ```swift
  /// configuration.prepareDatabase { db in db.trace { print($0) } }
  /// ```
  ///
  /// - Parameters:
  ///   - options: The events to report.
  ///   - trace: The closure, which must not use the connection; `nil` ends the trace.
  /// - Source: <https://www.sqlite.org/c3ref/trace_v2.html>
  public func trace(
    options: TracingOptions = .statement, _ trace: ((TraceEvent) -> Void)? = nil
  ) {
    tracer = trace
    guard trace != nil, !options.isEmpty else {
      sqlite3_trace_v2(connection, 0, nil, nil)
      return
    }
    // The deinit of the database removes the callback, so its address remains valid.
    sqlite3_trace_v2(
      connection, UInt32(bitPattern: options.rawValue),
      { mask, context, statement, detail in
        guard let context, let statement else { return 0 }
        Unmanaged<Database>.fromOpaque(context).takeUnretainedValue()
          .tell(Int32(bitPattern: mask), OpaquePointer(statement), detail)
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func tell(_ mask: Int32, _ pointer: OpaquePointer, _ detail: UnsafeMutableRawPointer?) {
    guard let tracer else { return }
    switch mask {
    case SQLITE_TRACE_STMT:
      // > the X argument points to the unexpanded SQL text or an SQL comment of a trigger
      let text = detail.map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
      tracer(.statement(traced(pointer, text)))
    case SQLITE_TRACE_PROFILE:
      let nanoseconds = detail?.load(as: Int64.self) ?? 0
      tracer(
        .profile(statement: traced(pointer, nil), duration: Double(nanoseconds) / 1_000_000_000))
    default: break
    }
  }

  private func traced(_ pointer: OpaquePointer, _ text: String?) -> TraceEvent.Statement {
    let sql = text ?? sqlite3_sql(pointer).map { String(cString: $0) } ?? ""
    let isComment = sql.hasPrefix("--")
    let expanded = isComment ? nil : sqlite3_expanded_sql(pointer)
    defer { sqlite3_free(expanded) }
    return TraceEvent.Statement(
      sql: isComment ? sql : sql.trimmedStatement,
      expandedSQL: expanded.map { String(cString: $0).trimmedStatement } ?? sql,
      showsArguments: configuration.publicStatementArguments)
  }
}
