// Members of GRDB's configuration that have no meaning here.
//
// Source: `GRDB/Core/Configuration.swift` of GRDB 7.10.0.
#if canImport(Darwin)
  public import Dispatch
#else
  @preconcurrency public import Dispatch
#endif

extension Configuration {
  /// The priority of accesses in GRDB; here it has no effect.
  ///
  /// Accesses run on the calling thread with its priority; awaited accesses have the task's
  /// priority.
  public var qos: DispatchQoS {
    get { .userInitiated }
    set {}
  }

  /// The priority of reads: that of the caller.
  public var readQoS: DispatchQoS { qos }

  /// The priority of writes: that of the caller.
  public var writeQoS: DispatchQoS { qos }

  /// The queue of accesses in GRDB; here it has no effect.
  public var targetQueue: DispatchQueue? {
    get { nil }
    set {}
  }

  /// The queue of writes in GRDB; here it has no effect.
  public var writeTargetQueue: DispatchQueue? {
    get { nil }
    set {}
  }

  /// True if a pool keeps its readers open; always true here.
  public var persistentReadOnlyConnections: Bool {
    get { true }
    set {}
  }

  /// True if memory is released on memory warnings in GRDB; always false here.
  public var automaticMemoryManagement: Bool {
    get { false }
    set {}
  }

  /// Unavailable: accesses do not end when the app is suspended.
  @available(
    *, unavailable,
    message: "Accesses continue when the app is suspended. Call interrupt() on the writer before"
  )
  public var observesSuspensionNotifications: Bool {
    get { false }
    set {}
  }

  /// Unavailable: an access ends its transaction.
  @available(
    *, unavailable,
    message: "An access must end its transaction. Use write, inTransaction or inSavepoint"
  )
  public var allowsUnsafeTransactions: Bool {
    get { false }
    set {}
  }

  /// Unavailable: a connection has no transaction date.
  @available(*, unavailable, message: "There is no transactionDate. Pass a Date as an argument")
  public var transactionClock: Any {
    get { () }
    set {}
  }

  /// Unavailable: the schema is always read from the database.
  @available(
    *, unavailable, message: "Migrations use SQL, which requires only the schema of the database"
  )
  public var schemaSource: Any? {
    get { nil }
    set {}
  }
}
