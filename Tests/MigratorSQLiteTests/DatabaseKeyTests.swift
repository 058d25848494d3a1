import MigratorTestSupport
import Testing

@testable import MigratorSQLite

/// Behavior of keys in every build, with or without SQLCipher.
struct DatabaseKeyTests {
  @Test func `a key is never printed`() {
    var configuration = Configuration()
    configuration.key = DatabaseKey(passphrase: "battery staple")
    var dumped = ""
    dump(configuration, to: &dumped)
    dump(configuration.key as Any, to: &dumped)
    for text in [
      dumped, "\(configuration)", "\(String(describing: configuration.key))",
      String(reflecting: configuration),
    ] {
      #expect(!text.contains("battery"))
      #expect(!text.contains("98"), "its bytes")
    }
  }

  @Test func `without SQLCipher, a key is refused and the file is unchanged`() throws {
    guard !SQLiteLibrary.readsEncryptedFiles else { return }
    let folder = try TemporaryFolder()
    var configuration = Configuration()
    configuration.key = DatabaseKey(passphrase: "battery staple")
    let path = try folder.makeDatabase()
    let before = FolderState(of: folder.path)
    do {
      _ = try DatabaseQueue(path: path, configuration: configuration)
      Issue.record("opened")
    } catch let error as DatabaseError {
      #expect(error.openFailure?.kind == .noCipher)
      #expect(!error.description.contains("battery"))
      #expect(error.description.contains("SQLCipher"))
    }
    #expect(FolderState(of: folder.path) == before)
    let queue = try DatabaseQueue(path: path)
    #expect(throws: DatabaseError.self) { try queue.inDatabase { try $0.usePassphrase("staple") } }
  }

  @Test func `a file header shows whether the file is plain or encrypted`() {
    #expect(FileHeader(FileHeader.magic).isPlain)
    #expect(!FileHeader(FileHeader.magic).isEncrypted)
    #expect(!FileHeader([]).isPlain && !FileHeader([]).isEncrypted)
    #expect(!FileHeader(Array(repeating: 0, count: 100)).isEncrypted)
    #expect(FileHeader(1...100).isEncrypted)
  }
}
