import MigratorEngine

extension ReadOnlyTool {
  /// TypeORM: classes whose names end in a timestamp in milliseconds.
  ///
  /// A row has the name of the class, but not the time when it was applied.
  ///
  /// Source: typeorm `src/migration/MigrationExecutor.ts`.
  static let typeORM = ReadOnlyTool(
    format: .typeorm, title: "TypeORM", language: "TypeScript",
    pattern: .scripts(["ts", "js", "cts", "cjs", "mts", "mjs"]),
    marks: [
      ContentMarker(pattern: "N-Name.ts", texts: ["MigrationInterface"]),
      ContentMarker(pattern: "N-Name.js", texts: ["queryRunner"], strength: .likely),
    ],
    entries: { file, folder in
      let names = classes(in: try folder.text(of: file))
      let timeless = names.filter { time(of: $0) == nil }
      guard timeless.isEmpty else {
        throw SourceFailure(
          problems: timeless.map { name in
            SourceProblem(
              .badName, path: folder.path(of: file),
              message: "the class name \(name) does not end with a timestamp in milliseconds",
              remedy: "Append the timestamp (13 digits) to the name.")
          })
      }
      return names.map {
        ReadOnlyEntry(key: $0, command: "npx typeorm migration:run -d DATA_SOURCE")
      }
    },
    precedes: { (time(of: $0) ?? 0, $0) < (time(of: $1) ?? 0, $1) },
    unique: [Uniqueness(word: "name")],
    table: LedgerTable("migrations", ["id", "timestamp", "name"], words: ["migration"]),
    rows: RowLedger.Rules(key: { $0.text("name") }))

  /// The last thirteen digits of a name.
  private static func time(of name: String) -> Int64? {
    let end = name.suffix(13)
    return end.count == 13 && end.isDigits ? Int64(end) : nil
  }

  /// The classes of a file that are migrations.
  ///
  /// They implement `MigrationInterface`, or their names end in a timestamp, as in compiled files.
  /// A property `name` overrides the name of the class.
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
    return names.map { explicitName($0, in: text, isOnly: names.count == 1) }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The string in `name = '…'` in the only class of a file, or the name of the class.
  private static func explicitName(_ name: String, in text: String, isOnly: Bool) -> String {
    guard isOnly else { return name }
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2,
        ["name", "this.name", "readonly name", "public name", "name: string"].contains(
          parts[0].trimmingWhitespace)
      else { continue }
      let value = parts[1].trimmingWhitespace.drop { "'\"`".contains($0) }
      let literal = String(value.prefix { !"'\"`".contains($0) })
      if time(of: literal) != nil { return literal }
    }
    return name
  }
}
