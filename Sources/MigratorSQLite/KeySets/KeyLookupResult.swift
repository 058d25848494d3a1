/// The result of looking up a value in a ``KeySet``.
package enum KeyLookupResult: Int32, Sendable, Hashable {
  /// The value is NULL or among the keys.
  case found
  /// The value is not among the keys, but may equal a key of another type.
  case unproven
  /// The value equals no key.
  case missing
}
