import CMigratorPlatform
import Testing

/// The allocations that SQLite makes when it adds a name to a hash table (`hash.c`) and when it
/// writes a journal in memory (`memjournal.c`).
struct RoomTests {
  /// Allocates a hash entry, then the table, as SQLite does.
  private func table() -> UnsafeMutableRawPointer? {
    let entry = platform_room_allocate(Int32(4 * MemoryLayout<Int>.size))
    let table = platform_room_allocate(1024)
    // Freed last: freeing resets the request size by which a table is recognized.
    defer { platform_room_free(entry) }
    return table
  }

  @Test func `a hash table gets more memory than requested, and more again when it grows`() {
    let first = table()
    let room = platform_room_size(first)
    #expect(room >= 1 << 16)
    let second = table()
    // Freed without a request for a larger table.
    platform_room_free(second)
    let third = table()
    #expect(platform_room_size(third) < room * 2)
    // A growing table requests new memory, then frees the old.
    let entry = platform_room_allocate(Int32(5 * MemoryLayout<Int>.size))
    let larger = platform_room_allocate(1024)
    platform_room_free(third)
    let fourth = table()
    #expect(platform_room_size(fourth) >= room * 3)
    for block in [first, entry, larger, fourth] { platform_room_free(block) }
  }

  @Test func `other allocations get the requested size and keep their content`() throws {
    #expect(platform_room_rounded(13) == 16)
    let block = try #require(platform_room_allocate(1016))
    #expect((1016..<1100).contains(Int(platform_room_size(block))))
    block.storeBytes(of: 42, as: UInt8.self)
    let grown = try #require(platform_room_reallocate(block, 1024))
    #expect(grown.load(as: UInt8.self) == 42)
    // A journal may have any number of chunks of this size.
    let pieces = (0..<3).map { _ in platform_room_allocate(1024) }
    #expect((pieces + [grown]).allSatisfy { platform_room_size($0) < 1 << 12 })
    for block in pieces + [grown] { platform_room_free(block) }
  }
}
