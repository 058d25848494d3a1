import MigratorEngine
import MigratorPlatform
import MigratorSession

extension NewMigration {
  /// The statements, separated by breakpoints.
  func drizzleScript() throws(WriteRefusal) -> String {
    let mark = DrizzleFile.breakpoint
    guard statements?.up.contains(where: { $0.contains(mark) }) != true else {
      throw WriteRefusal(
        "Drizzle splits a file at `\(mark)`, and a statement contains this text.",
        remedy: "Change the string or comment in the statement.")
    }
    return up(StatementForm(separator: "\n\(mark)\n"))
  }

  /// The snapshot of the schema after the migration, or `nil` if the folder has no snapshots.
  ///
  /// - Parameters:
  ///   - form: The format.
  ///   - file: The newest snapshot, or `nil` if there is none. In this case, the new one contains
  ///     the whole schema.
  /// - Returns: The snapshot, or `nil`.
  /// - Throws: ``WriteRefusal`` for a snapshot of an unknown version.
  func drizzleSnapshot(
    _ form: DrizzleSnapshot.Form, after file: String?
  ) throws(WriteRefusal) -> DrizzleSnapshot? {
    let id = Encodings.randomUUID()
    let last: DrizzleSnapshot? =
      if let file { try DrizzleSnapshot(form, of: file, in: folder) } else { nil }
    guard let schema = statements?.schema else { return last?.next(id: id) }
    do {
      let after = try DrizzleSchema(schema)
      guard let last else {
        return try DrizzleSnapshot(originOf: form).next(
          id: id, from: DrizzleSchema(.empty), to: after)
      }
      return last.next(
        id: id, from: try DrizzleSchema(statements?.schemaBefore ?? .empty), to: after)
    } catch {
      throw WriteRefusal(
        "migtui cannot write Drizzle's snapshot: \(Explanation(error).sentence)",
        remedy: "Create the migration with drizzle-kit generate.")
    }
  }
}

extension DrizzleJournal {
  /// The journal with an entry for a new file.
  static func extended(
    in folder: FolderTree, by tag: String, _ now: Timestamp
  ) throws(WriteRefusal) -> MigrationFile {
    let file = Drizzle.journalFile
    let isThere = folder.contains(file)
    let text = (try? folder.text(of: file)) ?? ""
    var journal: DrizzleJSON = [
      "version": "7", "dialect": "sqlite", "entries": .list([]),
    ]
    if isThere {
      guard let read = try? JSONReader.read(text, file: file) else {
        throw WriteRefusal(
          "migtui cannot read the journal \(file).",
          remedy: "Restore the journal that drizzle-kit wrote.")
      }
      journal = DrizzleJSON(read)
    }
    let entries = journal["entries"]?.values ?? []
    func number(_ name: String) -> Int64? {
      entries.compactMap { entry in
        if case .number(let number) = entry[name] {
          Double(number).flatMap { Int64(exactly: $0) }
        } else {
          nil
        }
      }.max()
    }
    // Drizzle runs a file only if its time is later than that of the last one.
    let when = max(now.nanoseconds / 1_000_000, (number("when") ?? 0) + 1)
    let entry: DrizzleJSON = [
      "idx": .number(String((number("idx") ?? -1) + 1)),
      "version": entries.last?["version"] ?? .text(DrizzleSnapshot.Form.tables.version),
      "when": .number(String(when)), "tag": .text(tag), "breakpoints": true,
    ]
    journal["entries"] = .list(entries + [entry])
    let indent = text.drop { $0 != "\n" }.dropFirst().prefix { $0 == " " || $0 == "\t" }
    return MigrationFile(
      path: file,
      text: journal.text(indent: indent.isEmpty ? "  " : String(indent))
        + (text.hasSuffix("\n") ? "\n" : ""), isReplacement: isThere)
  }
}
