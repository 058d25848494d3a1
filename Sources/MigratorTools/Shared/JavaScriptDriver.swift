/// A JavaScript driver for SQLite, with the compile-time settings of its SQLite.
struct JavaScriptDriver: Sendable, Hashable {
  /// The names of its package in a project's dependencies, the usual one first.
  let packages: [String]
  /// True if foreign keys are on while Drizzle runs migrations; `nil` if unknown.
  let enforcesForeignKeys: Bool?
  /// True if text in double quotes is not accepted as a string.
  var refusesStringLiterals = false
  /// True if preparing several statements at once is an error.
  var refusesSeveralStatements = false

  var name: String { packages[0] }

  /// By default, its SQLite enforces foreign keys and rejects strings in double quotes.
  ///
  /// WiseLibs/better-sqlite3 `docs/compilation.md`: `SQLITE_DEFAULT_FOREIGN_KEYS=1`,
  /// `SQLITE_DQS=0`; #40 for several statements.
  static let betterSQLite3 = JavaScriptDriver(
    packages: ["better-sqlite3"], enforcesForeignKeys: true, refusesStringLiterals: true,
    refusesSeveralStatements: true)

  private static let all = [
    betterSQLite3,
    // On by default (tursodatabase/libsql #981), but Drizzle calls the client's `migrate()`, which
    // switches them off first: drizzle-orm `src/libsql/migrator.ts`, tursodatabase/libsql-client-ts
    // `packages/libsql-client/src/sqlite3.ts`.
    JavaScriptDriver(packages: ["@libsql/client", "libsql"], enforcesForeignKeys: false),
    // oven-sh/bun `src/bun.js/bindings/sqlite/CMakeLists.txt` does not set the option, whose default
    // is off.
    JavaScriptDriver(packages: ["@types/bun", "bun-types"], enforcesForeignKeys: false),
    // Projects for phones and browsers often have another driver for their tests.
    JavaScriptDriver(
      packages: ["expo-sqlite", "@op-engineering/op-sqlite", "sql.js"], enforcesForeignKeys: nil),
  ]

  /// Returns whether a project's driver accepts text in double quotes as a string.
  ///
  /// Returns `true` if there are several drivers, or none that is known.
  static func acceptsStringLiterals(in folder: FolderTree?) -> Bool {
    let found = drivers(of: folder) ?? []
    return found.isEmpty || !found.allSatisfy(\.refusesStringLiterals)
  }

  /// Returns the name of a project's driver if it refuses several statements at once.
  ///
  /// Without a `package.json`, this is the usual driver. The result is `nil` if there are other
  /// drivers, too.
  static func refusesSeveralStatements(in folder: FolderTree?) -> String? {
    let found = drivers(of: folder) ?? [betterSQLite3]
    return found.allSatisfy(\.refusesSeveralStatements) ? found.first?.name : nil
  }

  /// Returns the known drivers that a project names; `nil` if there is no `package.json`.
  static func drivers(of folder: FolderTree?) -> [JavaScriptDriver]? {
    guard let project = folder?.projectText("package.json") else { return nil }
    return all.filter { driver in driver.packages.contains { project.contains("\"\($0)\"") } }
  }
}
