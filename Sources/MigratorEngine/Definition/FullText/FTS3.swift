public import MigratorSQLite

/// The module of full-text search, version 3.
///
/// Source: <https://www.sqlite.org/fts3.html>.
public struct FTS3: VirtualTableModule, Sendable {
  /// What happens to diacritics.
  public typealias Diacritics = FTS5.Diacritics

  /// Creates the module.
  public init() {}

  /// `fts3`.
  public var moduleName: String { "fts3" }

  /// Returns an empty definition.
  public func makeTableDefinition(
    configuration: VirtualTableConfiguration
  ) -> FTS3TableDefinition {
    FTS3TableDefinition()
  }

  /// Returns columns and tokenizer as SQL.
  public func moduleArguments(
    for definition: FTS3TableDefinition, in db: Database
  ) throws -> [String] {
    definition.columns.map(\.bareOrQuotedIdentifier)
      + [definition.tokenizer?.argument].compactMap { $0 }
  }

  /// Does nothing: there is no content elsewhere.
  public func database(
    _ db: Database, didCreate tableName: String, using definition: FTS3TableDefinition
  ) throws {}
}

/// A full-text table that is being defined.
public final class FTS3TableDefinition {
  /// How texts are cut into words; `nil` for SQLite's default.
  public var tokenizer: FTS3TokenizerDescriptor?
  private(set) var columns: [String] = []

  /// Adds a column.
  ///
  /// - Parameter name: The name.
  public func column(_ name: String) {
    columns.append(name)
  }
}

// A definition belongs to the closure that it is given to.
@available(*, unavailable)
extension FTS3TableDefinition: Sendable {}

/// How FTS3 and FTS4 cut texts into words.
public struct FTS3TokenizerDescriptor: Sendable, Hashable {
  let name: String
  let arguments: [String]

  init(_ name: String, arguments: [String] = []) {
    self.name = name
    self.arguments = arguments
  }

  /// ASCII letters, digits and everything beyond ASCII make words.
  public static let simple = FTS3TokenizerDescriptor("simple")
  /// English words lose their endings: `running` and `runs` are one.
  public static let porter = FTS3TokenizerDescriptor("porter")

  /// Unicode 6.1's letters and digits make words.
  ///
  /// - Parameters:
  ///   - diacritics: What happens to diacritics.
  ///   - separators: Characters that part words.
  ///   - tokenCharacters: Characters that belong to words.
  /// - Returns: The descriptor.
  public static func unicode61(
    diacritics: FTS3.Diacritics = .removeLegacy, separators: Set<Character> = [],
    tokenCharacters: Set<Character> = []
  ) -> FTS3TokenizerDescriptor {
    let level = diacritics.level.map { ["remove_diacritics=\($0)"] } ?? []
    let characters = FTS5TokenizerDescriptor.characters(separators, tokenCharacters)
    return FTS3TokenizerDescriptor(
      "unicode61", arguments: level + characters.map { "\($0.key)=\($0.value)" })
  }

  /// The argument of the module.
  var argument: String {
    (["tokenize=\(name)"] + arguments.map(\.quotedDatabaseIdentifier)).joined(separator: " ")
  }
}
