import MigratorEngine

/// A migration with the values of its file that the tool's ledger stores.
protocol ToolFile: Sendable {
  var migration: ToolMigration { get }
}

extension ToolFile {
  var identifier: String { migration.identifier }
  var source: String? { migration.source }
}

extension ToolMigration: ToolFile {
  var migration: ToolMigration { self }
}

/// A migration that the ledger identifies only by a key, such as a version or a name.
struct KeyedFile<Key: Hashable & Sendable>: ToolFile {
  let key: Key
  let migration: ToolMigration
}

struct ToolFiles<File: ToolFile>: Sendable {
  let all: [File]
  private let indexes: [String: Int]

  init(_ files: [File]) {
    all = files
    indexes = Dictionary(zip(files.map(\.identifier), files.indices)) { first, _ in first }
  }

  subscript(identifier: String) -> File? { indexes[identifier].map { all[$0] } }

  /// The files by their key in the ledger; if several have the same key, the first is used.
  func keyed<Key: Hashable>(by key: (File) -> Key) -> [Key: File] {
    Dictionary(all.map { (key($0), $0) }) { first, _ in first }
  }
}
