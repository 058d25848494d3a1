import TerminalUI

enum Pane: Sendable, Hashable {
  case list
  case detail
}

struct ScreenLayout: Sendable, Hashable {
  private let hasTabs: Bool
  private let hasColumns: Bool
  var hasBoxes: Bool
  var isSideBySide: Bool
  /// The list and the detail together.
  let body: Rect
  var title: Rect
  /// The line of screen names.
  var tabs: Rect
  /// The list with its box; empty while the detail is zoomed.
  var list: Rect
  /// The detail with its box; empty while the list is zoomed.
  var detail: Rect
  /// The line above the footer; on a short screen, it is the footer's line.
  var notice: Rect
  var footer: Rect

  /// Lays out a screen.
  ///
  /// `share` is the list's share of the body in percent, or `nil` for the default. A zoomed pane
  /// fills the body.
  init(
    size: Size, hasTabs: Bool, hasWideRows: Bool, hasColumns: Bool = false, focus: Pane,
    isZoomed: Bool, share: Int? = nil
  ) {
    let width = size.columns
    let height = size.rows
    self.hasTabs = hasTabs
    self.hasColumns = hasColumns
    let hasNotice = height >= 16
    hasBoxes = height >= 16 && width >= 40
    let tail = hasNotice ? 2 : 1
    title = Rect(x: 0, y: 0, width: width, height: 1)
    tabs = Rect(x: 0, y: 1, width: width, height: 1)
    notice = Rect(x: 0, y: height - tail, width: width, height: 1)
    footer = Rect(x: 0, y: height - 1, width: width, height: 1)
    let body = Rect(x: 0, y: 2, width: width, height: max(0, height - 2 - tail))
    self.body = body
    let nothing = Rect(x: 0, y: body.y, width: 0, height: 0)

    isSideBySide = width >= 70 && (!hasWideRows || width >= 150)
    if isZoomed {
      list = focus == .list ? body : nothing
      detail = focus == .detail ? body : nothing
    } else if isSideBySide {
      let listWidth =
        share.map { min(max(width * $0 / 100, 20), width - 20) }
        ?? min(max(width * 43 / 100, 30), hasWideRows ? 90 : 64)
      list = Rect(x: 0, y: body.y, width: listWidth, height: body.height)
      detail = Rect(
        x: listWidth, y: body.y, width: width - listWidth, height: body.height)
    } else {
      // On a short screen, the list keeps at least three rows, and a rule replaces the boxes.
      let listHeight =
        share.map { min(max(body.height * $0 / 100, 3), max(3, body.height - 3)) }
        ?? (hasBoxes ? max(5, body.height * 45 / 100) : max(3, body.height * 2 / 3))
      list = Rect(x: 0, y: body.y, width: width, height: min(listHeight, body.height))
      detail = Rect(
        x: 0, y: body.y + list.height, width: width, height: body.height - list.height)
    }
  }

  var listInner: Rect { hasBoxes ? list.insetByBorder : list }

  /// The line with the names of the columns; `nil` without columns, or if the list is low.
  var columnNames: Rect? {
    let inner = listInner
    guard hasColumns, inner.height > 4 else { return nil }
    return Rect(x: inner.x, y: inner.y, width: inner.width, height: 1)
  }

  /// The lines with rows.
  var listRows: Rect {
    let inner = listInner
    let skipped = columnNames == nil ? 0 : 1
    return Rect(
      x: inner.x, y: inner.y + skipped, width: inner.width, height: inner.height - skipped)
  }

  var detailInner: Rect {
    if hasBoxes { return detail.insetByBorder }
    guard detail.height > 0, list.height > 0 else { return detail }
    return Rect(x: 0, y: detail.y + 1, width: detail.width, height: detail.height - 1)
  }

  /// The share of the body before a point on the border, in percent; `nil` if the body is empty.
  func share(before point: Point) -> Int? {
    let (place, whole) =
      isSideBySide ? (point.x - body.x + 1, body.width) : (point.y - body.y + 1, body.height)
    return whole > 0 ? Self.share(place * 100 / whole) : nil
  }

  /// Limits a share in percent, so that both panes have room.
  static func share(_ percent: Int) -> Int { min(max(percent, 15), 85) }

  /// The share of the body that the list occupies, in percent.
  var listShare: Int {
    isSideBySide
      ? list.width * 100 / max(1, body.width) : list.height * 100 / max(1, body.height)
  }

  /// The cells on which the border can be dragged; `nil` while one pane fills the body.
  var border: Rect? {
    guard list.height > 0, detail.height > 0 else { return nil }
    if isSideBySide {
      return Rect(x: list.right - 1, y: body.y, width: 2, height: body.height)
    }
    return Rect(
      x: 0, y: hasBoxes ? detail.y - 1 : detail.y, width: body.width, height: hasBoxes ? 2 : 1)
  }

  var listPage: Int { max(1, listRows.height) }

  var detailPage: Int { max(1, detailText.height) }

  var detailWidth: Int { max(8, detailText.width) }

  var detailHasTabs: Bool { hasTabs && detailInner.height >= 4 }

  var detailText: Rect {
    let inner = detailInner
    let margin = hasBoxes && inner.width > 20 ? 1 : 0
    let skipped = detailHasTabs ? 2 : 0
    return Rect(
      x: inner.x + margin, y: inner.y + skipped, width: max(0, inner.width - 2 * margin),
      height: max(0, inner.height - skipped))
  }
}

extension Rect {
  fileprivate var insetByBorder: Rect {
    Rect(x: x + 1, y: y + 1, width: max(0, width - 2), height: max(0, height - 2))
  }
}
