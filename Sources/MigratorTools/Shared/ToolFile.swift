import MigratorEngine

/// A migration together with what its tool's ledger knows of the file.
protocol ToolFile: Sendable {
  var migration: ToolMigration { get }
}

extension ToolFile {
  /// What identifies the migration.
  var identifier: String { migration.identifier }
  /// The text of the file, or `nil` when only the tool can run it, or nobody can read it.
  var source: String? { migration.source }
}

extension ToolMigration: ToolFile {
  var migration: ToolMigration { self }
}

/// A migration that its ledger knows by a key alone: a version, a name.
struct KeyedFile<Key: Hashable & Sendable>: ToolFile {
  let key: Key
  let migration: ToolMigration
}

/// The files of a tool in its order, found by their identifiers.
struct ToolFiles<File: ToolFile>: Sendable {
  let all: [File]
  private let indexes: [String: Int]

  init(_ files: [File]) {
    all = files
    indexes = Dictionary(zip(files.map(\.identifier), files.indices)) { first, _ in first }
  }

  subscript(identifier: String) -> File? { indexes[identifier].map { all[$0] } }

  /// The files by what their ledger knows them by; of several the first.
  func keyed<Key: Hashable>(by key: (File) -> Key) -> [Key: File] {
    Dictionary(all.map { (key($0), $0) }) { first, _ in first }
  }
}
