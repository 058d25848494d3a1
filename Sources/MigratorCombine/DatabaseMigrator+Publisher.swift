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
  /// Migrates a database for each subscriber; emits one value when done, or the error.
  ///
  /// The work starts on subscription. Cancelling the subscription stops the run: the current
  /// migration is rolled back, and earlier ones remain applied.
  public struct Migrate: Publisher {
    /// An empty value, emitted when the migrations are applied.
    public typealias Output = Void
    /// The error that `DatabaseMigrator.migrate(_:)` throws.
    public typealias Failure = any Error

    fileprivate let upstream: AnyPublisher<Void, any Error>

    /// Starts the migration for a subscriber.
    ///
    /// - Parameter subscriber: Receives the value and the completion.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Void, S.Failure == any Error {
      upstream.receive(subscriber: subscriber)
    }
  }
}

extension DatabaseMigrator {
  /// Returns a publisher that applies all pending migrations.
  ///
  /// - Parameters:
  ///   - writer: The database.
  ///   - scheduler: The scheduler that delivers the value and the completion.
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
    /// Returns a publisher that applies all pending migrations and delivers on the main queue.
    ///
    /// - Parameter writer: The database.
    /// - Returns: The publisher.
    public func migratePublisher(_ writer: any DatabaseWriter) -> DatabasePublishers.Migrate {
      migratePublisher(writer, receiveOn: DispatchQueue.main)
    }
  #else
    /// Returns a publisher that applies all pending migrations.
    ///
    /// - Parameters:
    ///   - writer: The database.
    ///   - queue: The queue that delivers the value and the completion.
    /// - Returns: The publisher.
    public func migratePublisher(
      _ writer: any DatabaseWriter, receiveOn queue: DispatchQueue = .main
    ) -> DatabasePublishers.Migrate {
      // In OpenCombine, the queue itself is not a scheduler.
      migratePublisher(writer, receiveOn: queue.ocombine)
    }
  #endif
}

/// The promise of a future, for capture in a sendable closure.
///
/// It is safe as `@unchecked Sendable`: the closure is immutable, and futures accept their result
/// from any thread under their own lock.
private struct Promise: @unchecked Sendable {
  let keep: (Result<Void, any Error>) -> Void

  init(_ keep: @escaping (Result<Void, any Error>) -> Void) {
    self.keep = keep
  }
}
