internal import MigratorEngine
package import MigratorSQLite
internal import MigratorSchema
package import SQLSyntax

/// A schema that the user wants, read from a script or a database.
package struct WantedSchema: Sendable {
  /// The objects.
  package let schema: StoredSchema
  /// The renames that comments of the script declare.
  package let renames: [WriterAnswers.Rename]
  /// The statements that do not define a schema, such as INSERT, and were not run.
  package let ignoredCount: Int

  /// Reads the schema of a database.
  ///
  /// - Parameter schema: The schema, without ledgers.
  package init(_ schema: StoredSchema) {
    (self.schema, renames, ignoredCount) = (schema, [], 0)
  }

  /// Runs the schema statements of a script on a scratch database.
  ///
  /// Statements that change or query rows are not run, so the script can be a dump.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - configuration: How to open the scratch database.
  ///   - ledgers: The tables of ledgers, which are left out.
  /// - Throws: ``WriterFailure/wanted(_:)`` for a statement that SQLite rejects, or if the script
  ///   cannot be split into statements.
  package init(
    _ script: SQLScript, _ configuration: Configuration, besides ledgers: Set<SQLName> = []
  ) throws {
    let statements: ScriptStatements
    do {
      statements = try script.statements()
    } catch {
      throw WriterFailure.wanted(error)
    }
    let schemaStatements = statements.compactMap { Self.schemaStatement($0) }
    ignoredCount = statements.count - schemaStatements.count
    renames = statements.flatMap { RenameComments.all(in: $0.sql) }
    schema = try ScratchSchema.onScratch(configuration) { db in
      do {
        for statement in schemaStatements {
          do {
            try db.run(statement)
          } catch let error as ScriptError where error.isAboutReservedName {
            // SQLite creates its internal tables and shadow tables itself, but a dump contains
            // them.
            continue
          }
        }
      } catch let error as ScriptError {
        throw WriterFailure.wanted(error)
      }
      return try StoredSchema(db, besides: ledgers)
    }
  }

  private static let ignored: Set<String> = [
    "ANALYZE", "ATTACH", "BEGIN", "COMMIT", "DELETE", "DETACH", "END", "EXPLAIN", "INSERT",
    "PRAGMA", "REINDEX", "RELEASE", "REPLACE", "ROLLBACK", "SAVEPOINT", "SELECT", "UPDATE",
    "VACUUM", "VALUES", "WITH",
  ]

  /// Returns the statement if it defines a part of the schema.
  private static func schemaStatement(_ statement: ScriptStatement) -> ScriptStatement? {
    guard let first = SQLTokenizer.firstToken(of: statement.sql) else { return nil }
    if !ignored.contains(first.text.asciiUppercased) { return statement }
    // A dump by the sqlite3 shell inserts virtual tables into the schema table.
    guard first.isWord("INSERT"), statement.sql.containsIgnoringASCIICase("create virtual table")
    else { return nil }
    let tokens = SQLTokenizer.tokens(of: statement.sql).filter { !$0.isTrivia }
    guard tokens.count > 2, ["sqlite_schema", "sqlite_master"].contains(tokens[2].name),
      let text = tokens.first(where: {
        $0.kind == .string && $0.unquoted.containsIgnoringASCIICase("create virtual table")
      })
    else { return nil }
    return ScriptStatement(sql: text.unquoted, location: statement.location)
  }
}

/// Scratch databases in memory with a given schema.
package enum ScratchSchema {
  /// Calls a closure with an empty database in memory.
  ///
  /// - Parameters:
  ///   - configuration: How to open the database; the purpose is always set to `scratch`.
  ///   - body: The closure.
  /// - Returns: The result of the closure.
  /// - Throws: ``DatabaseError``; errors of the closure.
  package static func onScratch<T>(
    _ configuration: Configuration, _ body: (Database) throws -> T
  ) throws -> T {
    var configuration = configuration
    configuration.purpose = .scratch
    configuration.file = nil
    configuration.readonly = false
    return try DatabaseQueue(configuration: configuration).barrierWriteWithoutTransaction { db in
      try db.withDoubleQuotedStringLiterals(accepted: true) { try body(db) }
    }
  }
}

extension StoredSchema {
  /// Creates the objects in an empty database.
  ///
  /// - Parameter db: The connection.
  /// - Throws: ``DatabaseError``, for example if a module or collation is missing.
  package func create(in db: Database) throws {
    let order: [SchemaObjectKind] = [.table, .view, .index, .trigger]
    // An index or a trigger can be older than an object that it names.
    for kind in order {
      for object in all(kind) { try db.execute(sql: object.definition) }
    }
  }
}

/// Comments such as `-- was: motto`, which state the former name of a table or column.
enum RenameComments {
  /// Returns the renames in the comments of a `CREATE TABLE` statement.
  ///
  /// A comment applies to the last column that begins before it, or to the table if there is none.
  static func all(in sql: String) -> [WriterAnswers.Rename] {
    guard sql.containsIgnoringASCIICase("was:") else { return [] }
    let tokens = SQLTokenizer.tokens(of: sql)
    var reader = TokenReader(sql)
    guard reader.skip("CREATE", "TABLE") else { return [] }
    _ = reader.skip("IF", "NOT", "EXISTS")
    guard let first = reader.take()?.name else { return [] }
    let table = reader.skip(".") ? reader.take()?.name ?? first : first
    var (depth, column): (Int, SQLName?) = (0, nil)
    var isStart = false
    var found: [WriterAnswers.Rename] = []
    for token in tokens {
      switch token.text {
      case "(":
        depth += 1
        isStart = depth == 1
      case ")": depth -= 1
      case "," where depth == 1: isStart = true
      default:
        if let old = former(token) {
          found.append(
            WriterAnswers.Rename(
              table: column == nil ? nil : table, old: old, new: column ?? table,
              text: "-- was: \(old)"))
        } else if isStart, !token.isTrivia {
          column = token.name
          isStart = false
        }
      }
    }
    return found
  }

  private static func former(_ token: SQLToken) -> SQLName? {
    guard token.kind == .comment, token.text.hasPrefix("--") else { return nil }
    let words = token.text.dropFirst(2).split(whereSeparator: \.isWhitespace)
    guard words.count >= 2, words[0] == "was:" else { return nil }
    let rest = SQLTokenizer.firstToken(of: words.dropFirst().joined(separator: " "))
    return rest?.name
  }
}

extension ScriptError {
  /// True if the statement creates a table that only SQLite can create.
  fileprivate var isAboutReservedName: Bool {
    underlying?.message?.hasPrefix("object name reserved for internal use") ?? false
  }
}
