import MigratorPlatform

/// The bytes of a database: those of the original, and those written over them.
///
/// They are stored in blocks. A written block is in a slot of a file without a name; other blocks
/// are read from the original. Slots of the held state are not overwritten: a block gets another
/// slot, and the old one is reused after the state is released.
struct OverlayPages {
  struct Map {
    /// The slot of each block, starting at 1; 0 for a block of the original.
    var slots: [UInt32] = []
    var size: Int64
    /// The number of bytes at the start of the original that are still valid.
    var originalSize: Int64
  }

  /// Reads bytes of the original, with zeros beyond its end.
  typealias Original =
    (_ buffer: UnsafeMutableRawBufferPointer, _ offset: Int64) -> Int32

  private(set) var map: Map
  /// The earlier state that a reader sees.
  private(set) var held: Map?

  private let blockSize: Int
  private let file: UnlinkedFile
  private var slotCount: UInt32 = 0
  /// Slots that only ``held`` uses.
  private var retired: [UInt32] = []
  private var free: [UInt32] = []

  /// Creates the bytes of an original, in blocks of the page size.
  ///
  /// Written blocks are stored in the folder.
  ///
  /// Sizes are in bytes.
  init(size: Int64, blockSize: Int, in folder: String) throws(SystemFailure) {
    map = Map(size: size, originalSize: size)
    self.blockSize = blockSize
    file = try UnlinkedFile(in: folder)
  }

  /// The disk space used by the written blocks, in bytes.
  var byteCount: Int64 { Int64(slotCount) * Int64(blockSize) }

  /// Holds the current state, and releases the previously held one.
  mutating func hold() {
    release()
    held = map
  }

  mutating func release() {
    held = nil
    free += retired
    retired = []
  }

  /// Reads bytes of a state; bytes beyond the end are zero.
  ///
  /// Returns 0, or the error code of the original.
  func read(
    _ map: Map, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64, _ original: Original
  ) throws(SystemFailure) -> Int32 {
    var done = 0
    while done < buffer.count {
      let (block, start, range) = piece(of: buffer.count, from: done, at: offset)
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer[range])
      if block < map.slots.count, map.slots[block] > 0 {
        try file.read(into: part, at: position(of: map.slots[block]) + Int64(start))
      } else {
        let place = offset + Int64(done)
        let good = Int(max(0, min(Int64(part.count), map.originalSize - place)))
        if good > 0 {
          let code = original(UnsafeMutableRawBufferPointer(rebasing: part[..<good]), place)
          if code != 0 { return code }
        }
        UnsafeMutableRawBufferPointer(rebasing: part[good...])
          .initializeMemory(as: UInt8.self, repeating: 0)
      }
      done = range.upperBound
    }
    return 0
  }

  /// Returns the part of an access that lies in one block, and where it starts in that block.
  private func piece(
    of count: Int, from done: Int, at offset: Int64
  ) -> (block: Int, start: Int, range: Range<Int>) {
    let (block, start) = (offset + Int64(done)).quotientAndRemainder(dividingBy: Int64(blockSize))
    return (Int(block), Int(start), done..<min(count, done + blockSize - Int(start)))
  }

  /// Writes bytes; reads the original for partially written blocks.
  ///
  /// Returns 0, or the error code of the original.
  mutating func write(
    _ buffer: UnsafeRawBufferPointer, at offset: Int64, _ original: Original
  ) throws(SystemFailure) -> Int32 {
    var done = 0
    while done < buffer.count {
      let (block, start, range) = piece(of: buffer.count, from: done, at: offset)
      let part = UnsafeRawBufferPointer(rebasing: buffer[range])
      let code = try write(part, to: block, at: start, original)
      if code != 0 { return code }
      done = range.upperBound
    }
    map.size = max(map.size, offset + Int64(buffer.count))
    return 0
  }

  /// Writes bytes of one block, into a slot that the held state does not use.
  ///
  /// A block gets a new slot only after the slot is completely written, so an error leaves the
  /// block unchanged.
  private mutating func write(
    _ part: UnsafeRawBufferPointer, to block: Int, at start: Int, _ original: Original
  ) throws(SystemFailure) -> Int32 {
    let old = block < map.slots.count ? map.slots[block] : 0
    if old > 0, !isHeld(old, block) {
      try file.write(part, at: position(of: old) + Int64(start))
      return 0
    }
    let slot = free.last ?? slotCount + 1
    if part.count < blockSize {
      let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: blockSize, alignment: 16)
      defer { bytes.deallocate() }
      let code = try read(map, into: bytes, at: Int64(block) * Int64(blockSize), original)
      if code != 0 { return code }
      try file.write(UnsafeRawBufferPointer(bytes), at: position(of: slot))
    }
    try file.write(part, at: position(of: slot) + Int64(start))
    if block >= map.slots.count {
      map.slots += Array(repeating: 0, count: block + 1 - map.slots.count)
    }
    if free.last == slot { free.removeLast() } else { slotCount = slot }
    map.slots[block] = slot
    if old > 0 { retired.append(old) }
    return 0
  }

  private func isHeld(_ slot: UInt32, _ block: Int) -> Bool {
    guard let held, block < held.slots.count else { return false }
    return held.slots[block] == slot
  }

  /// Truncates or extends the database to a size in bytes.
  ///
  /// Returns 0, or the error code of the original.
  mutating func truncate(to size: Int64, _ original: Original) throws(SystemFailure) -> Int32 {
    if size < map.size {
      let blocks = Int((size + Int64(blockSize) - 1) / Int64(blockSize))
      let start = Int(size % Int64(blockSize))
      if start > 0 {
        // Removed bytes must not reappear when the database grows again.
        let zeros = UnsafeMutableRawBufferPointer.allocate(
          byteCount: blockSize - start, alignment: 16)
        defer { zeros.deallocate() }
        zeros.initializeMemory(as: UInt8.self, repeating: 0)
        let code = try write(UnsafeRawBufferPointer(zeros), at: size, original)
        if code != 0 { return code }
      }
      for block in blocks..<max(blocks, map.slots.count) where map.slots[block] > 0 {
        if isHeld(map.slots[block], block) {
          retired.append(map.slots[block])
        } else {
          free.append(map.slots[block])
        }
      }
      if map.slots.count > blocks { map.slots.removeSubrange(blocks...) }
      map.originalSize = min(map.originalSize, size)
    }
    map.size = size
    return 0
  }

  private func position(of slot: UInt32) -> Int64 { Int64(slot - 1) * Int64(blockSize) }
}
