/// A dictionary with many copies, each of which differs from the previous one in a few entries.
///
/// A copy shares its entries with the original. A change to a copy costs O(√*n*) on average instead
/// of O(*n*).
struct OverlaidDictionary<Key: Hashable, Value> {
  private var base: [Key: Value] = [:]
  /// The changes since `base`; `nil` marks a removed entry.
  private var recent: [Key: Value?] = [:]

  subscript(key: Key) -> Value? {
    get { recent[key] ?? base[key] }
    set {
      recent.updateValue(newValue, forKey: key)
      guard recent.count * recent.count > base.count else { return }
      for (key, value) in recent { base[key] = value }
      recent = [:]
    }
  }

  var keys: Set<Key> {
    var keys = Set(base.keys)
    for (key, value) in recent {
      if value == nil { keys.remove(key) } else { keys.insert(key) }
    }
    return keys
  }
}
