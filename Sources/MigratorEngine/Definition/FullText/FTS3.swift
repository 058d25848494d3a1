public import MigratorSQLite

/// The FTS3 module for full-text search.
///
/// Source: <https://www.sqlite.org/fts3.html>.
public struct FTS3: VirtualTableModule, Sendable {
  /// How to treat diacritics.
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

  /// Returns the columns and the tokenizer as SQL.
  public func moduleArguments(
    for definition: FTS3TableDefinition, in db: Database
  ) throws -> [String] {
    definition.columns.map(\.bareOrQuotedIdentifier)
      + [definition.tokenizer?.argument].compactMap { $0 }
  }

  /// Does nothing, because the table has no external content.
  public func database(
    _ db: Database, didCreate tableName: String, using definition: FTS3TableDefinition
  ) throws {}
}

/// An FTS3 table that is being defined.
public final class FTS3TableDefinition {
  /// The tokenizer; `nil` for SQLite's default.
  public var tokenizer: FTS3TokenizerDescriptor?
  private(set) var columns: [String] = []

  /// Adds a column.
  ///
  /// - Parameter name: The name.
  public func column(_ name: String) {
    columns.append(name)
  }
}

// A definition is valid only in the closure that receives it.
@available(*, unavailable)
extension FTS3TableDefinition: Sendable {}

/// A tokenizer of FTS3 and FTS4.
public struct FTS3TokenizerDescriptor: Sendable, Hashable {
  let name: String
  let arguments: [String]

  init(_ name: String, arguments: [String] = []) {
    self.name = name
    self.arguments = arguments
  }

  /// Splits text into words of ASCII letters, digits and non-ASCII characters.
  public static let simple = FTS3TokenizerDescriptor("simple")
  /// Reduces English words to their stems: `running` and `runs` match.
  public static let porter = FTS3TokenizerDescriptor("porter")

  /// Splits text into words of letters and digits, as defined by Unicode 6.1.
  ///
  /// - Parameters:
  ///   - diacritics: How to treat diacritics.
  ///   - separators: Additional characters that separate words.
  ///   - tokenCharacters: Additional characters that are part of words.
  /// - Returns: The tokenizer.
  public static func unicode61(
    diacritics: FTS3.Diacritics = .removeLegacy, separators: Set<Character> = [],
    tokenCharacters: Set<Character> = []
  ) -> FTS3TokenizerDescriptor {
    let level = diacritics.level.map { ["remove_diacritics=\($0)"] } ?? []
    let characters = FTS5TokenizerDescriptor.characters(separators, tokenCharacters)
    return FTS3TokenizerDescriptor(
      "unicode61", arguments: level + characters.map { "\($0.key)=\($0.value)" })
  }

  var argument: String {
    (["tokenize=\(name)"] + arguments.map(\.quotedDatabaseIdentifier)).joined(separator: " ")
  }
}
