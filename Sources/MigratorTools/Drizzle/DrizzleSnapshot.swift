import MigratorEngine
import MigratorPlatform

/// The snapshot of a schema, with which drizzle-kit compares the declarations of the project.
///
/// Only the changes of a migration are derived from SQL. The rest is copied from the previous
/// snapshot. The schema does not contain the names of foreign keys, for example, and the snapshot
/// does not contain objects that were created by SQL outside Drizzle.
///
/// Source: drizzle-team/drizzle-orm `drizzle-kit/src/serializer/sqliteSchema.ts`,
/// `sqliteSerializer.ts`; for Drizzle 1.0 `drizzle-kit/src/dialects/sqlite/ddl.ts`, `grammar.ts`.
struct DrizzleSnapshot {
  /// The versions of the format.
  enum Form {
    /// An object for each table.
    case tables
    /// A list of entities, since Drizzle 1.0.
    case entities

    var version: String {
      switch self {
      case .tables: "6"
      case .entities: "7"
      }
    }
  }

  let form: Form
  private var root: DrizzleJSON

  /// The snapshot before the first migration.
  init(originOf form: Form) {
    self.form = form
    let origin = "00000000-0000-0000-0000-000000000000"
    root =
      switch form {
      case .tables:
        [
          "version": .text(form.version), "dialect": "sqlite", "id": .text(origin), "prevId": "",
          "tables": [:], "views": [:], "enums": [:], "_meta": ["tables": [:], "columns": [:]],
          "internal": ["indexes": [:]],
        ]
      case .entities:
        [
          "version": .text(form.version), "dialect": "sqlite", "id": .text(origin),
          "prevIds": .list([]), "ddl": .list([]), "renames": .list([]),
        ]
      }
  }

  /// Reads a snapshot.
  ///
  /// - Throws: ``WriteRefusal`` if it has another version.
  init(_ form: Form, of file: String, in folder: FolderTree) throws(WriteRefusal) {
    self.form = form
    let text = (try? folder.text(of: file)) ?? ""
    root = (try? JSONReader.read(text, file: file)).map { DrizzleJSON($0) } ?? .null
    guard root["version"]?.string == form.version, root["id"]?.string != nil else {
      let version = root["version"]?.string
      throw WriteRefusal(
        "migtui cannot extend the snapshot \(file): "
          + (version.map { "its version is \($0), not \(form.version)." } ?? "it is not valid."),
        remedy: "Run drizzle-kit up, or create the migration with drizzle-kit generate.")
    }
  }

  /// The next snapshot in the chain.
  ///
  /// - Parameters:
  ///   - id: The identifier.
  ///   - before: The schema before the migration.
  ///   - after: The schema after it.
  /// - Returns: The snapshot.
  func next(id: String, from before: DrizzleSchema, to after: DrizzleSchema) -> DrizzleSnapshot {
    var next = next(id: id)
    let change = DrizzleChange(from: before, to: after)
    switch form {
    case .tables: next.root.apply(change)
    case .entities: next.root["ddl"] = change.entities(after: root["ddl"]?.values ?? [])
    }
    return next
  }

  /// The next snapshot after a migration that does not change the schema.
  func next(id: String) -> DrizzleSnapshot {
    var next = self
    let last = root["id"] ?? .null
    next.root["id"] = .text(id)
    switch form {
    case .tables:
      next.root["prevId"] = last
      next.root["_meta"] = ["tables": [:], "columns": [:]]
    case .entities:
      next.root["prevIds"] = .list([last])
      next.root["renames"] = .list([])
    }
    return next
  }

  var text: String { root.text() }
}

/// The tables and views that a migration changes.
struct DrizzleChange {
  let before: [String: DrizzleSchema.Table]
  /// The new and changed tables.
  let tables: [DrizzleSchema.Table]
  let removedTables: Set<String>
  let oldViews: Set<DrizzleSchema.View>
  let views: [DrizzleSchema.View]
  let removedViews: Set<String>

  init(from before: DrizzleSchema, to after: DrizzleSchema) {
    self.before = Dictionary(before.tables.map { ($0.name, $0) }) { first, _ in first }
    let old = Set(before.tables)
    tables = after.tables.filter { !old.contains($0) }
    removedTables = Set(before.tables.map(\.name)).subtracting(after.tables.map(\.name))
    oldViews = Set(before.views)
    views = after.views.filter { !Set(before.views).contains($0) }
    removedViews = Set(before.views.map(\.name)).subtracting(after.views.map(\.name))
  }
}

// The format before 1.0.
extension DrizzleJSON {
  fileprivate mutating func apply(_ change: DrizzleChange) {
    var tables = self["tables"] ?? [:]
    var views = self["views"] ?? [:]
    for name in change.removedTables { tables[name] = nil }
    for table in change.tables {
      let (old, previous) = (change.before[table.name], tables[table.name])
      if old == nil || previous != nil { tables[table.name] = table.member(old, previous) }
      for index in table.indexes where index.columns.contains(where: \.isExpression) {
        mark(index)
      }
    }
    for name in change.removedViews { views[name] = nil }
    for view in change.views where views[view.name] != nil || !change.hadView(view.name) {
      views[view.name] = [
        "columns": views[view.name]?["columns"] ?? [:], "name": .text(view.name),
        "isExisting": false, "definition": .text(view.definition),
      ]
    }
    self["tables"] = tables
    self["views"] = views
  }

