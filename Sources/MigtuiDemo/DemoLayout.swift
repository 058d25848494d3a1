import MigratorEngine
package import MigratorTools

package struct DemoLayout {
  package static let formats = sqlFormats + DemoCode.formats

  package static let sqlFormats: [MigrationFormat] = [
    .grdb, .lighter, .numbered, .rusqliteMigration, .sqldelight, .golangMigrate, .dbmate, .goose,
    .sqlx, .diesel, .refinery, .flyway, .prisma, .drizzle, .drizzleBeta, .d1, .atlas, .yoyo,
    .maragudk,
  ]

  /// A file: its path relative to the migration folder, and its contents.
  struct File {
    let path: String
    let text: String
  }

  let format: MigrationFormat

  /// True if a migration may be out of order.
  ///
  /// Other tools refuse the whole folder, or treat the migration as applied; Drizzle skips it.
  var acceptsOutOfOrder: Bool {
    switch format {
    case .grdb, .dbmate, .sqlx, .diesel, .prisma, .drizzle, .drizzleBeta, .d1, .yoyo: true
    default: false
    }
  }

  var firstVersion: Int { format == .sqldelight ? 1 : 0 }

  /// The files of some migrations, in order, including extra files that the tool requires.
  ///
  /// Names of `migrations` start with three digits.
  func files(of migrations: [DemoFiles.File]) -> [File] {
    let numbered = migrations.enumerated().map { index, file in
      Migration(file, number: acceptsOutOfOrder ? nil : index + 1, keepsDirectives: format == .grdb)
    }
    if let code { return code.files(of: numbered.map(\.asCode)) }
    let files = numbered.map { File(path: path(of: $0), text: text(of: $0)) }
    return files + companions(numbered, files)
  }

  private var code: DemoCode? {
    DemoCode.formats.contains(format) ? DemoCode(format: format) : nil
  }

  /// The SQL that replaces a run of the tool's code, and the ledger; `nil` for formats with SQL
  /// files.
  func substitute(for migrations: [DemoFiles.File]) -> (scripts: [String], ledger: String)? {
    guard let code else { return nil }
    let numbered = migrations.enumerated().map { index, file in
      Migration(file, number: index + 1, keepsDirectives: false).asCode
    }
    return (numbered.map(\.sql), code.ledger(after: numbered))
  }

  private struct Migration {
    let number: Int
    let slug: String
    let sql: String

    init(_ file: DemoFiles.File, number: Int?, keepsDirectives: Bool) {
      let name = file.name.dropLast(".sql".count)
      self.number = number ?? Int(name.prefix(3)) ?? 0
      slug = String(name.dropFirst(4))
      let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
      sql =
        lines.filter { keepsDirectives || !$0.hasPrefix("-- migtui:") }.joined(separator: "\n")
        + "\n"
    }

    func padded(_ digits: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    var asCode: DemoCode.Migration {
      DemoCode.Migration(
        number: number, slug: slug, sql: sql, time: time, milliseconds: milliseconds)
    }

    var dashed: String { String(slug.map { $0 == "_" ? "-" : $0 }) }

    /// The creation time: one day per number.
    var milliseconds: Int { 1_704_067_200_000 + number * 86_400_000 }
    var time: String {
      Timestamp(milliseconds: Int64(milliseconds)).map(\.compact) ?? padded(14)
    }
  }

  private func path(of migration: Migration) -> String {
    let slug = migration.slug
    switch format {
    case .lighter: return "matchday-\(migration.padded(3)).sql"
    case .numbered: return "\(migration.padded(3))-\(migration.dashed).sql"
    case .rusqliteMigration: return "\(migration.padded(2))-\(migration.dashed)/up.sql"
    case .sqldelight: return "\(migration.number).sqm"
    case .golangMigrate: return "\(migration.padded(6))_\(slug).up.sql"
    case .goose: return "\(migration.padded(5))_\(slug).sql"
    case .dbmate, .sqlx: return "\(migration.time)_\(slug).sql"
    case .diesel: return "\(migration.time)_\(slug)/up.sql"
    case .refinery, .flyway: return "V\(migration.number)__\(slug).sql"
    case .prisma, .drizzleBeta: return "\(migration.time)_\(slug)/migration.sql"
    case .drizzle, .d1, .yoyo: return "\(migration.padded(4))_\(slug).sql"
    case .maragudk: return "\(migration.padded(3))-\(migration.dashed).up.sql"
    default: return "\(migration.padded(3))_\(slug).sql"
    }
  }

  private func text(of migration: Migration) -> String {
    switch format {
    case .goose: "-- +goose Up\n\(Self.blocks(migration.sql))\n-- +goose Down\n"
    case .dbmate: "-- migrate:up\n\(migration.sql)\n-- migrate:down\n"
    case .lighter: "\(migration.sql)PRAGMA user_version = \(migration.number);\n"
    default: migration.sql
    }
  }

  /// Marks triggers for goose, which does not recognize where they end.
  private static func blocks(_ sql: String) -> String {
    sql.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix("CREATE TRIGGER ")
        ? "-- +goose StatementBegin\n" + line
        : line == "END;" ? line + "\n-- +goose StatementEnd" : String(line)
    }.joined(separator: "\n")
  }

  private func companions(_ migrations: [Migration], _ files: [File]) -> [File] {
    switch format {
    case .prisma:
      return [File(path: "migration_lock.toml", text: "provider = \"sqlite\"\n")]
    case .drizzle:
      let entries = migrations.enumerated().map { index, migration in
        """
            {"idx": \(index), "version": "6", "when": \(migration.milliseconds), \
        "tag": "\(migration.padded(4))_\(migration.slug)", "breakpoints": true}
        """
      }
      return [
        File(
          path: "meta/_journal.json",
          text: "{\"version\": \"7\", \"dialect\": \"sqlite\", \"entries\": [\n"
            + entries.joined(separator: ",\n") + "\n]}\n")
      ]
    case .drizzleBeta:
      return files.map {
        File(path: $0.path.dropLast("migration.sql".count) + "snapshot.json", text: "{}\n")
      }
    case .atlas:
      return [
        File(
          path: "atlas.sum",
          text: AtlasSum(of: files.map { ($0.path, Array($0.text.utf8)) }).text)
      ]
    default:
      return []
    }
  }
}
