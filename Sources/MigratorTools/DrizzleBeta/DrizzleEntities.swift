import MigratorEngine

// The format of Drizzle 1.0: a list of entities.
extension DrizzleChange {
  /// The entities after the change.
  ///
  /// - Parameter previous: The entities of the previous snapshot.
  /// - Returns: The entities.
  func entities(after previous: [DrizzleJSON]) -> DrizzleJSON {
    let known = Set(
      previous.filter { $0.type == "tables" }.compactMap { $0["name"]?.string })
    // Tables that other SQL created are not in the snapshot.
    let tables = tables.filter { before[$0.name] == nil || known.contains($0.name) }
    let changed = removedTables.union(tables.map(\.name))
    let knownViews = Set(previous.filter { $0.type == "views" }.compactMap { $0["name"]?.string })
    let views = views.filter { view in
      knownViews.contains(view.name) || !oldViews.contains { $0.name == view.name }
    }
    let changedViews = removedViews.union(views.map(\.name))
    let kept = previous.filter { entity in
      let name = entity["name"]?.string ?? ""
      switch entity.type {
      case "tables": return !changed.contains(name)
      case "views": return !changedViews.contains(name)
      default: return !changed.contains(entity["table"]?.string ?? "")
      }
    }
    let new = tables.flatMap { $0.entities(before[$0.name], previous) } + views.map(\.entity)
    let all = kept + new
    let types = ["tables", "columns", "fks", "pks", "indexes", "uniques", "checks", "views"]
    return .list(types.flatMap { type in all.filter { $0.type == type } })
  }
}

extension DrizzleJSON {
  fileprivate var type: String? { self["entityType"]?.string }
}

extension DrizzleSchema.View {
  fileprivate var entity: DrizzleJSON {
    [
      "definition": .text(definition), "isExisting": false, "error": .null, "name": .text(name),
      "entityType": "views",
    ]
  }
}

extension DrizzleSchema.Table {
  fileprivate func entities(_ old: Self?, _ previous: [DrizzleJSON]) -> [DrizzleJSON] {
    let own = previous.filter { $0["table"]?.string == name }
    /// Like `merged` for the format before 1.0.
    func merged<Element: Equatable>(
      _ type: String, _ new: [Element], _ old: [Element]?, _ entity: (Element) -> DrizzleJSON,
      isSame: (Element, DrizzleJSON) -> Bool
    ) -> [DrizzleJSON] {
      new.compactMap { element in
        guard old?.contains(element) == true else {
          var entity = entity(element)
          entity["entityType"] = .text(type)
          entity["table"] = .text(name)
          return entity
        }
        return own.first { $0.type == type && isSame(element, $0) }
      }
    }
    func hasName(_ name: String?, _ entity: DrizzleJSON) -> Bool { entity["name"]?.string == name }
    func hasColumns(_ columns: [String], _ entity: DrizzleJSON) -> Bool {
      entity["columns"]?.strings == columns
    }
    func key(_ columns: [String], named name: String) -> DrizzleJSON {
      [
        "columns": DrizzleJSON(texts: columns), "nameExplicit": false, "name": .text(name),
      ]
    }
    let columns = merged("columns", columns, old?.columns) {
      [
        "type": .text($0.type), "notNull": .bool($0.isNotNull),
        "autoincrement": .bool($0.isAutoincrement),
        "default": $0.defaultValue.map { .text($0) } ?? .null,
        "generated": $0.generated.map {
          ["type": .text($0.isStored ? "stored" : "virtual"), "as": .text($0.expression)]
        } ?? .null, "name": .text($0.name),
      ]
    } isSame: {
      hasName($0.name, $1)
    }
    let foreignKeys = merged("fks", foreignKeys, old?.foreignKeys) {
      let name = (["fk", name] + $0.columns + [$0.parent] + $0.parentColumns + ["fk"])
      return [
        "columns": DrizzleJSON(texts: $0.columns), "tableTo": .text($0.parent),
        "columnsTo": DrizzleJSON(texts: $0.parentColumns), "onUpdate": .text($0.onUpdate),
        "onDelete": .text($0.onDelete), "nameExplicit": false,
        "name": .text(name.joined(separator: "_")),
      ]
    } isSame: {
      hasColumns($0.columns, $1) && $1["tableTo"]?.string == $0.parent
        && $1["columnsTo"]?.strings == $0.parentColumns
    }
    let primaryKeys = merged(
      "pks", primaryKey.isEmpty ? [] : [primaryKey], old.map { [$0.primaryKey] }
    ) {
      key($0, named: "\(name)_pk")
    } isSame: {
      hasColumns($0, $1)
    }
    let indexes = merged("indexes", indexes, old?.indexes) { index in
      [
        "columns": .list(
          index.columns.map {
            ["value": .text($0.text), "isExpression": .bool($0.isExpression)]
          }), "isUnique": .bool(index.isUnique),
        "where": index.condition.map { .text($0) } ?? .null, "origin": "manual",
        "name": .text(index.name),
      ]
    } isSame: {
      hasName($0.name, $1)
    }
    let uniqueKeys = merged("uniques", uniqueKeys, old?.uniqueKeys) {
      key($0, named: "\(name)_\($0.joined(separator: "_"))_unique")
    } isSame: {
      hasColumns($0, $1)
    }
    let checks = merged("checks", namedChecks, old?.namedChecks) {
      ["value": .text($0.expression), "name": .text($0.name ?? "")]
    } isSame: {
      hasName($0.name, $1)
    }
    return [["name": .text(name), "entityType": "tables"]] + columns + foreignKeys + primaryKeys
      + indexes + uniqueKeys + checks
  }
}
