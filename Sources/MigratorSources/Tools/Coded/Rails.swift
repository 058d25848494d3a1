import MigratorEngine

/// Ruby on Rails: `20240101000000_create_clubs.rb`.
///
/// Source: rails `activerecord/lib/active_record/migration.rb`, `schema_migration.rb`.
package struct Rails: CodedTool {
  package let format = MigrationFormat.rails
  package let title = "Rails"
  let language = "Ruby"

  package init() {}

  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    guard
      let found = ledger(
        columns: ["version"], named: "schema_migrations", containing: ["migration"], in: tables)
    else { return nil }
    let hasMetadata =
      tables.columnNames("ar_internal_metadata")
      == ["key", "value", "created_at", "updated_at"]
    let type = tables[found.table]?.first?.type.lowercased() ?? ""
    // dbmate declares varchar(128), maragudk/migrate text.
    guard hasMetadata || (type.hasPrefix("varchar") && type != "varchar(128)") else { return nil }
    return LedgerEvidence(
      table: found.table,
      words: found.words + (hasMetadata ? ", ar_internal_metadata" : " of type \(type)"),
      strength: hasMetadata ? 3 : 2)
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    evidence(
      folder.files.filter { Self.parts(of: $0) != nil }, like: "N_name.rb",
      marks: ["ActiveRecord::Migration"], strength: 3, in: folder)
  }

  package func migrations(in folder: FolderTree) throws -> [ToolMigration] {
    var problems: [SourceProblem] = []
    var migrations: [ToolMigration] = []
    for file in folder.files where Self.isLikely(file) {
      let path = folder.path(of: file)
      guard let parts = Self.parts(of: file) else {
        problems.append(
          SourceProblem(
            .badName, path: path,
            message: "Rails takes lower-case letters, digits and underscores in the name alone",
            remedy: "Rename the file."))
        continue
      }
      let version = parts.number.withoutLeadingZeros
      migrations.append(
        ToolMigration(
          identifier: FilePath.stem(of: FilePath.name(of: file)), key: version, path: path,
          body: code(run: "bin/rails db:migrate:up VERSION=\(parts.number)")))
    }
    return try checked(
      migrations.sorted { NameOrder.numbers($0.key, $1.key) }, unique: "version", problems)
  }

  package func rule(table: String?) -> any LedgerRule {
    RailsRule(name: table ?? "schema_migrations")
  }

  /// What the loader picks up: `[0-9]*_*.rb`.
  private static func isLikely(_ file: String) -> Bool {
    let name = FilePath.name(of: file)
    return name.hasSuffix(".rb") && !name.leadingDigits.isEmpty && name.contains("_")
  }

  /// The parts of a name that fits `\A([0-9]+)_([_a-z0-9]*)\.?([_a-z0-9]*)?\.rb\z`.
  private static func parts(of file: String) -> (number: String, name: String)? {
    let name = FilePath.name(of: file)
    let number = name.leadingDigits
    let rest = name.dropFirst(number.count)
    guard name.hasSuffix(".rb"), !number.isEmpty, rest.first == "_" else { return nil }
    let words = rest.dropFirst().dropLast(3)
    let dots = words.count { $0 == "." }
    let isPlain = words.allSatisfy {
      $0 == "_" || $0 == "." || ($0.isASCII && ($0.isLowercase || $0.isNumber))
    }
    return dots <= 1 && isPlain ? (number, String(words)) : nil
  }
}

/// The ledger of Rails: a row with the version, compared as a number.
struct RailsRule: CodedRule {
  let name: String

  func key(of row: [String: DatabaseValue]) -> String? {
    guard let text = row["version"]?.looseText else { return nil }
    return text.isDigits ? text.withoutLeadingZeros : text
  }
}
