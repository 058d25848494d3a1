package import MigratorEngine
import MigratorPlatform

extension MigrationFormat {
  /// Lighter: groups of `Name-NNN.sql` and `PRAGMA user_version`.
  public static let lighter: MigrationFormat = "lighter"
}

/// Lighter: a group of files `Name-001.sql`, of which each sets `user_version` to its number.
///
/// Source: Lighter's article on migrations; `EnlighterGroup` for the order.
package struct Lighter: CountedTool {
  package let format = MigrationFormat.lighter
  package let title = "Lighter"
  let counting = UserVersionLedger.Tool.lighter
  /// The name of the group; where it is `nil`, the folder's stem or the only group counts.
  let stem: String?

  /// Creates a tool.
  ///
  /// - Parameter stem: The name of the group, which the files begin with; `nil` for the only group
  ///   of a folder.
  package init(stem: String? = nil) {
    self.stem = stem
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    let groups = groups(folder)
    guard groups.count == 1, let (stem, members) = groups.first else { return nil }
    let marked = members.count {
      folder.head(of: $0.file).lowercased().contains("user_version")
    }
    let words = "`\(stem)-N.sql`"
    return FolderEvidence(
      members.count,
      marked == 0 ? words : words + ", \(marked) of them with PRAGMA user_version",
      strength: marked == 0 ? .shared : .likely)
  }

  func files(in folder: FolderTree) throws -> [CountedFile] {
    let groups = groups(folder)
    if groups.count > 1 {
      throw SourceFailure(problems: [
        SourceProblem(
          .badDeclaration, path: folder.path,
          message: "the folder has several groups: \(groups.keys.sorted().joined(separator: ", "))",
          remedy: "Put each group into a folder of its own.")
      ])
    }
    var list = NumberedFiles<Int64, CountedFile>()
    for member in groups.first?.value ?? [] {
      let path = folder.path(of: member.file)
      guard let version = Int64(member.number), version <= UserVersionLedger.highest else {
        list.add(CountedFile.tooHigh(member.number, path: path))
        continue
      }
      list.add(version) { () throws(SourceFailure) in
        try Self.file(member.file, version, path: path, folder)
      }
    }
    // Lighter sorts by name; its ledger sees to it that the numbers agree.
    return try list.sorted(uniqueFor: title).sorted { $0.identifier < $1.identifier }
  }

  package func newFiles(
    title: String, in folder: FolderTree, after existing: [ToolMigration], now: Timestamp
  ) -> [NewFile]? {
    guard let stem = stem ?? folder.stem ?? groups(folder).keys.first else { return nil }
    let numbers = existing.map { String(Self.number(of: $0.identifier + ".sql", stem) ?? "") }
    let number = NextName.number(after: numbers, now: now, fallback: .number(digits: 3))
    return [
      NewFile(
        path: "\(stem)-\(number).sql",
        text: "-- \(title)\n\nPRAGMA user_version = \(number.withoutLeadingZeros);\n")
    ]
  }

  private static func file(
    _ file: String, _ version: Int64, path: String, _ folder: FolderTree
  ) throws(SourceFailure) -> CountedFile {
    let script = SQLScript(file: path, text: try folder.text(of: file))
    let written = try SQLFile.statements(of: script).compactMap { userVersion(in: $0.sql) }.last
    let body: ToolMigration.Body
    if let written, written != version {
      body = .unavailable(
        StepObstacle(
          "\(file) sets user_version to \(written), but its number is \(version).",
          remedy: "Write the number of the file into the pragma, or rename the file."))
    } else {
      body = .sql(
        script: script, transaction: try ScriptShape(script).transaction(toolWraps: false))
    }
    return CountedFile(
      version: version, setsVersion: written != nil,
      migration: ToolMigration(identifier: Paths.stem(of: file), path: path, body: body))
  }

  /// The number that a statement sets `user_version` to, as SQLite reads it.
  private static func userVersion(in sql: String) -> Int64? {
    let text = sql.lowercased().filter { !$0.isWhitespace }
    guard text.hasPrefix("pragma"), let range = text.firstRange(of: "user_version") else {
      return nil
    }
    let between = text[text.index(text.startIndex, offsetBy: 6)..<range.lowerBound]
    guard ["", "main."].contains(between) else { return nil }
    let value = text[range.upperBound...]
    guard let sign = value.first, sign == "=" || sign == "(" else { return nil }
    let digits = value.dropFirst().prefix { $0 == "-" || ($0.isASCII && $0.isNumber) }
    return Int64(digits)
  }

  private struct Member {
    let file: String
    let number: String
  }

  /// The groups of the folder, by their stems; the one that is asked for, where one is.
  private func groups(_ folder: FolderTree) -> [String: [Member]] {
    let asked = stem ?? folder.stem
    var groups: [String: [Member]] = [:]
    for file in folder.ownFiles where file.hasSuffix(".sql") {
      let stem = asked ?? String(file.prefix { $0 != "-" && $0 != "." })
      // Files that begin with a number are plain numbered ones.
      guard !stem.isEmpty, stem.leadingDigits.isEmpty || asked != nil,
        let number = Self.number(of: file, stem)
      else { continue }
      groups[stem, default: []].append(Member(file: file, number: number))
    }
    return groups
  }

  /// The number that follows the stem: `DB-001.sql`, `DB.001.name.sql`.
  private static func number(of file: String, _ stem: String) -> String? {
    guard file.hasPrefix(stem + "-") || file.hasPrefix(stem + ".") else { return nil }
    let rest = file.dropFirst(stem.count + 1)
    let number = rest.leadingDigits
    guard !number.isEmpty, let next = rest.dropFirst(number.count).first, next == "." || next == "-"
    else { return nil }
    return number
  }
}
