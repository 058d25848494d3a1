/// An FTS5 table that is being defined.
public final class FTS5TableDefinition:
  FullTextTableDefinition<FTS5ColumnDefinition, FTS5TokenizerDescriptor>
{
  /// The column of the content table that is its rowid.
  public var contentRowID: String?
  /// `1` to store the size of each value, `0` to omit it.
  public var columnSize: Int?
  /// The level of detail that is stored for each word: `full`, `column` or `none`.
  public var detail: String?
}

/// A column of an FTS5 table that is being defined.
public final class FTS5ColumnDefinition: FullTextColumnDefinition {}

/// A tokenizer of FTS5.
public struct FTS5TokenizerDescriptor: Sendable, Hashable {
  /// The name of the tokenizer and its arguments.
  public let components: [String]

  /// Creates a descriptor.
  ///
  /// - Parameter components: The name of the tokenizer and its arguments.
  public init(components: [String]) {
    self.components = components
  }

  /// Splits text into words of ASCII letters, digits and non-ASCII characters.
  ///
  /// - Parameters:
  ///   - separators: Additional characters that separate words.
  ///   - tokenCharacters: Additional characters that are part of words.
  /// - Returns: The tokenizer.
  public static func ascii(
    separators: Set<Character> = [], tokenCharacters: Set<Character> = []
  ) -> FTS5TokenizerDescriptor {
    FTS5TokenizerDescriptor(
      components: ["ascii"]
        + characters(separators, tokenCharacters).flatMap { [$0.key, $0.value] })
  }

  /// Reduces English words to their stems: `running` and `runs` match.
  ///
  /// - Parameter base: The tokenizer that produces the words; by default `unicode61`.
  /// - Returns: The tokenizer.
  public static func porter(
    wrapping base: FTS5TokenizerDescriptor? = nil
  ) -> FTS5TokenizerDescriptor {
    FTS5TokenizerDescriptor(components: ["porter"] + (base?.components ?? []))
  }

  /// Splits text into words of letters and digits, as defined by Unicode 6.1.
  ///
  /// - Parameters:
  ///   - diacritics: How to treat diacritics.
  ///   - categories: The general categories of characters that are part of words.
  ///   - separators: Additional characters that separate words.
  ///   - tokenCharacters: Additional characters that are part of words.
  /// - Returns: The tokenizer.
  public static func unicode61(
    diacritics: FTS5.Diacritics = .removeLegacy, categories: String = "",
    separators: Set<Character> = [], tokenCharacters: Set<Character> = []
  ) -> FTS5TokenizerDescriptor {
    var components = ["unicode61"]
    if let level = diacritics.level { components += ["remove_diacritics", level] }
    if !categories.isEmpty { components += ["categories", categories] }
    components += characters(separators, tokenCharacters).flatMap { [$0.key, $0.value] }
    return FTS5TokenizerDescriptor(components: components)
  }

  static func characters(
    _ separators: Set<Character>, _ tokenCharacters: Set<Character>
  ) -> [(key: String, value: String)] {
    [("separators", separators), ("tokenchars", tokenCharacters)]
      .filter { !$1.isEmpty }
      .map { (key: $0, value: String($1.sorted())) }
  }
}

extension FTS5.Diacritics {
  /// The value of `remove_diacritics`; `nil` for SQLite's default.
  var level: String? {
    switch self {
    case .keep: "0"
    case .removeLegacy: nil
    case .remove: "2"
    }
  }
}
