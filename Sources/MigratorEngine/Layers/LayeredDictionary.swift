/// A dictionary of which there are many copies, each with a few other entries than the one before.
///
/// A copy shares what it has in common with the one that it is made of, which costs O(√*n*) on average where all
/// of a dictionary would be copied.
struct LayeredDictionary<Key: Hashable, Value> {
  private var base: [Key: Value] = [:]
  /// What is other than in the base, `nil` for what is gone.
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

  /// The keys, in no order.
  var keys: Set<Key> {
    var keys = Set(base.keys)
    for (key, value) in recent {
      if value == nil { keys.remove(key) } else { keys.insert(key) }
    }
    return keys
  }
}
