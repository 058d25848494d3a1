/// The names of one scope; each is used once.
struct NameScope {
  private var taken: Set<String>

  init(reserved: Set<String>) { taken = reserved }

  /// Reserves a name, or a similar one that is not yet used.
  ///
  /// A name that is reserved or used gets a suffix (`Value`, `Record`) or a number. A name that
  /// begins with a digit gets the fallback as a prefix; an empty name becomes the fallback.
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
