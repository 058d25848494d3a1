/// The key of an encrypted database file, as SQLCipher has it.
///
/// A passphrase, or a raw key in SQLCipher's own notation: `x'` and 64 hexadecimal digits (96 with the salt)
/// and `'`. Nothing prints it: no description, dump or mirror has a byte of it.
/// - Source: <https://www.zetetic.net/sqlcipher/sqlcipher-api/#key>
public struct DatabaseKey: Sendable {
  let bytes: [UInt8]

  /// Takes a passphrase.
  ///
  /// - Parameter passphrase: Its UTF-8 bytes are the key.
  public init(passphrase: String) { bytes = Array(passphrase.utf8) }

  /// Takes the bytes of a key.
  ///
  /// - Parameter bytes: The bytes.
  public init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }
}

extension DatabaseKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// That it is a key, and nothing of it.
  public var description: String { "a key" }
  /// That it is a key, and nothing of it.
  public var debugDescription: String { description }
  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
