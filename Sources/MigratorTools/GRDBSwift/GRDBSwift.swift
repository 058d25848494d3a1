import MigratorEngine

/// Migrations that an app registers in Swift source, with GRDB or this package's engine.
///
/// The source is tokenized, but not compiled or run. Notes report what only the compiler or the
/// running app can determine.
struct GRDBSwift: FileTool {
  let format = MigrationFormat.grdbSwift
  let title = "GRDB in Swift"
  // Without Swift files, the ledger is shown in the program's own format.
  let table = LedgerTable(
    GRDBLedger.tableName, ["identifier"], named: .likely, elsewhere: nil)

  func acceptsDoubleQuotedStringLiterals(in folder: FolderTree?) -> Bool { false }

  func evidence(in folder: FolderTree) -> FolderEvidence? {
    // A project has far more files than migrations, so only the start of each file is read.
    let files = Self.sources(in: folder).filter { Self.registers(Array(folder.head(of: $0).utf8)) }
    guard !files.isEmpty else { return nil }
    let words = files.count == 1 ? files[0] : "\(files.count) Swift files"
    return FolderEvidence(
      words: "\(words) with `registerMigration`", strength: .certain, count: files.count)
  }

  func files(in folder: FolderTree) throws -> [ToolMigration] {
    let source = try SwiftSource(in: folder)
    var list = FileList<ToolMigration>()
    var seen: [String: SwiftRegistration] = [:]
    for registration in source.registrations {
      guard let identifier = registration.identifier else { continue }
      if let first = seen[identifier] {
        // Perhaps only one of the two registrations is compiled. If both are compiled, the app
        // traps at launch.
        guard first.doubts.isEmpty, registration.doubts.isEmpty else { continue }
        let second = ScriptLocation(
          file: registration.file, line: registration.line, column: 1, offset: 0)
        list.add([
          SourceProblem(
            .duplicateVersion, path: registration.file, location: second,
            message: "the migration \(identifier) is registered twice, first at \(first.place)",
            remedy: "Register it once. If these are two migrators, pass the folder of one of them "
              + "with --migrations.")
        ])
        continue
      }
      seen[identifier] = registration
      try list.read { Self.migration(identifier, registration) }
    }
    if list.files.isEmpty, list.problems.isEmpty {
      list.add(
        .noMigrations, path: folder.path,
        source.registrations.isEmpty
          ? "no Swift file in the folder calls registerMigration"
          : "the identifiers of all migrations are expressions "
            + "(\(source.registrations[0].place)), which only the running app can evaluate",
        remedy: "Omit --migrations to list the applied migrations.")
    }
    return try list.checked()
  }

  func ledger(_ read: ToolReading<File>) -> any Ledger { GRDBLedger() }

  func notes(on folder: FolderTree) -> [String] {
    (try? SwiftSource(in: folder))?.notes ?? []
  }

  private static func migration(
    _ identifier: String, _ registration: SwiftRegistration
  ) -> ToolMigration {
    var words = [
      "This migration is written in Swift (\(registration.place)). Only its app can run it."
    ]
    if !registration.doubts.isEmpty {
      let doubts = registration.doubts.map(\.rawValue).sorted().joined(separator: " and ")
      words.append("It is registered \(doubts), so the app may not have it.")
    }
    if registration.foreignKeyChecks == nil {
      words.append("Its foreign-key mode is an expression, which migtui cannot evaluate.")
    }
    if registration.merged == nil {
      words.append("Its list of merged migrations is an expression, which migtui cannot evaluate.")
    }
    return ToolMigration(
      identifier: identifier, path: registration.file,
      body: .unavailable(
        StepObstacle(
          words.joined(separator: " "),
          remedy:
            "Let the app run it, or build a tool with the app's migrator, all commands and this "
            + "console: `import MigratorCommands`, `@main struct Tool: MigratorTool`, `static "
            + "var migrator: … { … }`.")),
      foreignKeyChecks: registration.foreignKeyChecks,
      merged: registration.merged ?? [], place: registration.place)
  }

  /// The Swift files, except those of other packages and of tests.
  static func sources(in folder: FolderTree) -> [String] {
    folder.files.lazy.filter { file in
      file.hasSuffix(".swift")
        && !file.split(separator: "/").dropLast().contains { ignored.contains(String($0)) }
    }.prefix(fileLimit).map { $0 }
  }

  static func registers(_ bytes: [UInt8]) -> Bool {
    bytes.contains(Array("registerMigration".utf8))
  }

  private static let ignored: Set = ["Pods", "Carthage", "DerivedData", "Tests", "checkouts"]
  static let fileLimit = 10_000
}

struct SwiftSource {
  /// The registrations, ordered by file path and position.
  let registrations: [SwiftRegistration]
  let notes: [String]

  init(in folder: FolderTree) throws(SourceFailure) {
    let sources = GRDBSwift.sources(in: folder)
    var files: [(path: String, tokens: [SwiftToken])] = []
    var problems: [SourceProblem] = []
    for file in sources where GRDBSwift.registers(Array(folder.head(of: file).utf8)) {
      do throws(SourceFailure) {
        files.append(
          (folder.path(of: file), SwiftTokenizer.tokens(of: try folder.text(of: file))))
      } catch {
        problems += error.problems
      }
    }
    guard problems.isEmpty else { throw SourceFailure(problems: problems) }
    // Names are resolved only in these files; a name with two values is ambiguous.
    let named = Dictionary(
      grouping: files.flatMap { SwiftRegistrations.constants(in: $0.tokens) }, by: \.name)
    let constants = named.compactMapValues { $0.count == 1 ? $0[0].text : nil }
    let read = files.map { file in
      SwiftRegistrations(file.tokens, file: file.path, constants: constants)
    }
    registrations = read.flatMap(\.found)
    notes = Self.notes(
      registrations, erasing: read.flatMap(\.erasing),
      isTruncated: sources.count == GRDBSwift.fileLimit)
  }

  private static func notes(
    _ registrations: [SwiftRegistration], erasing: [String], isTruncated: Bool
  ) -> [String] {
    var notes: [String] = []
    let unseen = registrations.filter { $0.identifier == nil }
    if let first = unseen.first {
      let rest = unseen.count == 1 ? "" : " and \(unseen.count - 1) more"
      notes.append(
        "not listed, because the identifier is an expression: \(first.place)\(rest)"
      )
    }
    for doubt in SwiftRegistration.Doubt.allCases {
      let doubtful = registrations.filter { $0.identifier != nil && $0.doubts.contains(doubt) }
      guard let first = doubtful.first else { continue }
      let rest = doubtful.count == 1 ? "" : " and \(doubtful.count - 1) more"
      notes.append(
        "registered \(doubt.rawValue), so the app may not have it: \(first.place)\(rest)")
    }
    let places = Set(registrations.map { [$0.file, $0.function] })
    if places.count > 1 {
      notes.append(
        "migrations are registered in \(places.count) functions: they are listed in source order, "
          + "but the app runs them in the order of its calls")
    }
    if let place = erasing.first {
      notes.append(
        "\(place) sets eraseDatabaseOnSchemaChange: the app erases the database if its ledger or "
          + "schema contains anything that its migrations do not create")
    }
    if isTruncated {
      notes.append("only the first \(GRDBSwift.fileLimit) Swift files were read")
    }
    return notes
  }
}
