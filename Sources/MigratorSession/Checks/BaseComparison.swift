/// How a migration differs from the base of `check --base`.
public enum BaseDifference: Sendable, Hashable {
  /// The contents of its file differ.
  case edited
  /// It is new, but sorts before a migration of the base.
  ///
  /// - Parameter later: The last migration of the base.
  case inserted(before: String)
  /// Its file no longer exists, or the tool no longer lists it.
  ///
  /// - Parameter renamed: The new name of the file, if a new file has the same contents.
  case removed(renamed: String?)
}

/// The migrations of a git revision, compared with the current ones.
struct BaseComparison: Sendable, Hashable {
  /// The files of a revision, by the paths that ``MigrationFiles`` uses for them.
  struct Base: Sendable, Hashable {
    /// The name of the revision, as the user gave it.
    let revision: String
    /// The files that exist at the revision.
    var paths: Set<String> = []
    /// The files whose current contents differ.
    var edited: Set<String> = []
    /// The files that were added to the revision after the current branch diverged from it.
    var later: Set<String> = []
    /// For each removed file, the new file with the same contents, if there is one.
    var renamed: [String: String] = [:]
    /// The migrations of the revision, or `nil` if the tool cannot read them.
    var entries: [MigrationFiles.Entry]?
  }

  /// The name of the revision.
  let revision: String
  /// The findings: removed migrations first, then the current ones in their order.
  let findings: [CheckFinding]
  /// The files that are the same in the revision.
  let unchanged: Set<String>

  /// Compares migrations.
  ///
  /// - Parameters:
  ///   - entries: The current migrations, in the order of the tool.
  ///   - isLinear: True if the tool runs them in this order.
  ///   - base: The revision.
  init(_ entries: [MigrationFiles.Entry], isLinear: Bool, base: Base) {
    let registered = base.entries.map { Set($0.map(\.identifier)) }
    func isOld(_ entry: MigrationFiles.Entry) -> Bool {
      guard base.paths.contains(entry.path) else { return false }
      // The file may have existed without the migration, for example if a journal did not name it.
      return registered?.contains(entry.identifier) ?? !entry.isShared
    }
    func finding(_ entry: MigrationFiles.Entry, _ difference: BaseDifference) -> CheckFinding {
      CheckFinding(
        .base(difference, revision: base.revision), migration: entry.identifier, file: entry.path)
    }
    let present = Set(entries.map(\.identifier))
    var findings = (base.entries ?? []).filter {
      !present.contains($0.identifier) && !base.later.contains($0.path)
    }.map { finding($0, .removed(renamed: base.renamed[$0.path])) }
    let last = entries.lastIndex { !$0.isRepeatable && isOld($0) }
    for (index, entry) in entries.enumerated() {
      if isOld(entry) {
        guard base.edited.contains(entry.path), !entry.isShared, !entry.isRepeatable else {
          continue
        }
        findings.append(finding(entry, .edited))
      } else if isLinear, !entry.isRepeatable, let last, index < last {
        findings.append(finding(entry, .inserted(before: entries[last].identifier)))
      }
    }
    revision = base.revision
    self.findings = findings
    // The entries do not include the files of down migrations.
    let others = base.paths.subtracting(entries.map(\.path))
    unchanged = Set(entries.filter(isOld).map(\.path)).union(others).subtracting(base.edited)
  }

  /// Returns true if a finding is left out because its file did not change.
  ///
  /// Never leaves out the findings of this comparison, or reasons why nothing could be tried.
  func leavesOut(_ finding: CheckFinding) -> Bool {
    switch finding.rule {
    case .failed, .unreadable, .blocked, .unknown, .edited, .inserted, .removed: false
    default: finding.file.map(unchanged.contains) ?? false
    }
  }
}
