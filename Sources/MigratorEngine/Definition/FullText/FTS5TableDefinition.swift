/// A full-text table of FTS5 that is being defined.
public final class FTS5TableDefinition:
  FullTextTableDefinition<FTS5ColumnDefinition, FTS5TokenizerDescriptor>
{
  /// The column of the table that holds the texts which is its rowid.
  public var contentRowID: String?
  /// Whether the sizes of texts are stored: 0 or 1.
  public var columnSize: Int?
  /// What is stored of each word: `full`, `column` or `none`.
  public var detail: String?
}

/// A column of a full-text table of FTS5 that is being defined.
public final class FTS5ColumnDefinition: FullTextColumnDefinition {}

/// How FTS5 cuts texts into words.
public struct FTS5TokenizerDescriptor: Sendable, Hashable {
  /// The name of the tokenizer and its arguments.
  public let components: [String]

  /// Creates a descriptor.
  ///
  /// - Parameter components: The name of the tokenizer and its arguments.
  public init(components: [String]) {
    self.components = components
  }

  /// ASCII letters, digits and everything beyond ASCII make words.
  ///
  /// - Parameters:
  ///   - separators: Characters that part words.
  ///   - tokenCharacters: Characters that belong to words.
  /// - Returns: The descriptor.
  public static func ascii(
    separators: Set<Character> = [], tokenCharacters: Set<Character> = []
  ) -> FTS5TokenizerDescriptor {
    FTS5TokenizerDescriptor(
      components: ["ascii"]
        + characters(separators, tokenCharacters).flatMap { [$0.key, $0.value] })
  }

  /// English words lose their endings: `running` and `runs` are one.
  ///
  /// - Parameter base: The tokenizer that cuts the words; by default `unicode61`.
  /// - Returns: The descriptor.
  public static func porter(
    wrapping base: FTS5TokenizerDescriptor? = nil
  ) -> FTS5TokenizerDescriptor {
    FTS5TokenizerDescriptor(components: ["porter"] + (base?.components ?? []))
  }

  /// Unicode 6.1's letters and digits make words.
  ///
  /// - Parameters:
  ///   - diacritics: What happens to diacritics.
  ///   - categories: The general categories of characters that make words.
  ///   - separators: Characters that part words.
  ///   - tokenCharacters: Characters that belong to words.
  /// - Returns: The descriptor.
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

  /// The options for sets of characters that are not empty.
  static func characters(
    _ separators: Set<Character>, _ tokenCharacters: Set<Character>
  ) -> [(key: String, value: String)] {
    [("separators", separators), ("tokenchars", tokenCharacters)]
      .filter { !$1.isEmpty }
      .map { (key: $0, value: String($1.sorted())) }
  }
}

extension FTS5.Diacritics {
  /// The value of `remove_diacritics`, unless it is SQLite's default.
  var level: String? {
    switch self {
    case .keep: "0"
    case .removeLegacy: nil
    case .remove: "2"
    }
  }
}
