internal import SQLSyntax

struct GraphReader {
  private(set) var tables: [SchemaGraph.Table] = []
  private(set) var foreignKeys: [SchemaGraph.ForeignKey] = []

  private struct Written {
    var key: ParsedTable.ForeignKey
    var sign: SchemaChangeDescription.Sign?
  }

  init(_ schema: SchemaSnapshot, _ diff: SchemaDiff) {
    let changes = diff.changes.filter { $0.kind == .table && $0.object.owner == nil }
    let objects = Self.tables(schema)
    let there = Set(objects.map { SQLName($0.name) })
    let gone = changes.compactMap { change -> SchemaObject? in
      guard case .removed(let object) = change, !there.contains(SQLName(object.name)) else {
        return nil
      }
      return object
    }
    let byName = Dictionary(
      changes.map { (SQLName($0.name), $0) }, uniquingKeysWith: { first, _ in first })
    let renames = Renames(changes)
    var written: [[Written]] = []
    let all = (objects + gone).sorted { $0.name < $1.name }
    for object in all {
      let change = byName[SQLName(object.name)]
      let (table, keys) = Self.read(object, change, renames)
      tables.append(table)
      written.append(keys)
    }
    connect(written)
  }

  private static func tables(_ schema: SchemaSnapshot) -> [SchemaObject] {
    schema.objects.filter {
      $0.kind == .table && $0.owner == nil && !SQLName($0.name).isInternal
    }
  }

  private static func parse(_ object: SchemaObject) -> ParsedTable? {
    TableParser.parse(TokenReader(object.sql ?? ""))
  }

  private static func read(
    _ object: SchemaObject, _ change: SchemaChange?, _ renames: Renames
  ) -> (SchemaGraph.Table, [Written]) {
    guard let parsed = parse(object) else {
      var reader = TokenReader(object.sql ?? "")
      let isVirtual = reader.skip("CREATE", "VIRTUAL")
      let table = SchemaGraph.Table(
        name: object.name, columns: [], content: isVirtual ? .virtual : .unread,
        sign: sign(of: change))
      return (table, [])
    }
    var table = SchemaGraph.Table(
      name: object.name, columns: columns(of: parsed), content: .columns, sign: sign(of: change))
    guard case .changed(let before, _, let differences)? = change else {
      let sign = table.sign
      return (table, parsed.foreignKeys.map { Written(key: $0, sign: sign) })
    }
    for difference in differences { mark(difference, in: &table) }
    guard let former = parse(before) else {
      return (table, parsed.foreignKeys.map { Written(key: $0) })
    }
    for case .columnRemoved(let name, _) in differences {
      guard var column = columns(of: former).first(where: { SQLName($0.name) == SQLName(name) })
      else { continue }
      column.sign = .removed
      table.columns.append(column)
    }
    let old = former.foreignKeys.map { renames.applied(to: $0, of: SQLName(before.name)) }
    return (table, compared(old, parsed.foreignKeys))
  }

  private static func sign(of change: SchemaChange?) -> SchemaChangeDescription.Sign? {
    change.flatMap { $0.isTextOnly ? nil : $0.sign }
  }

  private static func columns(of table: ParsedTable) -> [SchemaGraph.Column] {
    let key = Set(table.primaryKey.map { SQLName($0) })
    return table.columns.map { column in
      SchemaGraph.Column(
        name: column.name, type: column.aspects[.type]?.first?.readable ?? "",
        isInPrimaryKey: key.contains(SQLName(column.name)),
        isNotNull: column.aspects[.nullability]?.contains { $0.normal.hasPrefix("NOT NULL") }
          == true)
    }
  }

  private static func mark(
    _ difference: SchemaDifference, in table: inout SchemaGraph.Table
  ) {
    let (name, sign): (String, SchemaChangeDescription.Sign)
    switch difference {
    case .columnAdded(let added): (name, sign) = (added, .added)
    case .columnRenamed(_, let after): (name, sign) = (after, .changed)
    case .columnChanged(let changed, _): (name, sign) = (changed, .changed)
    default: return
    }
    if let place = table.columns.firstIndex(where: { SQLName($0.name) == SQLName(name) }) {
      table.columns[place].sign = sign
    }
  }

