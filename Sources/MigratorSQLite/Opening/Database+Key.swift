import CSQLite3
#if SQLCipher
  import CSQLCipher
#else
  import CSystemSQLite3
#endif

extension SQLiteLibrary {
  /// Whether encrypted files can be opened: the trait `SQLCipher` links SQLCipher in the place of SQLite.
  public static var readsEncryptedFiles: Bool {
    #if SQLCipher
      true
    #else
      false
    #endif
  }
}

extension Database {
  /// Gives the passphrase of an encrypted file, before anything is read: in
  /// ``Configuration/prepareDatabase(_:)``, where ``Configuration/key`` does not have it.
  ///
  /// - Parameter passphrase: The passphrase.
  /// - Throws: ``DatabaseError``, also where the library cannot read encrypted files.
  public func usePassphrase(_ passphrase: String) throws {
    try use(DatabaseKey(passphrase: passphrase))
  }

  /// Gives the key of an encrypted file, as the other does.
  ///
  /// - Parameter passphrase: The bytes of the key, `Data` for one.
  /// - Throws: ``DatabaseError``.
  public func usePassphrase(_ passphrase: some Sequence<UInt8>) throws {
    try use(DatabaseKey(bytes: passphrase))
  }

  /// Encrypts the file anew, outside any transaction; backups keep the key they were made with.
  ///
  /// - Parameter passphrase: The new passphrase.
  /// - Throws: ``DatabaseError``.
  public func changePassphrase(_ passphrase: String) throws {
    try changeKey(DatabaseKey(passphrase: passphrase))
  }

  /// Encrypts the file anew, as the other does.
  ///
  /// - Parameter passphrase: The bytes of the new key.
  /// - Throws: ``DatabaseError``.
  public func changePassphrase(_ passphrase: some Sequence<UInt8>) throws {
    try changeKey(DatabaseKey(bytes: passphrase))
  }

  /// Gives the key of an encrypted file, before anything is read.
  func use(_ key: DatabaseKey) throws {
    try requireKey(key)
    #if SQLCipher
      try check(
        key.bytes.withUnsafeBytes {
          sqlite3_key_v2(connection, "main", $0.baseAddress, Int32($0.count))
        })
      // Temporary tables and sorted rows stay out of files, which nobody would encrypt; what goes wrong is
      // thrown, and not written to the terminal by the library.
      try execute(sql: "PRAGMA temp_store = MEMORY; PRAGMA cipher_log_level = NONE")
    #endif
  }

  private func changeKey(_ key: DatabaseKey) throws {
    try requireKey(key)
    #if SQLCipher
      try check(
        key.bytes.withUnsafeBytes {
          sqlite3_rekey_v2(connection, "main", $0.baseAddress, Int32($0.count))
        })
    #endif
  }

  /// An empty key would leave the file unencrypted without a word.
  private func requireKey(_ key: DatabaseKey) throws {
    guard SQLiteLibrary.readsEncryptedFiles else {
      throw DatabaseError(OpenFailure(.noCipher, path: path))
    }
    guard !key.bytes.isEmpty, key.bytes.count <= Int32.max else {
      throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "the key is empty")
    }
  }

  /// Whether the pages of the file are encrypted: it has content, and does not begin as SQLite's files do.
  package var isEncrypted: Bool {
    get throws {
      guard SQLiteLibrary.readsEncryptedFiles, path != DatabasePath.memory else { return false }
      return FileHeader(try FileHeader.bytes(of: connection)).isEncrypted
    }
  }
}
