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
  /// The tag separates values of different types.
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
