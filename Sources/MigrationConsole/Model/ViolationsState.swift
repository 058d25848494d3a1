import MigratorEngine

/// The violations found so far, grouped by foreign key, and how far the search is.
struct ViolationsState: Sendable {
  /// How far the search is.
  enum Search: Sendable, Hashable {
    /// Not begun.
    case idle
    /// Searching the given table; the name is empty until the first one is known.
    case running(table: String, index: Int, count: Int, startedAt: Double)
    /// All tables were searched.
    case complete(seconds: Double)
    /// The operator stopped it.
    case stopped
    /// It failed.
    case failed(String)
  }

  /// The violations of one foreign key.
  struct Group: Sendable {
    /// The foreign key.
    var key: ForeignKeyDescription
    /// The violations that are listed.
    var violations: [ViolationDetail] = []
    /// How many more were found than are listed.
    var unlisted = 0
    /// How many were found.
    var count: Int { violations.count + unlisted }
    /// Whether only the group's line is shown.
    var isFolded = false
  }

  /// A line of the list.
  enum Row: Sendable, Hashable {
    /// The line of a group.
    case group(Int)
    /// The line of a violation: its group and its place there.
    case violation(Int, Int)
  }

  /// The groups in the order in which they were found.
  var groups: [Group] = []
  /// The lines of the list, as folding and filter leave them.
  var rows: [Row] = []
  /// How far the search is.
  var search = Search.idle
  /// The generation of the search, whose messages count.
  var generation = 0
  /// How many violations were found beyond those that are listed.
  var unlisted: Int { groups.reduce(0) { $0 + $1.unlisted } }

  /// How many violations were found.
  var count: Int { groups.reduce(0) { $0 + $1.count } }

  /// Adds violations that were found.
  ///
  /// - Parameters:
  ///   - found: The violations, in the order in which they were found.
  ///   - unlisted: How many more of each foreign key were found whose details are not kept.
  ///   - filter: The filter of the list.
  /// - Complexity: O(*n*) for *n* violations found so far.
  mutating func add(
    _ found: [ViolationDetail], unlisted: [ForeignKeyDescription: Int], filter: String
  ) {
    for violation in found {
      if let index = groups.firstIndex(where: { $0.key == violation.foreignKey }) {
        groups[index].violations.append(violation)
      } else {
        groups.append(Group(key: violation.foreignKey, violations: [violation]))
      }
    }
    for index in groups.indices { groups[index].unlisted += unlisted[groups[index].key] ?? 0 }
    arrange(filter: filter)
  }

  /// Makes the lines of the list anew.
  ///
  /// - Parameter filter: Only violations whose description contains it are listed.
  /// - Complexity: O(*n*) for *n* violations found so far.
  mutating func arrange(filter: String) {
    rows = []
    for (groupIndex, group) in groups.enumerated() {
      var shown: [Row] = []
      for (index, violation) in group.violations.enumerated()
      where filter.isEmpty || Filter.matches(filter, violation.description) {
        shown.append(.violation(groupIndex, index))
      }
      guard filter.isEmpty || !shown.isEmpty else { continue }
      rows.append(.group(groupIndex))
      if !group.isFolded { rows += shown }
    }
  }
}

/// The filter of the lists.
enum Filter {
  /// Tells whether a row's text contains every word of the filter, whatever the case.
  ///
  /// - Parameters:
  ///   - filter: The filter, words separated by spaces.
  ///   - text: The text of the row.
  /// - Returns: Whether the row is shown.
  static func matches(_ filter: String, _ text: String) -> Bool {
    let text = text.lowercased()
    return filter.lowercased().split(separator: " ").allSatisfy { text.contains($0) }
  }
}
