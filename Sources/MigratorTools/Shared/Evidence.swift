/// How certain it is that something belongs to a tool.
public enum EvidenceStrength: Int, Sendable, Hashable, Comparable {
  /// Shared with other tools: only the columns of a table, or a common name pattern.
  case shared = 1
  /// Shared with few other tools: the name and columns of a table, or a specific name pattern.
  case likely
  /// Shared with no other tool: a specific table, or a marker in the files.
  case certain

  /// Compares two strengths.
  public static func < (one: EvidenceStrength, other: EvidenceStrength) -> Bool {
    one.rawValue < other.rawValue
  }
}

/// A ledger that was recognized in a database.
public struct LedgerEvidence: Sendable, Hashable {
  /// The table, or `nil` for `PRAGMA user_version`, which any program can set.
  public let table: String?
  /// The findings as text: `schema_migrations(version, dirty)`.
  public let words: String
  /// How certain it is that the ledger belongs to the tool.
  public let strength: EvidenceStrength

  /// Creates evidence from its properties.
  public init(table: String?, words: String, strength: EvidenceStrength) {
    self.table = table
    self.words = words
    self.strength = strength
  }
}

/// Files that were recognized in a folder.
public struct FolderEvidence: Sendable, Hashable {
  /// The findings as text: `75 files "N_name.up.sql"`.
  public let words: String
  /// How certain it is that the files belong to the tool.
  public let strength: EvidenceStrength
  /// The estimated number of migrations.
  public let count: Int

  /// Creates evidence from its properties.
  public init(words: String, strength: EvidenceStrength, count: Int) {
    self.words = words
    self.strength = strength
    self.count = count
  }

  /// Creates evidence from files or folders that match a pattern; returns `nil` if there are none.
  ///
  /// `pattern` describes what they have in common.
  init?(_ count: Int, _ pattern: String, of noun: String = "file", strength: EvidenceStrength) {
    guard count > 0 else { return nil }
    self.init(
      words: "\(count) \(noun)\(count == 1 ? "" : "s") \(pattern)", strength: strength,
      count: count)
  }
}