  /// The current foreign keys, followed by the removed ones, each with its change.
  private static func compared(
    _ before: [ParsedTable.ForeignKey], _ after: [ParsedTable.ForeignKey]
  ) -> [Written] {
    var left = before
    var written = after.map { key -> Written in
      guard let place = left.firstIndex(where: { $0.isSame(as: key) }) else {
        return Written(key: key, sign: .added)
      }
      let old = left.remove(at: place)
      let isKept =
        old.onDelete == key.onDelete
        && old.destinationColumns.map(SQLName.init(_:))
          == key.destinationColumns.map(SQLName.init(_:))
      return Written(key: key, sign: isKept ? nil : .changed)
    }
    written += left.map { Written(key: $0, sign: .removed) }
    return written
  }

  /// Resolves the parent tables of the foreign keys; adds missing tables.
  private mutating func connect(_ written: [[Written]]) {
    var places = Dictionary(
      tables.enumerated().map { (SQLName($1.name), $0) }, uniquingKeysWith: { first, _ in first })
    for (origin, keys) in written.enumerated() {
      let columns = tables[origin].columns.map { SQLName($0.name) }
      func place(_ written: Written) -> Int {
        columns.firstIndex(of: SQLName(written.key.columns.first ?? "")) ?? columns.count
      }
      let inOrder = keys.enumerated().sorted {
        (place($0.element), $0.offset) < (place($1.element), $1.offset)
      }
      for (_, written) in inOrder {
        let key = written.key
        let name = SQLName(key.destination)
        let destination =
          places[name]
          ?? {
            tables.append(
              SchemaGraph.Table(name: key.destination, columns: [], content: .missing))
            places[name] = tables.count - 1
            return tables.count - 1
          }()
        let referred =
          key.destinationColumns.isEmpty
          ? tables[destination].columns.filter(\.isInPrimaryKey).map(\.name)
          : key.destinationColumns
        foreignKeys.append(
          SchemaGraph.ForeignKey(
            origin: origin, columns: tables[origin].spelled(key.columns), destination: destination,
            destinationColumns: tables[destination].spelled(referred), onDelete: key.onDelete,
            sign: written.sign))
      }
    }
  }
}

private struct Renames {
  private var tables: [SQLName: String] = [:]
  private var columns: [SQLName: [SQLName: String]] = [:]

  init(_ changes: [SchemaChange]) {
    for case .changed(let before, _, let differences) in changes {
      let table = SQLName(before.name)
      for difference in differences {
        switch difference {
        case .renamed(_, let after): tables[table] = after
        case .columnRenamed(let old, let new): columns[table, default: [:]][SQLName(old)] = new
        default: break
        }
      }
    }
  }

  func applied(to key: ParsedTable.ForeignKey, of table: SQLName) -> ParsedTable.ForeignKey {
    let destination = SQLName(key.destination)
    return ParsedTable.ForeignKey(
      columns: key.columns.map { columns[table]?[SQLName($0)] ?? $0 },
      destination: tables[destination] ?? key.destination,
      destinationColumns: key.destinationColumns.map {
        columns[destination]?[SQLName($0)] ?? $0
      }, onDelete: key.onDelete)
  }
}

extension SchemaGraph.Table {
  fileprivate func spelled(_ names: [String]) -> [String] {
    names.map { name in columns.first { SQLName($0.name) == SQLName(name) }?.name ?? name }
  }
}

extension ParsedTable.ForeignKey {
  /// True if both keys have the same child columns and parent table.
  fileprivate func isSame(as other: ParsedTable.ForeignKey) -> Bool {
    columns.map(SQLName.init(_:)) == other.columns.map(SQLName.init(_:))
      && SQLName(destination) == SQLName(other.destination)
  }
}
