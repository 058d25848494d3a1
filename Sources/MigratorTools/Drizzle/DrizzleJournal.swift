/// `meta/_journal.json`: the files and their order.
struct DrizzleJournal {
  struct Entry {
    /// The name of the file without `.sql`.
    let tag: String
    /// The generation time in milliseconds since 1970, which identifies the file in the ledger.
    let milliseconds: Int64
  }

  let entries: [Entry]

  private struct File: Decodable {
    struct Entry: Decodable {
      let tag: String
      let when: Double
    }
    let dialect: String?
    let entries: [Entry]
  }

  /// Reads the journal.
  ///
  /// - Throws: `SourceFailure` if it cannot be read, has another format, or is for another kind of
  ///   database.
  init(in folder: FolderTree) throws(SourceFailure) {
    func failure(_ message: String) -> SourceFailure {
      SourceFailure(
        .badJournal, path: folder.path(of: Drizzle.journalFile), message,
        remedy: "Restore the journal that drizzle-kit wrote.")
    }
    guard let file = try folder.json(File.self, of: Drizzle.journalFile) else {
      throw failure(
        "the journal is not valid: it must be JSON, and each entry must have `tag` "
          + "and `when`")
    }
    if let dialect = file.dialect, dialect != "sqlite", dialect != "turso" {
      throw failure("the migrations are for \(dialect), not for sqlite")
    }
    var entries: [Entry] = []
    for entry in file.entries {
      guard let milliseconds = Int64(exactly: entry.when) else {
        throw failure("`when` of \(entry.tag) is not a whole number")
      }
      entries.append(Entry(tag: entry.tag, milliseconds: milliseconds))
    }
    self.entries = entries
  }
}
