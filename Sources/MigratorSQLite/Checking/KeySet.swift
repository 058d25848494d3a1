import CSQLite3

/// The keys of a parent table in memory, to look up those of a child by the million.
package final class KeySet {
  /// What keys there are and when two of them are the same.
  package enum Kind: Sendable, Hashable {
    /// Integers between two.
    case integers(ClosedRange<Int64>)
    /// Texts and blobs, byte for byte.
    case bytes
    /// Texts without regard to the case of ASCII letters, as `NOCASE`, and blobs.
    case bytesIgnoringCase
  }

  fileprivate let store: UnsafeMutablePointer<KeyStore>
  fileprivate let acceptsIntegers: Bool

  /// The number of different keys; of hashes, where texts are kept as such.
  package var count: Int { store.pointee.count }
  /// The memory the keys take.
  package var byteCount: Int { store.pointee.byteCount }

  fileprivate init(_ kind: Kind, expectedCount: Int, byteLimit: Int) {
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

extension Database {
  /// Collects the keys of a parent.
  ///
  /// - Parameters:
  ///   - kind: What keys to collect; values of other types are left out.
  ///   - column: The SQL expression of the key.
  ///   - source: The SQL text after `FROM`.
  ///   - expectedCount: About how many there are.
  ///   - byteLimit: The memory they may take.
  /// - Returns: The keys, or `nil` when they take more memory.
  /// - Throws: ``DatabaseError``.
  package func collectKeys(
    _ kind: KeySet.Kind, _ column: String, from source: String, expectedCount: Int, byteLimit: Int
  ) throws -> KeySet? {
    let set = KeySet(kind, expectedCount: expectedCount, byteLimit: byteLimit)
    let call = try keyFunctionCall()
    let outer = call.pointee
    defer { call.pointee = outer }
    call.pointee = KeyFunctions.Call(store: set.store, acceptsIntegers: set.acceptsIntegers)
    do {
      try execute(sql: "SELECT \(KeyFunctions.collector)(\(column)) FROM \(source)")
    } catch let error as DatabaseError
      where error.resultCode == .SQLITE_TOOBIG && set.store.pointee.isOverLimit
    {
      return nil
    }
    return withExtendedLifetime(set) { set.store.pointee.isOverLimit ? nil : set }
  }

  /// Looks the values of columns up, all in one pass over the rows.
  ///
  /// - Parameters:
  ///   - columns: The SQL expressions of the columns with the keys of their parents; at most 60.
  ///   - source: The SQL text after `FROM`.
  ///   - prefix: The SQL text before `SELECT`.
  /// - Returns: For each column whether all values are NULL or among the keys. `false` says nothing:
  ///   a value may be of another type, and equal nevertheless.
  /// - Throws: ``DatabaseError``.
  package func probeKeys(
    _ columns: [(expression: String, keys: KeySet)], from source: String, prefix: String = ""
  ) throws -> [Bool] {
    let probes = UnsafeMutablePointer<KeyProbe>.allocate(capacity: columns.count)
    for (index, column) in columns.enumerated() {
      (probes + index).initialize(
        to: KeyProbe(column.keys.store, acceptsIntegers: column.keys.acceptsIntegers))
    }
    defer {
      for index in columns.indices { probes[index].deallocate() }
      probes.deallocate()
    }
    let call = try keyFunctionCall()
    let outer = call.pointee
    defer { call.pointee = outer }
    call.pointee = KeyFunctions.Call(probes: probes, probeCount: columns.count)
    let list = columns.map(\.expression).joined(separator: ", ")
    try withExtendedLifetime(columns) {
      try execute(sql: "\(prefix)SELECT \(KeyFunctions.prober)(\(list)) FROM \(source)")
    }
    return columns.indices.map { index in
      probes[index].flush()
      return !probes[index].isUnknown
    }
  }

  /// Lets queries of a closure ask for each value whether it is among keys.
  ///
  /// - Parameters:
  ///   - sets: The keys.
  ///   - body: Receives a function of the place of a set and the SQL expression of a value; it returns the
  ///     SQL expression that is 1 where the value is not proven to be among the keys, and not NULL. The
  ///     value may be of another type than the keys, and equal nevertheless.
  /// - Returns: What the closure returns.
  /// - Throws: ``DatabaseError``; the error of the closure.
  package func withLookups<T>(
    of sets: [KeySet], _ body: (_ lacks: (Int, String) -> String) throws -> T
  ) throws -> T {
    let lookups = UnsafeMutablePointer<KeyFunctions.Lookup>.allocate(capacity: max(1, sets.count))
    defer { lookups.deallocate() }
    for (index, set) in sets.enumerated() {
      (lookups + index).initialize(
        to: KeyFunctions.Lookup(store: set.store, acceptsIntegers: set.acceptsIntegers))
    }
    let call = try keyFunctionCall()
    let outer = call.pointee
    defer { call.pointee = outer }
    call.pointee = KeyFunctions.Call(lookups: lookups, lookupCount: sets.count)
    return try withExtendedLifetime(sets) { try body { "\(KeyFunctions.lacker)(\($0), \($1))" } }
  }

  private func keyFunctionCall() throws -> UnsafeMutablePointer<KeyFunctions.Call> {
    if let keyFunctions { return keyFunctions.call }
    let functions = try KeyFunctions(self)
    keyFunctions = functions
    return functions.call
  }
}
