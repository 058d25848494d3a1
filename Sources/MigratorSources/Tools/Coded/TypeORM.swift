import MigratorEngine

/// TypeORM: classes whose names end in the time they were generated at, in milliseconds.
///
/// Source: typeorm `src/migration/MigrationExecutor.ts`.
package struct TypeORM: CodedTool {
  package let format = MigrationFormat.typeorm
  package let title = "TypeORM"
  let language = "TypeScript"

  package init() {}

  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    ledger(
      columns: ["id", "timestamp", "name"], named: "migrations", containing: ["migration"],
      in: tables)
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    let files = Self.files(folder)
    return evidence(
      files, like: "N-Name.ts", marks: ["MigrationInterface"], strength: 3, in: folder)
      ?? evidence(files, like: "N-Name.js", marks: ["queryRunner"], strength: 2, in: folder)
  }

  package func migrations(in folder: FolderTree) throws -> [ToolMigration] {
    var problems: [SourceProblem] = []
    var migrations: [ToolMigration] = []
    for file in Self.files(folder) {
      for name in Self.classes(in: try folder.text(of: file)) {
        guard Self.time(of: name) != nil else {
          problems.append(
            SourceProblem(
              .badName, path: folder.path(of: file),
              message: "TypeORM finds no time in milliseconds at the end of the class \(name)",
              remedy: "Append the thirteen digits to its name."))
          continue
        }
        migrations.append(
          ToolMigration(
            identifier: name, key: name, path: folder.path(of: file),
            body: code(run: "npx typeorm migration:run -d DATA_SOURCE")))
      }
    }
    let sorted = migrations.sorted {
      (Self.time(of: $0.key) ?? 0, $0.key) < (Self.time(of: $1.key) ?? 0, $1.key)
    }
    return try checked(sorted, unique: "name", problems)
  }

  package func rule(table: String?) -> any LedgerRule { TypeORMRule(name: table ?? "migrations") }

  private static func files(_ folder: FolderTree) -> [String] {
    ScriptFiles.own(folder, ["ts", "js", "cts", "cjs", "mts", "mjs"])
  }

  /// The last thirteen digits of a name.
  private static func time(of name: String) -> Int64? {
    let end = name.suffix(13)
    return end.count == 13 && end.isDigits ? Int64(end) : nil
  }

  /// The classes of a file that are migrations.
  ///
  /// Those that say so, and those whose names end in digits, as compiled ones do; a property `name`
  /// overrules the name of the class.
  private static func classes(in text: String) -> [String] {
    let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "$") }
    var names: [String] = []
    for (index, word) in words.enumerated() where word == "class" && index + 1 < words.count {
      let name = String(words[index + 1])
      let says =
        words.count > index + 3 && words[index + 2] == "implements"
        && words[index + 3] == "MigrationInterface"
      if says || time(of: name) != nil { names.append(name) }
    }
    return names.map { overruled($0, in: text, isOnly: names.count == 1) }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The text of `name = '…'` in the only class of a file.
  private static func overruled(_ name: String, in text: String, isOnly: Bool) -> String {
    guard isOnly else { return name }
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2,
        ["name", "this.name", "readonly name", "public name", "name: string"].contains(
          parts[0].trimmed)
      else { continue }
      let value = parts[1].trimmed.drop { "'\"`".contains($0) }
      let literal = String(value.prefix { !"'\"`".contains($0) })
      if time(of: literal) != nil { return literal }
    }
    return name
  }
}

extension Substring {
  /// The text without white space around it.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}

/// The ledger of TypeORM: a row with the name of the class; when it was applied is not recorded.
struct TypeORMRule: CodedRule {
  let name: String

  func key(of row: [String: DatabaseValue]) -> String? { row["name"]?.looseText }
}
