public import Dispatch
public import MigratorEngine

#if canImport(Combine)
  public import Combine
#else
  public import OpenCombine
  internal import OpenCombineDispatch
#endif

/// Publishers of database work.
public enum DatabasePublishers {
  /// Migrates a database for each subscriber: one value when that is done, or the error.
  ///
  /// Nothing runs before someone subscribes. Cancelling the subscription stops the run: the migration
  /// that runs is rolled back, those before it stay applied.
  public struct Migrate: Publisher {
    /// Nothing but that the migrations are applied.
    public typealias Output = Void
    /// What `DatabaseMigrator.migrate(_:)` throws.
    public typealias Failure = any Error

    fileprivate let upstream: AnyPublisher<Void, any Error>

    /// Begins to migrate.
    ///
    /// - Parameter subscriber: Receives the value and the completion.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Void, S.Failure == any Error {
      upstream.receive(subscriber: subscriber)
    }
  }
}

extension DatabaseMigrator {
  /// Returns a publisher that applies all migrations that are not applied.
  ///
  /// - Parameters:
  ///   - writer: The database.
  ///   - scheduler: Where the value and the completion are delivered.
  /// - Returns: The publisher.
  public func migratePublisher(
    _ writer: any DatabaseWriter, receiveOn scheduler: some Scheduler
  ) -> DatabasePublishers.Migrate {
    let upstream = Deferred {
      let cancellation = Cancellation()
      return Future<Void, any Error> { promise in
        let promise = Promise(promise)
        asyncMigrate(writer, cancellation: cancellation) { promise.keep($0.map { _ in }) }
      }
      .handleEvents(receiveCancel: { cancellation.cancel() })
    }
    return DatabasePublishers.Migrate(
      upstream: upstream.receive(on: scheduler).eraseToAnyPublisher())
  }

  #if canImport(Combine)
    /// Returns a publisher that applies all migrations that are not applied, and delivers on the main
    /// queue.
    ///
    /// - Parameter writer: The database.
    /// - Returns: The publisher.
    public func migratePublisher(_ writer: any DatabaseWriter) -> DatabasePublishers.Migrate {
      migratePublisher(writer, receiveOn: DispatchQueue.main)
    }
  #else
    /// Returns a publisher that applies all migrations that are not applied.
    ///
    /// - Parameters:
    ///   - writer: The database.
    ///   - queue: The queue on which the value and the completion are delivered.
    /// - Returns: The publisher.
    public func migratePublisher(
      _ writer: any DatabaseWriter, receiveOn queue: DispatchQueue = .main
    ) -> DatabasePublishers.Migrate {
      // OpenCombine does not make the queue itself a scheduler.
      migratePublisher(writer, receiveOn: queue.ocombine)
    }
  #endif
}

/// The one place a future's result goes.
///
/// Sendable although the compiler cannot see it: the closure never changes, and futures take their
/// result under a lock of their own, from any thread.
private struct Promise: @unchecked Sendable {
  let keep: (Result<Void, any Error>) -> Void

  init(_ keep: @escaping (Result<Void, any Error>) -> Void) {
    self.keep = keep
  }
}
