import MigratorEngine
import MigratorPlatform
import MigratorSession

/// Flyway: `V1_1__description.sql`, run in the order of the versions.
///
/// Source: flyway/flyway `flyway-core/src/main/java/org/flywaydb/core/internal`.
struct Flyway: FileTool {
  let format = MigrationFormat.flyway
  let title = "Flyway"
  let transactionSwitch = TransactionSwitch.settingBeside(
    "executeInTransaction=false", extension: ".conf")
  let habits = [ConventionalFolder("src/main/resources/db/migration")]
  let table = LedgerTable(
    "flyway_schema_history",
    [
      "installed_rank", "version", "description", "type", "script", "checksum",
      "installed_by", "installed_on", "execution_time", "success",
    ], elsewhere: .certain, shown: 5)
  private static let settings = [
    "flyway.toml", "flyway.conf", "pom.xml", "build.gradle", "build.gradle.kts",
  ]

  func evidence(in folder: FolderTree) -> FolderEvidence? {
    let files = folder.files.compactMap { FlywayFile($0) }
    let versioned = files.count { file in
      if case .versioned = file.kind { file.path.contains("__") } else { false }
    }
    let repeatable = files.count { $0.kind == .repeatable }
    guard versioned + repeatable > 0 else { return nil }
    // Only Flyway has versions with several numbers, repeatable migrations and callbacks.
    let isOwn = files.contains {
      $0.version.contains(".") || $0.kind == .repeatable || $0.kind == .callback
    }
    let setting = Self.settings.first { folder.ancestorFile($0) != nil }
    let patterns = [
      versioned > 0 ? isOwn ? "`V1_1__words.sql`" : "`V1__words.sql`" : nil,
      repeatable > 0 ? "`R__words.sql`" : nil,
    ]
    let pattern = patterns.compactMap(\.self).joined(separator: " and ")
    return FolderEvidence(
      versioned + repeatable, setting.map { "\(pattern), \($0) above" } ?? pattern,
      strength: isOwn || setting != nil ? .certain : .likely)
  }

  func files(in folder: FolderTree) throws -> [FlywayMigration] {
    let names = folder.files.compactMap { FlywayFile($0) }
    let callback = names.first { $0.kind == .callback }
    let config = FlywayConfig(beside: folder)
    let undos = Self.undos(in: folder, config)
    var list = FileList<FlywayMigration>()
    for file in names where file.kind != .callback && file.kind != .baseline {
      list.add(migration(of: file, callback: callback, config, undos, in: folder))
    }
    for classes in Self.classes(beside: folder) {
      let names = classes.files.compactMap { FlywayFile($0) }
      for file in names where file.language != nil {
        list.add(migration(of: file, callback: nil, config, [:], in: classes))
      }
    }
    var found = list.files
    found.sort { one, other in
      switch (one.file.number, other.file.number) {
      case (let a?, let b?): a < b
      case (.some, nil): true
      case (nil, .some): false
      // Repeatable migrations come last, sorted by description.
      case (nil, nil):
        one.file.description.utf16.lexicographicallyPrecedes(other.file.description.utf16)
      }
    }
    for (one, other) in zip(found, found.dropFirst())
    where one.file.number == other.file.number
      && (one.file.number != nil || one.file.description == other.file.description)
    {
      list.add(
        .duplicateVersion, path: other.migration.path,
        "Flyway finds more than one migration with "
          + (one.file.number == nil
            ? "description \(one.file.description)" : "version \(one.file.version)")
          + ": \(one.file.path) and \(other.file.path)",
        remedy: "Give one of them another version or description.")
    }
    _ = try list.checked()
    return found
  }

  /// The folders of classes in a Maven or Gradle project that belong to a folder of resources.
  ///
  /// For `src/main/resources/db/migration` this is `src/main/java/db/migration`, for example.
  private static func classes(beside folder: FolderTree) -> [FolderTree] {
    var parts = folder.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let index = parts.lastIndex(of: "resources") else { return [] }
    return FlywayFile.Language.allCases.compactMap { language in
      parts[index] = language.rawValue.lowercased()
      let path = parts.joined(separator: "/")
      return Files.kind(of: path) == .folder ? try? FolderTree(path: path) : nil
    }
  }

  func ledger(_ read: ToolReading<File>) -> any Ledger {
    let baseline = read.folder?.files.first { FlywayFile($0)?.kind == .baseline }
    return FlywayLedger(
      name: read.name, baselineFile: baseline, files: read.files,
      config: read.folder.map { FlywayConfig(beside: $0) } ?? FlywayConfig())
  }

  func tableName(setBeside folder: FolderTree) -> String? { FlywayConfig(beside: folder).table }

