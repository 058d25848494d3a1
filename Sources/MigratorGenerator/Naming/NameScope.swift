/// The names of one scope, each of which is given once.
struct NameScope {
  private var taken: Set<String>

  /// Creates a scope.
  ///
  /// - Parameter reserved: The names that are not given.
  init(reserved: Set<String>) { taken = reserved }

  /// Takes a name, or one like it that is free.
  ///
  /// - Parameters:
  ///   - wanted: The name.
  ///   - suffix: What is added to a name that is reserved or begins with a digit: `Value`, `Record`.
  ///   - fallback: The name in the place of none at all.
  /// - Returns: The name.
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
