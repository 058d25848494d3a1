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

/// A keyed hash of key values, with new random secrets for each set.
///
/// Two different keys have the same hash with a probability of about 2⁻⁶⁴, whatever the file
/// contains, because its author cannot know the secrets. The construction is that of wyhash:
/// <https://github.com/wangyi-fudan/wyhash>.
struct KeyHash {
  private let secret0: UInt64
  private let secret1: UInt64
  private let secret2: UInt64

  init() {
    var random = SystemRandomNumberGenerator()
    secret0 = random.next()
    secret1 = random.next()
    // An odd factor makes the multiplication of an integer invertible.
    secret2 = random.next() | 1
  }

  /// Hashes an integer; different integers have different hashes.
  @inline(__always)
  func hash(_ value: Int64) -> UInt64 {
    // Each step is invertible, so hashes do not collide.
    var x = (UInt64(bitPattern: value) ^ secret0) &* secret2
    x ^= x &>> 32
    x = x &* 0x9E37_79B9_7F4A_7C15
    return x ^ (x &>> 29)
  }

  /// Hashes bytes, with ASCII letters in lower case if `ignoresCase` is true.
  ///
  /// The tag distinguishes values of different types that have the same bytes.
  @inline(__always)
  func hash(
    _ bytes: UnsafeRawPointer, count: Int, ignoresCase: Bool, tag: UInt64
  ) -> UInt64 {
    var state = secret0 ^ tag
    var offset = 0
    while offset &+ 16 <= count {
      var a = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      var b = bytes.loadUnaligned(fromByteOffset: offset &+ 8, as: UInt64.self)
      if ignoresCase { (a, b) = (Self.folded(a), Self.folded(b)) }
      state = Self.mix(a ^ secret1, b ^ state)
      offset &+= 16
    }
    var a: UInt64 = 0
    var b: UInt64 = 0
    if count &- offset >= 8 {
      a = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      offset &+= 8
    }
    var shift: UInt64 = 0
    while offset < count {
      b |= UInt64(bytes.load(fromByteOffset: offset, as: UInt8.self)) &<< shift
      shift &+= 8
      offset &+= 1
    }
    if ignoresCase { (a, b) = (Self.folded(a), Self.folded(b)) }
    state = Self.mix(a ^ secret1, b ^ state)
    return Self.mix(state ^ secret2, UInt64(truncatingIfNeeded: count) ^ secret1)
  }

  @inline(__always)
  private static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }

  /// Returns eight bytes with their ASCII letters in lower case.
  @inline(__always)
  private static func folded(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let low7 = word & (0x7F &* ones)
    let isAboveZ = low7 &+ (0x25 &* ones)
    let isFromA = low7 &+ (0x3F &* ones)
    let isASCII = ~word & (0x80 &* ones)
    return word | (isASCII & (isFromA ^ isAboveZ)) &>> 2
  }
}
