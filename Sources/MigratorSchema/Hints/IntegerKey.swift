internal import SQLSyntax

extension ParsedTable {
  /// A primary key of one column for integers.
  struct IntegerKey {
    let column: String
    /// The declared type, followed by `PRIMARY KEY DESC` if the column's definition contains DESC.
    let declaration: String
    /// True if the column is an alias of the rowid.
    let isRowID: Bool
    let isAutoincrement: Bool
  }

  /// The primary key, if it has one column of a type with INTEGER affinity.
  var integerKey: IntegerKey? {
    guard primaryKey.count == 1,
      let column = columns.first(where: { SQLName($0.name) == SQLName(primaryKey[0]) }),
      let type = column.type, ColumnAffinity(type: type) == .integer
    else { return nil }
    let clause = column.aspects[.primaryKey]?.first
    let words = SQLTokenizer.tokens(
      of: (clause ?? constraints.first(where: \.isPrimaryKey)?.words)?.readable ?? "")
    // DESC prevents an alias only in the column definition:
    // <https://www.sqlite.org/lang_createtable.html#rowid>.
    let isDescending = clause != nil && words.contains { $0.isWord("DESC") }
    return IntegerKey(
      column: column.name, declaration: type + (isDescending ? " PRIMARY KEY DESC" : ""),
      isRowID: SQLName(type) == "INTEGER" && !isDescending,
      isAutoincrement: words.contains { $0.isWord("AUTOINCREMENT") })
  }
}

extension ParsedTable.Column {
  /// The declared type, or `nil` without one.
  var type: String? { aspects[.type]?.first?.readable }
}

/// Tables whose keys are stored in columns without a foreign key, so that a reused key would give
/// an old reference a new meaning.
struct SoftReferences {
  private var tables: Set<SQLName> = []

  init(_ all: [(name: String, table: ParsedTable)], _ schema: SchemaSnapshot) {
    let names = Set(
      all.flatMap { name, table -> [String] in
        let declared = Set(table.foreignKeys.flatMap(\.columns).map(SQLName.init(_:)))
        let own = table.primaryKey.count == 1 ? table.primaryKey : []
        return table.columns.map(\.name).filter {
          !declared.contains(SQLName($0)) && !own.map(SQLName.init(_:)).contains(SQLName($0))
        }.map(Self.plain)
      })
    for (name, _) in all {
      let words = [name, Inflections.singularized(name)].map(Self.plain)
      if words.contains(where: { word in
        ["id", "key", "ref"].contains { names.contains(word + $0) }
      }) {
        tables.insert(SQLName(name))
      }
    }
    // A trigger may keep the keys of deleted rows, for example in a log.
    for trigger in schema.objects where trigger.kind == .trigger {
      if SQLTokenizer.tokens(of: trigger.sql ?? "").contains(where: { $0.isWord("OLD") }) {
        tables.insert(SQLName(trigger.tableName))
      }
    }
  }

  /// A name without underscores, in lower case.
  private static func plain(_ name: String) -> String {
    String(decoding: name.asciiLowercased.utf8.filter { $0 != UInt8(ascii: "_") }, as: UTF8.self)
  }

  func contain(_ table: SQLName) -> Bool { tables.contains(table) }
}
