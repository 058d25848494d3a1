import MigratorSchema

/// What a diagram says of its tables and foreign keys; colour is never the only sign.
extension SchemaWords.Sign {
  /// What happened to a table, in a word.
  var tableWord: String {
    switch self {
    case .added: "created"
    case .removed: "dropped"
    case .changed: "changed"
    }
  }

  /// What happened to a column or a foreign key, in a word.
  var partWord: String {
    switch self {
    case .added: "added"
    case .removed: "dropped"
    case .changed: "changed"
    }
  }
}

extension SchemaGraph.Table {
  /// What there is to say of it besides its name, or `nil`.
  var remark: String? {
    switch content {
    case .missing: "not there"
    case .virtual: sign.map { "virtual, \($0.tableWord)" } ?? "virtual"
    case .columns, .unread: sign?.tableWord
    }
  }
}

extension SchemaGraph {
  /// A foreign key in words, the sign of what happened to it first:
  /// `player (clubId) → club (id), ON DELETE CASCADE`.
  func words(of key: ForeignKey) -> String {
    let origin = "\(tables[key.origin].name) (\(key.columns.joined(separator: ", ")))"
    var destination = tables[key.destination].name
    if !key.destinationColumns.isEmpty {
      destination += " (\(key.destinationColumns.joined(separator: ", ")))"
    }
    var words = "\(origin) → \(destination)"
    if let action = key.onDelete { words += ", ON DELETE \(action)" }
    if tables[key.destination].content == .missing { words += "; that table is not there" }
    return key.sign.map { "\($0.rawValue) \(words); \($0.partWord)" } ?? words
  }

  /// The tables around one, parents in the order of its foreign keys, children by name.
  ///
  /// A table that both refers to it and is referred to is among the parents.
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