  private func migration(
    of file: FlywayFile, callback: FlywayFile?, _ config: FlywayConfig,
    _ undos: [FlywayVersion: String], in folder: FolderTree
  ) -> FlywayMigration {
    let name = Paths.name(of: file.path)
    if let language = file.language {
      return FlywayMigration(
        file: file, checksum: nil,
        migration: ToolMigration(
          identifier: file.identifier, path: folder.path(of: file.path),
          body: .unavailable(
            "\(name) is a \(language.rawValue) migration.", remedy: "Run flyway migrate.")))
    }
    var checksum: Int64?
    var migration = ToolMigration(file.identifier, file: file.path, in: folder) {
      source throws(SourceFailure) in
      checksum = CRC32.ofLines(source.text)
      return try body(of: file, source.script, callback: callback, config, in: folder)
    }
    migration.isRepeatable = file.kind == .repeatable
    migration.down = file.number.flatMap { undos[$0] }.map { .file($0) }
    return FlywayMigration(file: file, checksum: checksum, migration: migration)
  }

  /// The undo migrations by version, `U1_1__description.sql`, except those with placeholders.
  private static func undos(
    in folder: FolderTree, _ config: FlywayConfig
  ) -> [FlywayVersion: String] {
    var undos: [FlywayVersion: String] = [:]
    for path in folder.files {
      let name = Paths.name(of: path)
      guard name.first == "U", name.lowercased().hasSuffix(".sql"),
        let end = name.firstRange(of: "__")?.lowerBound,
        let version = FlywayVersion(String(name[..<end].dropFirst())),
        !config.replacesPlaceholders || !folder.head(of: path).contains("${")
      else { continue }
      undos[version] = path
    }
    return undos
  }

  private func body(
    of file: FlywayFile, _ script: SQLScript, callback: FlywayFile?, _ config: FlywayConfig,
    in folder: FolderTree
  ) throws(SourceFailure) -> ToolMigration.Body {
    let name = Paths.name(of: file.path)
    func refusal(_ why: String, _ remedy: String = "Run flyway migrate.") -> ToolMigration.Body {
      .unavailable(why, remedy: remedy)
    }
    if file.kind == .repeatable {
      return refusal(
        "\(name) is repeatable: Flyway runs it after all versioned migrations "
          + "when it has changed.")
    }
    if let callback {
      return refusal("Flyway runs the callback \(callback.path), but migtui does not.")
    }
    if let setting = config.unfollowed { return refusal(setting) }
    let conf = file.path + ".conf"
    let settings = FlywaySettings(folder.contains(conf) ? try folder.text(of: conf) : "")
    if let setting = settings.unknown {
      return refusal("\(name).conf sets \(setting), which only Flyway supports.")
    }
    if settings.replacesPlaceholders ?? config.replacesPlaceholders, script.text.contains("${") {
      return refusal("\(name) contains placeholders (${…}), whose values only Flyway knows.")
    }
    let shape = try ScriptShape(script)
    if shape.hasTransactions {
      return refusal(
        "\(name) begins or ends transactions. Flyway parses these statements as blocks.",
        "Remove BEGIN and COMMIT: Flyway runs each file in a transaction.")
    }
    if let isWrapped = settings.runsInTransaction ?? config.runsInTransaction {
      return .sql(script: script, transaction: isWrapped ? .whole : .none)
    }
    let statements = try SQLFile.statements(of: script)
    let switches = statements.count { Self.switchesForeignKeys($0.sql) }
    if switches > 0, switches < statements.count, !config.isMixed {
      return refusal(
        "\(name) mixes PRAGMA foreign_keys with other statements, which Flyway refuses.",
        "Write executeInTransaction=false into \(name).conf, or set mixed=true.")
    }
    return .sql(script: script, transaction: switches > 0 ? .none : .whole)
  }

  private static func switchesForeignKeys(_ sql: String) -> Bool {
    let words = sql.lowercased().split { !($0.isLetter || $0 == "_") }
    return words.prefix(2) == ["pragma", "foreign_keys"]
  }

  func notes(on folder: FolderTree) -> [String] {
    folder.files.filter { $0.lowercased().hasSuffix(".sql") && FlywayFile($0) == nil }.map { file in
      Paths.name(of: file).first == "U"
        ? "\(file) is ignored: it is an undo migration."
        : "\(file) is ignored: its name has no version."
    }
  }

  func newFiles(for new: NewMigration) throws(WriteRefusal) -> [MigrationFile] {
    // The first number is increased: 2 follows 1.4. The current time follows 20240101120000.
    let versions = new.folder.files.compactMap { FlywayFile($0) }.filter { $0.number != nil }
      .map(\.version)
    let number = new.number(
      .number(digits: 1), after: versions.map { String($0.prefix { $0 != "." }) })
    let config = FlywayConfig(beside: new.folder)
    let name = "\(number)__\(new.slug()).sql"
    var files = new.files(
      up: "V" + name, down: "U" + name, hasDown: !Self.undos(in: new.folder, config).isEmpty,
      comments: false)
    let settings =
      (config.runsInTransaction == false ? ["executeInTransaction=true"] : [])
      + (config.replacesPlaceholders && files[0].text.contains("${")
        ? ["placeholderReplacement=false"] : [])
    if new.statements != nil, !settings.isEmpty {
      let text = settings.map { $0 + "\n" }.joined()
      files.append(MigrationFile(path: files[0].path + ".conf", text: text))
    }
    return files
  }
}
