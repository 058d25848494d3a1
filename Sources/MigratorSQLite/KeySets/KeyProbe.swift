import CSQLite3

/// Looks up the values of one column in a ``KeyStore``, in batches.
struct KeyProbe {
  /// The number of lookups in flight at once, because each may wait for main memory.
  private static let batchSize = 256

  private let store: UnsafeMutablePointer<KeyStore>
  private let batch: UnsafeMutablePointer<UInt64>
  private var batchCount = 0
  private let acceptsIntegers: Bool
  /// True after a value that is not proven to have a parent.
  private(set) var isUnknown = false

  init(_ store: UnsafeMutablePointer<KeyStore>, acceptsIntegers: Bool) {
    self.store = store
    self.acceptsIntegers = acceptsIntegers
    batch = .allocate(capacity: Self.batchSize)
  }

  func deallocate() {
    batch.deallocate()
  }

  /// Looks up a value, now or with the next batch.
  ///
  /// NULL needs no parent. A value of another type than the parent's keys counts as unknown.
  @inline(__always)
  mutating func look(up value: OpaquePointer?) {
    if isUnknown { return }
    let type = sqlite3_value_type(value)
    if type == SQLITE_INTEGER && acceptsIntegers {
      let integer = sqlite3_value_int64(value)
      if store.pointee.isBitmap {
        if !store.pointee.contains(bitOf: integer) { isUnknown = true }
      } else {
        add(store.pointee.hash.hash(integer))
      }
    } else if type == SQLITE_NULL {
      return
    } else if !acceptsIntegers && (type == SQLITE_TEXT || type == SQLITE_BLOB) {
      add(KeyProbe.hash(of: value, type: type, in: store))
    } else {
      isUnknown = true
    }
  }

  @inline(__always)
  private mutating func add(_ hash: UInt64) {
    batch[batchCount] = hash
    batchCount &+= 1
    if batchCount == Self.batchSize { flush() }
  }

  mutating func flush() {
    let store = store.pointee
    var missing = 0
    for index in 0..<batchCount {
      missing |= store.contains(batch[index]) ? 0 : 1
    }
    if missing != 0 { isUnknown = true }
    batchCount = 0
  }

  /// Returns true if a value needs no parent or is proven to have one.
  ///
  /// For a value of another type than the parent's keys, the result is `false`.
  @inline(__always)
  static func hasKey(
    _ value: OpaquePointer, in store: UnsafeMutablePointer<KeyStore>, acceptsIntegers: Bool
  ) -> Bool {
    let type = sqlite3_value_type(value)
    if type == SQLITE_NULL { return true }
    if type == SQLITE_INTEGER && acceptsIntegers {
      let integer = sqlite3_value_int64(value)
      return store.pointee.isBitmap
        ? store.pointee.contains(bitOf: integer)
        : store.pointee.contains(store.pointee.hash.hash(integer))
    }
    guard !acceptsIntegers, type == SQLITE_TEXT || type == SQLITE_BLOB else { return false }
    return store.pointee.contains(hash(of: value, type: type, in: store))
  }

  @inline(__always)
  static func hash(
    of value: OpaquePointer?, type: Int32, in store: UnsafeMutablePointer<KeyStore>
  ) -> UInt64 {
    let isText = type == SQLITE_TEXT
    let bytes = isText ? UnsafeRawPointer(sqlite3_value_text(value)) : sqlite3_value_blob(value)
    let count = Int(sqlite3_value_bytes(value))
    // SQLite returns no address for an empty blob.
    guard let bytes else { return store.pointee.hash.hash(Int64(type)) }
    return store.pointee.hash.hash(
      bytes, count: count, ignoresCase: store.pointee.ignoresCase && isText,
      tag: UInt64(truncatingIfNeeded: type))
  }
}
