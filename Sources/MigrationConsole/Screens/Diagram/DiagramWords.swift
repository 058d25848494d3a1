import MigratorSchema

/// Words for changes in diagrams, so that color is not the only sign.
extension SchemaChangeDescription.Sign {
  /// The word for a change of a table.
  var tableWord: String {
    switch self {
    case .added: "created"
    case .removed: "dropped"
    case .changed: "changed"
    }
  }

  /// The word for a change of a column or a foreign key.
  var partWord: String {
    switch self {
    case .added: "added"
    case .removed: "dropped"
    case .changed: "changed"
    }
  }
}

extension SchemaGraph.Table {
  /// The remark after its name, or `nil`.
  var remark: String? {
    switch content {
    case .missing: "missing"
    case .virtual: sign.map { "virtual, \($0.tableWord)" } ?? "virtual"
    case .columns, .unread: sign?.tableWord
    }
  }
}

extension SchemaGraph {
  /// Describes a foreign key, starting with the sign of its change: `player (clubId) → club (id),
  /// ON DELETE CASCADE`.
  func words(of key: ForeignKey) -> String {
    let origin = "\(tables[key.origin].name) (\(key.columns.joined(separator: ", ")))"
    var destination = tables[key.destination].name
    if !key.destinationColumns.isEmpty {
      destination += " (\(key.destinationColumns.joined(separator: ", ")))"
    }
    var words = "\(origin) → \(destination)"
    if let action = key.onDelete { words += ", ON DELETE \(action)" }
    if tables[key.destination].content == .missing { words += "; that table does not exist" }
    return key.sign.map { "\($0.rawValue) \(words); \($0.partWord)" } ?? words
  }

  /// The neighbors of a table: parents in the order of its foreign keys, children by name.
  ///
  /// A table that is both is listed as a parent.
  func neighbours(of table: Int) -> (parents: [Int], children: [Int]) {
    var parents: [Int] = []
    for key in foreignKeys where key.origin == table && key.destination != table {
      if !parents.contains(key.destination) { parents.append(key.destination) }
    }
    let children = Set(foreignKeys.filter { $0.destination == table }.map(\.origin))
      .subtracting(parents + [table])
    return (parents, children.sorted())
  }
}
