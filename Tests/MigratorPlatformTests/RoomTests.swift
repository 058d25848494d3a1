import CMigratorPlatform
import Testing

/// What SQLite asks for when it enters a name (`hash.c`), and when it writes a journal in memory
/// (`memjournal.c`).
@Suite(.timeLimit(.minutes(15)))
struct RoomTests {
  /// Asks for an entry, and then for a table.
  private func table() -> UnsafeMutableRawPointer? {
    let entry = platform_room_allocate(Int32(4 * MemoryLayout<Int>.size))
    let table = platform_room_allocate(1024)
    // Not given back where the table would be.
    defer { platform_room_free(entry) }
    return table
  }

  @Test func `a table of names gets more than it asks for, and more where that is too small`() {
    let first = table()
    let room = platform_room_size(first)
    #expect(room >= 1 << 16)
    let second = table()
    // Another thing of that size, which is given back by itself.
    platform_room_free(second)
    let third = table()
    #expect(platform_room_size(third) < room * 2)
    // A table asks again, and gives back what was too small.
    let entry = platform_room_allocate(Int32(5 * MemoryLayout<Int>.size))
    let larger = platform_room_allocate(1024)
    platform_room_free(third)
    let fourth = table()
    #expect(platform_room_size(fourth) >= room * 3)
    for block in [first, entry, larger, fourth] { platform_room_free(block) }
  }

  @Test func `all else gets what it asks for, and keeps what is in it`() throws {
    #expect(platform_room_rounded(13) == 16)
    let block = try #require(platform_room_allocate(1016))
    #expect((1016..<1100).contains(Int(platform_room_size(block))))
    block.storeBytes(of: 42, as: UInt8.self)
    let grown = try #require(platform_room_reallocate(block, 1024))
    #expect(grown.load(as: UInt8.self) == 42)
    // A journal is any number of pieces of that size.
    let pieces = (0..<3).map { _ in platform_room_allocate(1024) }
    #expect((pieces + [grown]).allSatisfy { platform_room_size($0) < 1 << 12 })
    for block in pieces + [grown] { platform_room_free(block) }
  }
}
