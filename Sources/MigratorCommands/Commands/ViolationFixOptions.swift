import ArgumentParser
import MigratorEngine
import MigratorSession
import SQLSyntax

/// The fixes of `violations`, one option for each way.
struct ViolationFixOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Keep the rows, without a parent.", valueName: "KEY"))
  var setNull: [String] = []

  @Option(
    help: ArgumentHelp(
      "Add the missing parents.",
      discussion: "With --value for columns that are NOT NULL without a default.", valueName: "KEY"
    ))
  var addParents: [String] = []

  @Option(
    help: ArgumentHelp(
      "Make the rows refer to an existing parent: its key as SQL.", valueName: "KEY=VALUE"))
  var map: [String] = []

  @Option(name: .customLong("delete"), help: ArgumentHelp("Delete the rows.", valueName: "KEY"))
  var deleted: [String] = []

  @Option(
    help: ArgumentHelp(
      "Set a column of added parents, as SQL: club.name=\"'unknown'\".",
      valueName: "TABLE.COLUMN=VALUE"))
  var value: [String] = []

  @Flag(help: "Write the fixes to a new migration that runs next.")
  var write = false

  @Flag(help: "Apply the fixes to the database at once, after a backup.")
  var yes = false

  @Option(
    help: ArgumentHelp("Accept the rows and values that the fixes lose.", valueName: "PHRASE"))
  var agree: String?

  @OptionGroup var backups: BackupOptions
  @OptionGroup var place: BackupPlaceOptions

  /// True if fixes were chosen.
  var isGiven: Bool { !(setNull + addParents + map + deleted).isEmpty }

  func validate() throws {
    if write, yes { throw ValidationError("Choose --write or --yes.") }
    guard isGiven || !(write || yes) else {
      throw ValidationError(
        "\(write ? "--write" : "--yes") requires a fix, such as --delete player.clubId.")
    }
  }

  /// Returns the chosen fixes.
  ///
  /// - Parameter keys: The foreign keys with violations.
  /// - Returns: A choice for each option, in no particular order.
  /// - Throws: `BatchFailure` if an argument matches none or several of them.
  func choices(among keys: [ForeignKeyInfo]) throws -> [FixChoice] {
    let values = try value.map { text in
      let (name, expression) = try Self.split(text, "--value")
      let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { throw Self.malformed(text, "--value") }
      return (table: parts[0], value: ParentValue(column: parts[1], expression: expression))
    }
    let mapped = try map.map { text in
      let (name, value) = try Self.split(text, "--map")
      return FixChoice(
        try Self.key(name, among: keys), .map(to: SQLTokenizer.expressions(in: value) ?? [value]))
    }
    let added = try addParents.map { name in
      let key = try Self.key(name, among: keys)
      return FixChoice(
        key,
        .addParents(
          values.filter { SQLName($0.table) == SQLName(key.destinationTable) }.map(\.value)))
    }
    let all =
      try setNull.map { FixChoice(try Self.key($0, among: keys), .release) } + added + mapped
      + deleted.map { FixChoice(try Self.key($0, among: keys), .delete) }
    for (index, choice) in all.enumerated()
    where all[..<index].contains(where: { $0.foreignKey == choice.foreignKey }) {
      throw BatchFailure(
        .usage, "There are two fixes of \(choice.foreignKey.title).", "Choose one of them.")
    }
    return all
  }

  /// The key that a text names: its title, or the part before the arrow.
  private static func key(
    _ text: String, among keys: [ForeignKeyInfo]
  ) throws -> ForeignKeyInfo {
    let found = keys.filter { $0.title == text || $0.title.hasPrefix(text + " → ") }
    if let key = found.first, found.count == 1 { return key }
    let names = (found.isEmpty ? keys : found).map { "  \($0.title)" }
    throw BatchFailure(
      .usage,
      [
        found.isEmpty
          ? "No row breaks a foreign key named \(text). These have violations:"
          : "Several foreign keys match \(text):"
      ] + names, "Name one of them, as it is printed here or up to the arrow.")
  }

  private static func split(_ text: String, _ option: String) throws -> (String, String) {
    guard let sign = text.firstIndex(of: "=") else { throw malformed(text, option) }
    return (String(text[..<sign]), String(text[text.index(after: sign)...]))
  }

  private static func malformed(_ text: String, _ option: String) -> BatchFailure {
    BatchFailure(
      .usage, "\(option) \(text) is not understood.",
      "Write \(option == "--map" ? "--map player.clubId=1" : "--value club.name=\"'unknown'\"").")
  }
}