  /// Records which columns of an index are expressions.
  private mutating func mark(_ index: DrizzleTexts.Index) {
    var columns: DrizzleJSON = [:]
    for column in index.columns where column.isExpression {
      columns[column.text] = ["isExpression": true]
    }
    var root = self["internal"] ?? [:]
    var indexes = root["indexes"] ?? [:]
    indexes[index.name] = ["columns": columns]
    root["indexes"] = indexes
    self["internal"] = root
  }
}

extension DrizzleChange {
  fileprivate func hadView(_ name: String) -> Bool { oldViews.contains { $0.name == name } }
}

extension DrizzleSchema.Table {
  fileprivate func member(_ old: Self?, _ previous: DrizzleJSON?) -> DrizzleJSON {
    [
      "name": .text(name),
      "columns": Self.merged(columns, old?.columns, previous?["columns"]) {
        DrizzleJSON.Member($0.name, $0.member)
      } isSame: {
        $1.name == $0.name
      },
      "indexes": Self.merged(indexes, old?.indexes, previous?["indexes"]) {
        DrizzleJSON.Member($0.name, $0.member)
      } isSame: {
        $1.name == $0.name
      },
      "foreignKeys": Self.merged(foreignKeys, old?.foreignKeys, previous?["foreignKeys"]) {
        let key = $0.name(in: name)
        return DrizzleJSON.Member(key, $0.member(key, of: name))
      } isSame: {
        $0.isSame(as: $1.value)
      },
      "compositePrimaryKeys": Self.merged(
        compositeKeys, old?.compositeKeys, previous?["compositePrimaryKeys"]
      ) { columns in
        let key = "\(name)_\(columns.joined(separator: "_"))_pk"
        return DrizzleJSON.Member(
          key, ["columns": DrizzleJSON(texts: columns), "name": .text(key)])
      } isSame: {
        $1.value["columns"]?.strings == $0
      },
      "uniqueConstraints": previous?["uniqueConstraints"] ?? [:],
      "checkConstraints": Self.merged(
        namedChecks, old?.namedChecks, previous?["checkConstraints"]
      ) { check in
        let key = check.name ?? ""
        return DrizzleJSON.Member(key, ["name": .text(key), "value": .text(check.expression)])
      } isSame: {
        $0.name == $1.name
      },
    ]
  }

  private var compositeKeys: [[String]] { primaryKey.count > 1 ? [primaryKey] : [] }

  /// The checks; unnamed ones get a number, as in drizzle-kit.
  var namedChecks: [DrizzleTexts.Check] {
    var count = 0
    return checks.map { check in
      if check.name == nil { count += 1 }
      return DrizzleTexts.Check(
        name: check.name ?? "\(name)_check_\(count)", expression: check.expression)
    }
  }

  /// An object with a member for each element.
  ///
  /// An element that the old table also has keeps its member from the previous snapshot. If the
  /// snapshot has no such member, the element was created by other SQL and is omitted.
  private static func merged<Element: Equatable>(
    _ new: [Element], _ old: [Element]?, _ previous: DrizzleJSON?,
    _ member: (Element) -> DrizzleJSON.Member,
    isSame: (Element, DrizzleJSON.Member) -> Bool
  ) -> DrizzleJSON {
    .object(
      new.compactMap { element in
        guard old?.contains(element) == true else { return member(element) }
        return previous?.members.first { isSame(element, $0) }
      })
  }
}

extension DrizzleSchema.Column {
  fileprivate var member: DrizzleJSON {
    var member: DrizzleJSON = [
      "name": .text(name), "type": .text(type), "primaryKey": .bool(isKey),
      "notNull": .bool(isNotNull), "autoincrement": .bool(isAutoincrement),
    ]
    member["default"] = defaultValue.map { value in
      switch value.asciiLowercased {
      case "true": true
      case "false": false
      // Numbers that are written the same way in JSON and SQL.
      case _ where value.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?/) != nil: .number(value)
      default: .text(value)
      }
    }
    member["generated"] = generated.map {
      ["as": .text($0.expression), "type": .text($0.isStored ? "stored" : "virtual")]
    }
    return member
  }
}

extension DrizzleTexts.Index {
  fileprivate var member: DrizzleJSON {
    var member: DrizzleJSON = [
      "name": .text(name), "columns": DrizzleJSON(texts: columns.map(\.text)),
      "isUnique": .bool(isUnique),
    ]
    member["where"] = condition.map { .text($0) }
    return member
  }
}

extension DrizzleSchema.ForeignKey {
  /// The name that drizzle-kit gives to an unnamed foreign key.
  fileprivate func name(in table: String) -> String {
    ([table] + columns + [parent] + parentColumns + ["fk"]).joined(separator: "_")
  }

  fileprivate func isSame(as member: DrizzleJSON) -> Bool {
    member["columnsFrom"]?.strings == columns && member["tableTo"]?.string == parent
      && member["columnsTo"]?.strings == parentColumns
  }

  fileprivate func member(_ name: String, of table: String) -> DrizzleJSON {
    [
      "name": .text(name), "tableFrom": .text(table), "tableTo": .text(parent),
      "columnsFrom": DrizzleJSON(texts: columns), "columnsTo": DrizzleJSON(texts: parentColumns),
      "onDelete": .text(onDelete.asciiLowercased), "onUpdate": .text(onUpdate.asciiLowercased),
    ]
  }
}
