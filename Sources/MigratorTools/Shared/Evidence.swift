/// How surely something that was recognised is a tool's.
public enum EvidenceStrength: Int, Sendable, Hashable, Comparable {
  /// Others have it, too: the columns of a table alone, a pattern of names that several use.
  case shared = 1
  /// Hardly anybody else has it: name and columns of a table, a pattern of its own.
  case likely
  /// Nobody else has it: such a table, a marker in the files.
  case certain

  /// Compares how sure two are.
  public static func < (one: EvidenceStrength, other: EvidenceStrength) -> Bool {
    one.rawValue < other.rawValue
  }
}

/// A ledger that was recognised in a database.
public struct LedgerEvidence: Sendable, Hashable {
  /// The table; `nil` for a number in the database's header, `PRAGMA user_version`, which may be
  /// anybody's.
  public let table: String?
  /// What was seen, in words: `schema_migrations(version, dirty)`.
  public let words: String
  /// How surely this is the tool's.
  public let strength: EvidenceStrength

  /// Creates evidence; the parameters are the properties.
  public init(table: String?, words: String, strength: EvidenceStrength) {
    self.table = table
    self.words = words
    self.strength = strength
  }
}

/// Files that were recognised in a folder.
public struct FolderEvidence: Sendable, Hashable {
  /// What was seen, in words: `75 files "N_name.up.sql"`.
  public let words: String
  /// How surely these are the tool's.
  public let strength: EvidenceStrength
  /// How many migrations there seem to be.
  public let count: Int

  /// Creates evidence; the parameters are the properties.
  public init(words: String, strength: EvidenceStrength, count: Int) {
    self.words = words
    self.strength = strength
    self.count = count
  }

  /// Evidence of files or folders of one pattern, which says in words what they have in common;
  /// `nil` when there are none.
  init?(_ count: Int, _ pattern: String, of noun: String = "file", strength: EvidenceStrength) {
    guard count > 0 else { return nil }
    self.init(
      words: "\(count) \(noun)\(count == 1 ? "" : "s") \(pattern)", strength: strength,
      count: count)
  }
}
