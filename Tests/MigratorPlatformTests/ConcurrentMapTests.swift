import Testing

@testable import MigratorPlatform

struct ConcurrentMapTests {
  @Test(arguments: [0, 1, 64, 65, 128, 1_000])
  func `results come in the order of the elements`(count: Int) {
    #expect(Array(0..<count).concurrentMap { "\($0)" } == (0..<count).map { "\($0)" })
  }
}
