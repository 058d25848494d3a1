import CSQLite3
#if SQLCipher
  import CSQLCipher
#else
  import CSystemSQLite3
#endif

extension SQLiteLibrary {
  /// True if encrypted files can be opened.
  ///
  /// The trait `SQLCipher` links SQLCipher instead of SQLite.
  public static var readsEncryptedFiles: Bool {
    #if SQLCipher
      true
    #else
      false
    #endif
  }
}

extension Database {
  /// Sets the passphrase of an encrypted file before the first read.
  ///
  /// Call it in ``Configuration/prepareDatabase(_:)`` if ``Configuration/key`` is not set.
  ///
  /// - Parameter passphrase: The passphrase.
  /// - Throws: ``DatabaseError``, also if the library cannot read encrypted files.
  public func usePassphrase(_ passphrase: String) throws {
    try use(DatabaseKey(passphrase: passphrase))
  }

  /// Sets the key of an encrypted file before the first read.
  ///
  /// - Parameter passphrase: The bytes of the key, for example `Data`.
  /// - Throws: ``DatabaseError``.
  public func usePassphrase(_ passphrase: some Sequence<UInt8>) throws {
    try use(DatabaseKey(bytes: passphrase))
  }

  /// Re-encrypts the file, outside any transaction; backups keep their key.
  ///
  /// - Parameter passphrase: The new passphrase.
  /// - Throws: ``DatabaseError``.
  public func changePassphrase(_ passphrase: String) throws {
    try changeKey(DatabaseKey(passphrase: passphrase))
  }

  /// Re-encrypts the file, outside any transaction; backups keep their key.
  ///
  /// - Parameter passphrase: The bytes of the new key.
  /// - Throws: ``DatabaseError``.
  public func changePassphrase(_ passphrase: some Sequence<UInt8>) throws {
    try changeKey(DatabaseKey(bytes: passphrase))
  }

  /// Sets the key of an encrypted file before the first read.
  func use(_ key: DatabaseKey) throws {
    try requireKey(key)
    #if SQLCipher
      try check(
        key.bytes.withUnsafeBytes {
          sqlite3_key_v2(connection, "main", $0.baseAddress, Int32($0.count))
        })
      // Temporary tables and sorted rows are kept out of files, which would not be encrypted. The
      // library must not log errors to the terminal, because they are thrown.
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

  /// Throws for an empty key, with which SQLCipher would silently leave the file unencrypted.
  private func requireKey(_ key: DatabaseKey) throws {
    guard SQLiteLibrary.readsEncryptedFiles else {
      throw DatabaseError(OpenFailure(.noCipher, path: path))
    }
    guard !key.bytes.isEmpty, key.bytes.count <= Int32.max else {
      throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "the key is empty")
    }
  }

  package var isEncrypted: Bool {
    get throws {
      guard SQLiteLibrary.readsEncryptedFiles, path != DatabasePath.memory else { return false }
      return FileHeader(try FileHeader.bytes(of: connection)).isEncrypted
    }
  }
}
