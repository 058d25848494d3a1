import MigratorSchema
import TerminalUI

/// A table of a diagram: its heading, and its columns or those that matter to a neighbour.
struct TableBox {
  /// A line of a box.
  struct Row {
    /// The column; `nil` for the line that counts what is left out.
    var column: SchemaGraph.Column?
    /// The text, the sign of what happened to the column first.
    var text: SafeText
  }

  /// The place of the table in its graph.
  let table: Int
  /// The name, with its sign and what there is to say of it.
  let title: SafeText
  /// What happened to the table, or `nil`.
  let sign: SchemaWords.Sign?
  /// Its lines.
  let rows: [Row]
  /// The columns of the terminal that it takes, its border included, where there is room.
  let naturalWidth: Int

  /// Creates a box of the table at a place of the graph, with some of its columns or, where they
  /// are `nil`, all.
  init(
    _ table: Int, of graph: SchemaGraph, glyphs: GlyphSet = .unicode,
    showing shown: Set<String>? = nil
  ) {
    // As wide as they are drawn.
    func safe(_ raw: String) -> SafeText {
      glyphs.isASCII ? SafeText(raw).ascii : SafeText(raw)
    }
    let content = graph.tables[table]
    self.table = table
    sign = content.sign
    var title = safe(content.sign.map { "\($0.rawValue) \(content.name)" } ?? content.name)
    if let remark = content.remark { title += SafeText(", \(remark)") }
    self.title = title
    let columns = content.columns.filter { shown?.contains($0.name) != false || $0.sign != nil }
    let keys = graph.keys(of: table)
    let width = columns.map { safe($0.name).width }.max() ?? 0
    let typeWidth = columns.map { safe($0.type).width }.max() ?? 0
    var rows = columns.map { column -> Row in
      var text = safe("\(column.sign?.rawValue ?? " ") \(column.name)")
      let marks = Self.marks(of: column, keys, in: graph)
      if !column.type.isEmpty || !marks.isEmpty {
        text = text.padded(columns: width + 2) + safe("  \(column.type)")
      }
      if !marks.isEmpty {
        text = text.padded(columns: width + 4 + typeWidth)
        text += SafeText(typeWidth > 0 ? "  \(marks)" : marks)
      }
      return Row(column: column, text: text)
    }
    let hidden = content.columns.count - columns.count
    if hidden > 0 {
      rows.append(Row(text: safe(rows.isEmpty ? "  \(hidden) columns" : "  … \(hidden) more")))
    }
    if content.content == .unread { rows.append(Row(text: "  its columns were not read")) }
    self.rows = rows
    naturalWidth = max(title.width + 6, (rows.map(\.text.width).max() ?? 0) + 4, 12)
  }

  /// `PK`, and `FK`; of a table with several foreign keys, which.
  private static func marks(
    of column: SchemaGraph.Column, _ keys: [Int], in graph: SchemaGraph
  ) -> String {
    var marks = column.isInPrimaryKey ? ["PK"] : []
    for (number, key) in keys.enumerated()
    where graph.foreignKeys[key].columns.contains(where: { $0 == column.name }) {
      marks.append(keys.count == 1 ? "FK" : "FK\(number + 1)")
    }
    return marks.joined(separator: " ")
  }

  /// The lines that it takes, its border included.
  var height: Int { rows.count + 2 }

  /// The line in which the first column of a foreign key stands; the heading where it does not.
  func line(of key: SchemaGraph.ForeignKey) -> Int {
    (rows.firstIndex { row in row.column.map { key.columns.contains($0.name) } ?? false } ?? -1)
      + 1
  }

  /// Draws it.
  func draw(at rect: Rect, isSelected: Bool, on canvas: inout LineCanvas) {
    canvas.box(rect, isSelected ? .borderFocused : sign?.role ?? .border)
    let room = rect.width - 4
    let role = sign?.role ?? (isSelected ? .title : .strong)
    let ellipsis = canvas.glyphs.ellipsis
    canvas.write(
      " " + title.prefix(columns: rect.width - 6, ellipsis: ellipsis) + " ", rect.x + 2, rect.y,
      Style(role, bold: true))
    for (index, row) in rows.enumerated() {
      let sign =
        row.column?.sign ?? (self.sign == .removed || self.sign == .added ? self.sign : nil)
      canvas.write(
        row.text.prefix(columns: room, ellipsis: ellipsis), rect.x + 2, rect.y + 1 + index,
        Style(row.column == nil ? .dim : sign?.role ?? .normal))
    }
  }
}
