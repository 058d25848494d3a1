import MigratorPlatform

/// The keys of a parent table: a bitmap, or an open-addressing table of 64-bit hashes.
///
/// A plain struct behind a pointer, because an SQLite callback uses it for every row.
struct KeyStore {
  let ignoresCase: Bool
  let hash = KeyHash()
  /// The number of keys; the bitmap also counts duplicates.
  private(set) var count = 0
  /// True if the keys exceed the memory limit; the set is then unusable.
  private(set) var isOverLimit = false

  private let bits: UnsafeMutablePointer<UInt64>?
  private let base: Int64
  private let span: UInt64

  /// The hash table; 0 marks an empty slot.
  private var slots: UnsafeMutablePointer<UInt64>
  private var mask: UInt64
  private var hasZero = false
  private let maximalSlotCount: Int

  var byteCount: Int {
    8 * Int(mask + 1) + (bits == nil ? 0 : Int(span / 8))
  }

  /// Creates a bitmap for a range of integers, or `nil` if it would exceed the limit.
  init?(from least: Int64, through greatest: Int64, byteLimit: Int) {
    let span = UInt64(bitPattern: greatest &- least)
    guard least <= greatest, span / 8 < UInt64(clamping: byteLimit) else { return nil }
    let words = Int(span / 64) + 1
    ignoresCase = false
    base = least
    self.span = span
    // calloc returns pages that take no memory until they are touched.
    guard let memory = calloc(words, 8) else { return nil }
    bits = memory.bindMemory(to: UInt64.self, capacity: words)
    maximalSlotCount = 1
    slots = .allocate(capacity: 1)
    slots.initialize(to: 0)
    mask = 0
  }

  init(ignoresCase: Bool, expectedCount: Int, byteLimit: Int) {
    self.ignoresCase = ignoresCase
    bits = nil
    base = 0
    span = 0
    var slotCount = 1024
    while slotCount * 5 / 8 < expectedCount && slotCount * 16 <= byteLimit { slotCount *= 2 }
    maximalSlotCount = max(slotCount, byteLimit / 8)
    slots = .allocate(capacity: slotCount)
    slots.initialize(repeating: 0, count: slotCount)
    mask = UInt64(slotCount - 1)
  }

  func deallocate() {
    free(bits)
    slots.deallocate()
  }

  @inline(__always)
  var isBitmap: Bool { bits != nil }

  @inline(__always)
  func contains(bitOf value: Int64) -> Bool {
    let offset = UInt64(bitPattern: value &- base)
    guard offset <= span, let bits else { return false }
    return bits[Int(truncatingIfNeeded: offset &>> 6)] & (1 &<< (offset & 63)) != 0
  }

  mutating func insert(bitOf value: Int64) {
    let offset = UInt64(bitPattern: value &- base)
    guard offset <= span, let bits else { return }
    bits[Int(truncatingIfNeeded: offset &>> 6)] |= 1 &<< (offset & 63)
    count += 1
  }

  @inline(__always)
  func contains(_ hash: UInt64) -> Bool {
    if hash == 0 { return hasZero }
    var index = hash & mask
    while true {
      let slot = slots[Int(truncatingIfNeeded: index)]
      if slot == hash { return true }
      if slot == 0 { return false }
      index = (index &+ 1) & mask
    }
  }

  mutating func insert(_ hash: UInt64) {
    if isOverLimit { return }
    if hash == 0 {
      if !hasZero { count += 1 }
      hasZero = true
      return
    }
    if (count + 1) * 8 > Int(mask + 1) * 5 { grow() }
    place(hash)
  }

  private mutating func place(_ hash: UInt64) {
    var index = hash & mask
    while slots[Int(index)] != 0 {
      if slots[Int(index)] == hash { return }
      index = (index &+ 1) & mask
    }
    slots[Int(index)] = hash
    count += 1
  }

  private mutating func grow() {
    let old = slots
    let oldCount = Int(mask + 1)
    guard oldCount * 2 <= maximalSlotCount else {
      isOverLimit = true
      return
    }
    slots = .allocate(capacity: oldCount * 2)
    slots.initialize(repeating: 0, count: oldCount * 2)
    mask = UInt64(oldCount * 2 - 1)
    count = hasZero ? 1 : 0
    for index in 0..<oldCount where old[index] != 0 { place(old[index]) }
    old.deallocate()
  }
}
