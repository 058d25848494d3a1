/// A pseudorandom generator that produces the same numbers in every run with the same seed.
///
/// SplitMix64, <https://prng.di.unimi.it/splitmix64.c>.
package struct SeededNumbers: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts with a seed.
  package init(seed: UInt64) { state = seed }

  /// Starts at a point that depends on a seed and on strings.
  ///
  /// Swift's own hashes differ between runs.
  package init(seed: UInt64, path: String...) {
    // FNV-1a, <http://www.isthe.com/chongo/tech/comp/fnv/>.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for part in path {
      for byte in part.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      hash = (hash ^ 0xFF) &* 0x100_0000_01b3
    }
    state = seed ^ hash
  }

  /// The next number; the sequence repeats only after 2⁶⁴ numbers.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
