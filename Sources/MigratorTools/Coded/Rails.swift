import MigratorEngine
import MigratorPlatform

extension ReadOnlyTool {
  /// Ruby on Rails: `20240101000000_create_clubs.rb`, and a row with the version, compared as a
  /// number.
  ///
  /// Source: rails `activerecord/lib/active_record/migration.rb`, `schema_migration.rb`.
  static let rails = ReadOnlyTool(
    format: .rails, title: "Rails", language: "Ruby",
    habits: [ConventionalFolder("db/migrate")],
    pattern: FilePattern(digits: 1, contains: "_", extensions: ["rb"], isDeep: true),
    marks: [ContentMarker(pattern: "N_name.rb", texts: ["ActiveRecord::Migration"])],
    entries: { file, folder in
      let name = Paths.name(of: file)
      let number = name.leadingDigits
      guard isRails(name.dropFirst(number.count).dropLast(3)) else {
        throw SourceFailure(
          .badName, path: folder.path(of: file),
          "Rails accepts only lower-case letters, digits and underscores in the name",
          remedy: "Rename the file.")
      }
      return [
        ReadOnlyEntry(
          key: number.withoutLeadingZeros, identifier: Paths.stem(of: name),
          command: "bin/rails db:migrate:up VERSION=\(number)")
      ]
    },
    precedes: NameOrder.numbers, unique: [Uniqueness(word: "version"), .name],
    table: LedgerTable(
      "schema_migrations", ["version"], words: ["migration"],
      others: ["ar_internal_metadata"],
      refine: { found, columns, tables in
        let hasMetadata =
          tables.columnNames("ar_internal_metadata")
          == ["key", "value", "created_at", "updated_at"]
        let type = columns[0].type.lowercased()
        // dbmate declares varchar(128), and maragudk/migrate declares text.
        guard hasMetadata || (type.hasPrefix("varchar") && type != "varchar(128)") else {
          return nil
        }
        return LedgerEvidence(
          table: found.table,
          words: found.words + (hasMetadata ? ", ar_internal_metadata" : " of type \(type)"),
          strength: hasMetadata ? .certain : .likely)
      }),
    rows: RowLedger.Rules(
      key: { row in row.text("version").map { $0.isDigits ? $0.withoutLeadingZeros : $0 } }))

  /// Returns whether the part between the number and `.rb` matches `_([_a-z0-9]*)\.?([_a-z0-9]*)?`.
  private static func isRails(_ rest: Substring) -> Bool {
    rest.first == "_" && rest.count { $0 == "." } <= 1
      && rest.allSatisfy {
        $0 == "_" || $0 == "." || ($0.isASCII && ($0.isLowercase || $0.isNumber))
      }
  }
}
