import MigratorSchema
import TerminalUI

/// A table of a diagram: its heading and its columns, or only those that connect it with a
/// neighbor.
struct TableBox {
  struct Row {
    /// The column; `nil` for a line that states which columns are not shown.
    var column: SchemaGraph.Column?
    /// The text, starting with the sign of the column's change.
    var text: SafeText
  }

  let table: Int
  /// The name, with its sign and its remark.
  let title: SafeText
  let sign: SchemaChangeDescription.Sign?
  let rows: [Row]
  /// The preferred width in terminal columns, including the border.
  let naturalWidth: Int

  /// Creates a box of a table in a graph, with some of its columns, or all if `shown` is `nil`.
  init(
    _ table: Int, of graph: SchemaGraph, glyphs: GlyphSet = .unicode,
    showing shown: Set<String>? = nil
  ) {
    // Measure names in the form in which they are drawn.
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
    if content.content == .unread { rows.append(Row(text: "  columns not read")) }
    self.rows = rows
    naturalWidth = max(title.width + 6, (rows.map(\.text.width).max() ?? 0) + 4, 12)
  }

  /// `PK` and `FK`; with several foreign keys, `FK` has a number.
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

  /// The number of lines, including the border.
  var height: Int { rows.count + 2 }

  /// The line of the first column of a foreign key; the heading if no column is shown.
  func line(of key: SchemaGraph.ForeignKey) -> Int {
    (rows.firstIndex { row in row.column.map { key.columns.contains($0.name) } ?? false } ?? -1)
      + 1
  }

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
