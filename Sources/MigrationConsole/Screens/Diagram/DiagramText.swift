import MigratorPlatform
package import MigratorSchema
import TerminalUI

/// Tables and foreign keys as a Mermaid entity relationship diagram; all text is sanitized.
///
/// Source: <https://mermaid.js.org/syntax/entityRelationshipDiagram.html>.
package enum MermaidDiagram {
  /// Returns a diagram that ends with a newline.
  ///
  /// Changes are marked with words: in the heading of a table, the comment of a column, or the name
  /// of a line.
  package static func text(of graph: SchemaGraph) -> String {
    var lines = ["erDiagram"]
    for (place, table) in graph.tables.enumerated() {
      let heading = table.remark.map { "\(table.name) (\($0))" } ?? table.name
      lines.append("  t\(place)[\"\(quoted(heading))\"] {")
      let keys = graph.keys(of: place).map { graph.foreignKeys[$0] }
      lines += table.columns.map { "    \(column($0, keys))" } + ["  }"]
    }
    for key in graph.foreignKeys {
      let columns = graph.tables[key.origin].columns.filter { key.columns.contains($0.name) }
      // A parent is mandatory only if none of the columns may be NULL.
      let parent = !columns.isEmpty && columns.allSatisfy(\.isNotNull) ? "||" : "|o"
      let name = key.columns.joined(separator: ", ")
      let words = key.sign.map { "\(name) (\($0.partWord))" } ?? name
      lines.append(
        "  t\(key.destination) \(parent)--o{ t\(key.origin) : \"\(quoted(words))\"")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func column(
    _ column: SchemaGraph.Column, _ keys: [SchemaGraph.ForeignKey]
  ) -> String {
    let name = word(column.name)
    var text = "\(column.type.isEmpty ? "untyped" : word(column.type)) \(name)"
    var marks = column.isInPrimaryKey ? ["PK"] : []
    if keys.contains(where: { $0.columns.contains(column.name) }) { marks.append("FK") }
    if !marks.isEmpty { text += " " + marks.joined(separator: ", ") }
    var remarks = name == column.name ? [] : [column.name]
    if let sign = column.sign { remarks.append(sign.partWord) }
    return remarks.isEmpty ? text : "\(text) \"\(quoted(remarks.joined(separator: ", ")))\""
  }

  private static func quoted(_ text: String) -> String {
    SafeText(text).plain.replacing("%%", with: "% %")
      .escaping(["\"": "'", "#": "#35;", "<": "#lt;", ">": "#gt;"])
  }

  /// Converts a name to the characters that Mermaid permits: letters, digits and underscores.
  private static func word(_ text: String) -> String {
    let letters = text.unicodeScalars.map { scalar -> Character in
      let isPlain =
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
        || ("0"..."9").contains(scalar)
      return isPlain ? Character(scalar) : "_"
    }
    let isDigit = letters.first.map { ("0"..."9").contains($0) } ?? true
    return (isDigit ? "_" : "") + String(letters)
  }
}

/// Words for changes in diagrams, so that color is not the only sign.
extension SchemaChangeDescription.Sign {
  /// The word for a change to a table.
  var tableWord: String {
    switch self {
    case .added: "created"
    case .removed: "dropped"
    case .changed: "changed"
    }
  }

  /// The word for a change to a column or a foreign key.
  var partWord: String {
    switch self {
    case .added: "added"
    case .removed: "dropped"
    case .changed: "changed"
    }
  }
}

extension SchemaGraph.Table {
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
