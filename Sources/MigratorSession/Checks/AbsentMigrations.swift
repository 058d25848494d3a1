internal import MigratorEngine
internal import MigratorRows
internal import MigratorSQLite

/// The migrations that a check omits from its run, because they cannot be run here.
///
/// A later finding may be only a consequence of such an absence. This is assumed if the finding
/// concerns a name that occurs in the absent file, such as a table that the file would have
/// created.
struct AbsentMigrations {
  private struct Entry {
    let identifier: String
    let place: Int
    /// The words in the file, or `nil` if it cannot be read.
    let words: Set<SQLName>?
  }

  private let places: [String: Int]
  private var entries: [Entry] = []

  /// Creates an empty list.
  ///
  /// - Parameter order: The registered migrations, in order.
  init(in order: [String]) {
    places = Dictionary(zip(order, order.indices)) { first, _ in first }
  }

  var identifiers: [String] { entries.map(\.identifier) }
  var isEmpty: Bool { entries.isEmpty }

  /// Adds a migration with the contents of its file, or `nil` if they cannot be read.
  mutating func add(_ identifier: String, text: String?) {
    guard let place = places[identifier] else { return }
    entries.append(
      Entry(identifier: identifier, place: place, words: text.map { Self.words(in: $0) }))
  }

  /// Adds a file whose place in the order is unknown.
  mutating func add(fileOf path: String, text: String?) {
    entries.append(Entry(identifier: path, place: -1, words: text.map { Self.words(in: $0) }))
  }

  /// Returns true if a migration comes before one that was tried.
  func precedes(_ identifier: String, anyOf tried: [String]) -> Bool {
    guard let place = places[identifier] else { return false }
    return tried.contains { places[$0].map { place < $0 } ?? false }
  }

  /// Returns true if an absent migration comes before this one.
  func areBefore(_ identifier: String) -> Bool {
    guard let place = places[identifier] else { return false }
    return entries.contains { $0.place < place }
  }

  /// The absent migration that may have caused a failure, or `nil`.
  func cause(of failure: MigrationFailure, in identifier: String) -> String? {
    failure.concernedWords.flatMap { cause($0, in: identifier) }
  }

  /// The absent migration that may have caused a finding, or `nil`.
  func cause(of finding: CheckFinding) -> String? {
    guard let migration = finding.migration, let words = finding.evidence.concernedWords else {
      return nil
    }
    return cause(words, in: migration)
  }

  private func cause(_ concerned: Set<SQLName>, in identifier: String) -> String? {
    guard let place = places[identifier] else { return nil }
    return entries.first { entry in
      entry.place < place && entry.words.map { !$0.isDisjoint(with: concerned) } ?? true
    }?.identifier
  }

  /// The words in a text that may be SQL names.
  fileprivate static func words(in text: String) -> Set<SQLName> {
    var words: Set<SQLName> = []
    for word in text.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_") }) {
      let word = String(word)
      if word.first?.isNumber != true, !SQLKeywords.contains(word) { words.insert(SQLName(word)) }
    }
    return words
  }
}

extension MigrationFailure {
  /// The names that the failure concerns; `nil` if it does not depend on the schema or on rows.
  fileprivate var concernedWords: Set<SQLName>? {
    if message.hasSuffix("syntax error") || message.hasPrefix("unrecognized token")
      || message == "incomplete input"
    {
      return nil
    }
    let missingColumn = "no such column: "
    if message.hasPrefix(missingColumn) {
      return AbsentMigrations.words(in: String(message.dropFirst(missingColumn.count)))
    }
    if let object = NamedObject(message) { return AbsentMigrations.words(in: object.name) }
    return AbsentMigrations.words(in: "\(message) \(statement?.sql ?? "")")
  }
}

extension CheckFinding.Evidence {
  /// The names that the finding concerns; `nil` if it does not depend on earlier migrations.
  fileprivate var concernedWords: Set<SQLName>? {
    switch self {
    case .failure(let failure): failure.concernedWords
    // Existing rows are lost, regardless of the absent migration.
    case .dataLoss: nil
    case .ruleLoss(let losses):
      AbsentMigrations.words(in: losses.all.map(\.subject).joined(separator: " "))
    case .broken(let loss): AbsentMigrations.words(in: "\(loss.subject) \(loss.words)")
    case .violations(_, let first):
      AbsentMigrations.words(
        in: first.map { "\($0.foreignKey.originTable) \($0.foreignKey.destinationTable)" } ?? "")
    case .warning(let sentence): AbsentMigrations.words(in: sentence)
    case .down(let difference): AbsentMigrations.words(in: difference.message)
    case .generated(let finding):
      switch finding.kind {
      case .mayFail(let failure, _, _): failure.concernedWords
      case .loss, .lossByDown: nil
      case .renumbered(let table, _, _, _): AbsentMigrations.words(in: table)
      case .violations(let table, _, let parent, _):
        AbsentMigrations.words(in: "\(table) \(parent)")
      case .notGenerated, .stopped: nil
      }
    case .unreadable, .state, .obstacle, .standstill, .stop, .unusedConsent, .unusedAgreement,
      .duration, .growth, .hint, .splitting, .base, .newerSQLite:
      nil
    }
  }
}

extension Loss {
  /// The names of the lost object.
  fileprivate var subject: String {
    [facts.table, facts.column, facts.name].compactMap(\.self).joined(separator: " ")
  }
}
