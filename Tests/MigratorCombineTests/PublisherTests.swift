import Dispatch
import MigratorCombine
import MigratorTestSupport
import MigratorPlatform
import TestTraits
import Testing

@Suite(.ahead) struct PublisherTests {
  private func migrator(_ sql: String = "CREATE TABLE a(x)") -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { try $0.execute(sql: sql) }
    return migrator
  }

  @Test
  func `nothing runs before a subscription, and one value is delivered after it`() async throws {
    let queue = try DatabaseQueue()
    let publisher = migrator().migratePublisher(queue, receiveOn: DispatchQueue(label: "test"))
    #expect(try await queue.read { try !$0.tableExists("a") })
    #expect(await Heard(publisher).ending() == ["value", "finished"])
    #expect(try await queue.read { try $0.tableExists("a") })
    #expect(await Heard(publisher).ending() == ["value", "finished"])
  }

  @Test func `the publisher of a migrator without migrations finishes`() async throws {
    let pool = try TemporaryFolder()
    let writer = try DatabasePool(path: pool.path("app.sqlite"))
    let publisher = DatabaseMigrator().migratePublisher(writer)
    #expect(await Heard(publisher).ending() == ["value", "finished"])
  }

  @Test func `the value and the completion are delivered on the requested queue`() async throws {
    let key = DispatchSpecificKey<String>()
    let delivery = DispatchQueue(label: "delivery")
    delivery.setSpecific(key: key, value: "delivery")
    let publisher = try migrator().migratePublisher(DatabaseQueue(), receiveOn: delivery)
    let heard = Heard(publisher) { DispatchQueue.getSpecific(key: key) ?? "elsewhere" }
    #expect(await heard.ending() == ["delivery", "delivery"])
  }

  @Test func `the value and the completion are delivered on the main queue by default`()
    async throws
  {
    let key = DispatchSpecificKey<String>()
    DispatchQueue.main.setSpecific(key: key, value: "main")
    let publisher = try migrator().migratePublisher(DatabaseQueue())
    let heard = Heard(publisher) { DispatchQueue.getSpecific(key: key) ?? "elsewhere" }
    #expect(await heard.ending() == ["main", "main"])
  }

  @Test
  func `an error ends the subscription and rolls back the migration that failed`() async throws {
    let queue = try DatabaseQueue()
    let publisher = migrator("CREATE TABLE a(x); SELEC").migratePublisher(queue)
    let heard = await Heard(publisher).ending()
    #expect(heard == ["SQLite error 1: near \"SELEC\": syntax error - while executing `SELEC`"])
    #expect(try await queue.read { try !$0.tableExists("a") })
  }

  @Test
  func
    `the documentation's samples migrate the database and deliver values on the requested queue`()
    async throws
  {
    let migrator = migrator()
    let dbQueue = try DatabaseQueue()
    let publisher = migrator.migratePublisher(dbQueue)
    let (words, continuation) = AsyncStream.makeStream(of: String.self)
    let cancellable = publisher.sink(
      receiveCompletion: { completion in
        continuation.yield("\(completion)")
        continuation.finish()
      },
      receiveValue: { continuation.yield("Migration complete") }
    )
    #expect(await words.reduce(into: []) { $0.append($1) } == ["Migration complete", "finished"])
    cancellable.cancel()
    #expect(try await dbQueue.read { try $0.tableExists("a") })

    let dbPool = try DatabaseQueue()
    let global = migrator.migratePublisher(dbPool, receiveOn: DispatchQueue.global())
    #expect(await Heard(global).ending() == ["value", "finished"])
    #expect(try await dbPool.read { try $0.tableExists("a") })
  }

  @Test func `cancelling the subscription rolls back the running migration`() async throws {
    let queue = try DatabaseQueue()
    let began = DispatchSemaphore(value: 0)
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { db in
      try db.execute(sql: "CREATE TABLE a(x)")
      began.signal()
      try db.execute(
        sql: """
          INSERT INTO a
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n
          """)
    }
    let subscription = migrator.migratePublisher(queue)
      .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      DispatchQueue(label: "waiting").async {
        #expect(began.wait(timeout: .now() + 600) == .success)
        done.resume()
      }
    }
    subscription.cancel()
    // Waits until the migration ends; without cancellation it would never end.
    #expect(try await queue.read { try !$0.tableExists("a") })
  }
}

/// Records the values that a publisher delivers until its completion.
private final class Heard: Sendable {
  private let words = Mutex<[String]>([])
  private let stream: AsyncStream<Void>

  init(_ publisher: DatabasePublishers.Migrate, place: (@Sendable () -> String)? = nil) {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    self.stream = stream
    var subscription: AnyCancellable?
    subscription = publisher.sink(
      receiveCompletion: { [self] completion in
        switch completion {
        case .finished: hear(place?() ?? "finished")
        case .failure(let error): hear("\(error)")
        }
        continuation.finish()
      }, receiveValue: { [self] in hear(place?() ?? "value") })
    if let subscription {
      let kept = Kept(subscription)
      continuation.onTermination = { _ in kept.release() }
    }
  }

  private func hear(_ word: String) {
    words.withLock { $0.append(word) }
  }

  func ending() async -> [String] {
    for await _ in stream {}
    return words.withLock { $0 }
  }
}

/// Keeps a subscription alive until the end.
///
/// `@unchecked Sendable` is safe: `cancel` may be called on any thread.
private final class Kept: @unchecked Sendable {
  private let subscription: AnyCancellable

  init(_ subscription: AnyCancellable) {
    self.subscription = subscription
  }

  func release() {
    _ = subscription
  }
}
