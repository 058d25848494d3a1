import MigratorTestSupport
import Testing

@testable import MigratorSQLite

/// What every build says of keys.
@Suite(.timeLimit(.minutes(15)))
struct DatabaseKeyTests {
  @Test func `nothing prints a key`() {
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

  @Test func `where encrypted files cannot be read, a key is refused and nothing is made`() throws {
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

  @Test func `the head of a file tells what it is`() {
    #expect(FileHeader(FileHeader.magic).isPlain)
    #expect(!FileHeader(FileHeader.magic).isEncrypted)
    #expect(!FileHeader([]).isPlain && !FileHeader([]).isEncrypted)
    #expect(!FileHeader(Array(repeating: 0, count: 100)).isEncrypted)
    #expect(FileHeader(1...100).isEncrypted)
  }
}
