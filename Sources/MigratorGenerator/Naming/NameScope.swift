/// The names of one scope, each of which is given once.
struct NameScope {
  private var taken: Set<String>

  /// Creates a scope that does not give some names.
  init(reserved: Set<String>) { taken = reserved }

  /// Takes a name, or one like it that is free: one that is reserved or begins with a digit gets a
  /// suffix (`Value`, `Record`), none at all a fallback.
  mutating func take(_ wanted: String, suffix: String, fallback: String) -> String {
    var name = wanted.isEmpty ? fallback : wanted
    if let first = name.unicodeScalars.first, !SwiftWords.isStart(first) { name = fallback + name }
    if taken.contains(name) {
      let plain = name
      if !plain.hasSuffix(suffix) { name = plain + suffix }
      var number = 2
      while taken.contains(name) {
        name = plain + String(number)
        number += 1
      }
    }
    taken.insert(name)
    return name
  }
}
