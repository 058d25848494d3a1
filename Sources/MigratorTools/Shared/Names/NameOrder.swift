/// Orders of names.
enum NameOrder {
  /// Whether a text stands before another by its bytes, as in most languages' own comparison.
  static func bytes(_ one: String, _ other: String) -> Bool {
    one.utf8.lexicographicallyPrecedes(other.utf8)
  }

  /// Whether a number of any length, without leading zeros, is lower than another.
  static func numbers(_ one: String, _ other: String) -> Bool {
    (one.utf8.count, one) < (other.utf8.count, other)
  }
}

/// A text that is ordered by its bytes, as Go and Rust order texts.
struct ByteOrdered: Comparable, CustomStringConvertible {
  let description: String

  init(_ text: String) {
    description = text
  }

  static func == (one: ByteOrdered, other: ByteOrdered) -> Bool {
    one.description.utf8.elementsEqual(other.description.utf8)
  }

  static func < (one: ByteOrdered, other: ByteOrdered) -> Bool {
    NameOrder.bytes(one.description, other.description)
  }
}
