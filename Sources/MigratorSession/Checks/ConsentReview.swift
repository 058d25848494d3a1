internal import MigratorEngine
internal import MigratorPlatform

/// Applies the `accept` entries of files and settings to the findings of a check.
struct ConsentReview {
  private struct Entry {
    let consent: RuleConsent
    /// The absolute paths to which the file name can refer.
    let paths: Set<String>
    var isUsed = false
  }

  private var entries: [Entry]
  private let folder: String?
  /// The paths of the migrations, if the settings have `accept` entries.
  private let known: Set<String>

  /// Prepares a review.
  ///
  /// - Parameters:
  ///   - settings: The settings, which can contain `accept` entries.
  ///   - scripts: The contents of the migration files, which can contain `accept` comments.
  ///   - files: The files of the migrations, or `nil` if they are code.
  init(_ settings: ProjectSettings, _ scripts: [SQLScript], _ files: MigrationFiles?) {
    folder = files.map { HistoryLog.fullPath($0.folder) }
    known =
      settings.consents.isEmpty
      ? [] : Set((files?.entries ?? []).map { HistoryLog.fullPath($0.path) })
    entries = scripts.flatMap { RuleConsent.all(in: $0) }.map {
      Entry(consent: $0, paths: [HistoryLog.fullPath($0.file)])
    }
    // In settings, a name is relative to the folder of the settings or of the migrations.
    entries += settings.consents.map { consent in
      let folders = [Paths.folder(of: consent.file), files?.folder].compactMap(\.self)
      return Entry(
        consent: consent,
        paths: Set(folders.map { HistoryLog.fullPath($0.path(to: consent.migrationFile)) }))
    }
  }

  /// Returns the finding as an accepted note if an `accept` entry covers its rule and file.
  mutating func review(_ finding: CheckFinding) -> CheckFinding {
    guard !entries.isEmpty, let file = finding.file.map(HistoryLog.fullPath) else {
      return finding
    }
    let fitting = entries.indices.filter {
      entries[$0].consent.problem == nil && entries[$0].consent.rule == finding.rule
        && entries[$0].paths.contains(file)
    }
    guard let first = fitting.first else { return finding }
    for index in fitting { entries[index].isUsed = true }
    var finding = finding
    finding.consent = entries[first].consent
    finding.severity = .note
    return finding
  }

  /// Returns the findings about invalid and unused `accept` entries.
  ///
  /// - Parameters:
  ///   - tried: The files whose findings are all known.
  ///   - unexamined: The rules that the run did not examine.
  /// - Returns: The findings.
  func unused(among tried: [String], except unexamined: Set<CheckFinding.Rule>) -> [CheckFinding] {
    let tried = Set(tried.map(HistoryLog.fullPath))
    return entries.filter { entry in
      if entry.consent.problem != nil { return true }
      if entry.isUsed || entry.consent.rule.map(unexamined.contains) == true { return false }
      return !tried.isDisjoint(with: entry.paths) || isOfNoMigration(entry)
    }.map { CheckFinding(unused: $0.consent) }
  }

  /// True if the file does not belong to a migration, and cannot belong to the migrations of
  /// another folder.
  private func isOfNoMigration(_ entry: Entry) -> Bool {
    guard known.isDisjoint(with: entry.paths) else { return false }
    return entry.paths.filter(Files.isTaken).allSatisfy { path in
      folder.map { path.hasPrefix(Paths.join($0, "")) } ?? false
    }
  }
}

extension String {
  /// The path of a file in this folder; an absolute name is returned unchanged.
  fileprivate func path(to name: String) -> String {
    name.hasPrefix("/") ? name : Paths.join(self, name)
  }
}

extension CheckFinding.Rule {
  /// Returns the rules that a check does not examine, so that `accept` entries for them do not
  /// count as unused.
  ///
  /// - Parameters:
  ///   - isCompared: True if the files are compared with a git revision.
  ///   - hasVersion: True if the users' version of SQLite is known.
  ///   - isGenerating: True if rows are generated.
  /// - Returns: The rules.
  static func unexamined(isCompared: Bool, hasVersion: Bool, isGenerating: Bool) -> Set<Self> {
    // The time depends on the machine.
    var rules: Set<Self> = [.slow]
    if !isCompared { rules.formUnion([.edited, .inserted, .removed]) }
    if !hasVersion { rules.insert(.newerSQLite) }
    if !isGenerating {
      rules.formUnion([.mayFail, .lostData, .violations, .renumbered, .notGenerated])
    }
    return rules
  }
}
