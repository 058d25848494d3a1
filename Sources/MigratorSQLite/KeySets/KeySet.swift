package final class KeySet {
  package enum Kind: Sendable, Hashable {
    case integers(ClosedRange<Int64>)
    /// Text and blobs, compared byte for byte.
    case bytes
    /// Text, compared like `NOCASE`, ignoring the case of ASCII letters, and blobs.
    case bytesIgnoringCase
  }

  let store: UnsafeMutablePointer<KeyStore>
  let acceptsIntegers: Bool

  /// The number of keys; in a hash table, keys with the same hash count once.
  package var count: Int { store.pointee.count }
  /// The memory used by the keys, in bytes.
  package var byteCount: Int { store.pointee.byteCount }

  init(_ kind: Kind, expectedCount: Int, byteLimit: Int) {
    store = .allocate(capacity: 1)
    switch kind {
    case .integers(let range):
      acceptsIntegers = true
      store.initialize(
        to: KeyStore(from: range.lowerBound, through: range.upperBound, byteLimit: byteLimit / 2)
          ?? KeyStore(ignoresCase: false, expectedCount: expectedCount, byteLimit: byteLimit))
    case .bytes, .bytesIgnoringCase:
      acceptsIntegers = false
      store.initialize(
        to: KeyStore(
          ignoresCase: kind == .bytesIgnoringCase, expectedCount: expectedCount,
          byteLimit: byteLimit))
    }
  }

  deinit {
    store.pointee.deallocate()
    store.deallocate()
  }
}
