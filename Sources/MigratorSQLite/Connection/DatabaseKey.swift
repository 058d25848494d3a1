/// The key of an encrypted database file, in SQLCipher's format.
///
/// It is a passphrase, or a raw key in SQLCipher's notation: `x'`, 64 hexadecimal digits (96 with
/// the salt) and `'`. Descriptions, dumps and mirrors do not contain the key.
/// - Source: <https://www.zetetic.net/sqlcipher/sqlcipher-api/#key>
public struct DatabaseKey: Sendable {
  let bytes: [UInt8]

  /// Creates a key from a passphrase.
  ///
  /// - Parameter passphrase: The passphrase; its UTF-8 bytes are the key.
  public init(passphrase: String) { bytes = Array(passphrase.utf8) }

  /// Creates a key from bytes.
  ///
  /// - Parameter bytes: The bytes.
  public init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }
}

extension DatabaseKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A fixed string that does not reveal the key.
  public var description: String { "a key" }
  /// A fixed string that does not reveal the key.
  public var debugDescription: String { description }
  /// An empty mirror.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
